/** Arguments that a model in strict mode could give: anything that fits a strict schema and heeds the notes in its descriptions, as a fast-check arbitrary. */
import fc from "fast-check";
import type { JsonSchema } from "cloudg-mcp";

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": fc.date({ min: new Date("1970-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }).map((date) => date.toISOString()),
  date: fc.date({ min: new Date("1970-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  time: fc.constant("12:30:00Z"),
  duration: fc.constant("P1D"),
  email: fc.constantFrom("ann@example.com", "a.b@example.org"),
  hostname: fc.domain(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  uuid: fc.uuid(),
  uri: fc.webUrl(),
  regex: fc.constantFrom("^a+$", "[x-z]"),
};
const MAX_DEPTH = 4;

export function strictArguments(root: JsonSchema): fc.Arbitrary<unknown> {
  const build = (schema: JsonSchema, depth: number): fc.Arbitrary<unknown> => {
    if (schema.$ref !== undefined) {
      const target = schema.$ref.replace("#/$defs/", "");
      return fc.constant(null).chain(() => build(root.$defs![target]!, depth + 1));
    }
    if (schema.anyOf !== undefined) return fc.oneof(...preferShallow(schema.anyOf, depth).map((branch) => build(branch, depth)));
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const types = preferNull([schema.type!].flat(), depth);
    return fc.oneof(...types.map((type) => ofType(type, schema, depth)));
  };
  const ofType = (type: string, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> => {
    switch (type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "string":
        return strings(schema);
      case "integer":
      case "number":
        return numbers(type, schema);
      case "array": {
        const { minItems = 0, maxItems = minItems + 3 } = schema;
        const max = depth >= MAX_DEPTH ? minItems : Math.min(maxItems, minItems + 3);
        return max === 0 ? fc.constant([]) : fc.array(build(schema.items as JsonSchema, depth + 1), { minLength: minItems, maxLength: max });
      }
      default: {
        const properties = Object.entries(schema.properties ?? {}).map(([key, property]) => [key, build(property, depth + 1)] as const);
        return fc.record(Object.fromEntries(properties));
      }
    }
  };
  return build(root, 0);
}

function strings({ pattern, format, description = "" }: JsonSchema): fc.Arbitrary<string> {
  const noted = (keyword: string): string | undefined => new RegExp(`\\b${keyword}: "?([\\w-]+)`).exec(description)?.[1];
  const [min, max] = [Number(noted("minLength") ?? 0), Number(noted("maxLength") ?? Infinity)];
  const named = format ?? noted("format");
  const any =
    pattern !== undefined
      ? fc.stringMatching(new RegExp(pattern))
      : named !== undefined
        ? FORMATS[named]!
        : max < Infinity
          ? fc.string({ minLength: min, maxLength: max })
          : textOrJson;
  return any.filter(({ length }) => length >= min && length <= max);
}

/** Without the keys that reach a prototype: arguments with those are refused, whatever the schema. */
const textOrJson = fc.oneof(fc.string(), fc.json()).filter((text) => !/__proto__|constructor|prototype/.test(text));

function numbers(type: string, { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema): fc.Arbitrary<number> {
  const low = Math.max(minimum ?? -1000, exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 1);
  const high = Math.min(maximum ?? low + 2000, exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - 1);
  if (multipleOf !== undefined) return fc.integer({ min: Math.ceil(low / multipleOf), max: Math.floor(high / multipleOf) }).map((n) => n * multipleOf);
  return type === "integer"
    ? fc.integer({ min: Math.ceil(low), max: Math.floor(high) })
    : fc.double({ min: low, max: high, noNaN: true, noDefaultInfinity: true }).map((n) => n + 0);
}

/** Recursive types must come to an end. */
function preferShallow(branches: readonly JsonSchema[], depth: number): readonly JsonSchema[] {
  if (depth < MAX_DEPTH) return branches;
  const shallow = branches.filter(({ type, $ref }) => $ref === undefined && type !== "object" && type !== "array");
  return shallow.length === 0 ? branches : shallow;
}

function preferNull(types: readonly string[], depth: number): readonly string[] {
  return depth >= MAX_DEPTH && types.includes("null") ? ["null"] : types;
}
