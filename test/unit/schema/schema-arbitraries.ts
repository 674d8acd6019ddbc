/** Generated JSON Schemas and values that meet often: small, of few keys. Serves the property tests of the validator and of the comparison of schemas. */
import fc from "fast-check";
import type { JsonSchema, JsonValue } from "../../../src/model/json-schema.js";

export const KEYS = ["a", "b", "c"];
/** Few and small values, so that schemas and values meet often. None past 2^53: those are ours to refuse as integers, and Ajv takes them. */
const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.integer({ min: -3, max: 6 }),
  fc.constantFrom<JsonValue>(
    0.5,
    2.5,
    "",
    "a",
    "ab",
    "abc",
    "😀",
    "5",
    "true",
    "2024-01-31",
    "2024-01-31T09:30:00Z",
    "a@example.org",
    "::1",
    "127.0.0.1",
    true,
    false,
    null,
  ),
);
export const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
    { weight: 1, arbitrary: tie("value").map((item) => [item, item]) },
    { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...KEYS, "d"), tie("value"), { maxKeys: 3, noNullPrototype: true }) },
  ),
}));

const bound = fc.integer({ min: 0, max: 3 });
/** Two or three keywords at a time: with all of them, nothing would ever be valid. */
function some(keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonSchema> {
  const names = fc.subarray(Object.keys(keywords), { maxLength: 3 });
  return names.chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, keywords[name]!]))));
}

export const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const inner = tie("schema");
  const numbers = some({ minimum: bound, maximum: bound, exclusiveMinimum: bound, exclusiveMaximum: bound, multipleOf: fc.constantFrom(1, 2, 0.5) });
  const strings = some({
    minLength: bound,
    maxLength: bound,
    pattern: fc.constantFrom("^a", "b$", "^[0-9]+$", "."),
    format: fc.constantFrom("date", "date-time", "email", "ipv4", "ipv6", "uuid", "uri", "hostname", "time"),
  });
  const arrays = some({
    items: fc.oneof({ weight: 4, arbitrary: inner }, { weight: 1, arbitrary: fc.boolean() }),
    prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
    minItems: bound,
    maxItems: bound,
    uniqueItems: fc.boolean(),
  });
  const objects = some({
    properties: fc.dictionary(fc.constantFrom(...KEYS), inner, { maxKeys: 3, noNullPrototype: true }),
    required: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 2 }),
    additionalProperties: fc.oneof(inner, fc.boolean()),
    patternProperties: fc.dictionary(fc.constantFrom("^a", "[bc]"), inner, { maxKeys: 1, noNullPrototype: true }),
    propertyNames: fc.constantFrom({ pattern: "^[abc]$" }, { maxLength: 1 }, true),
    minProperties: bound,
    maxProperties: bound,
  });
  const typed = fc.oneof(
    numbers.chain((rest) => fc.constantFrom("integer", "number").map((type) => ({ type, ...rest }))),
    strings.map((rest) => ({ type: "string", ...rest })),
    fc.constantFrom({ type: "boolean" }, { type: "null" }),
    arrays.map((rest) => ({ type: "array", ...rest })),
    objects.map((rest) => ({ type: "object", ...rest })),
  );
  const composed = fc.oneof(
    fc.array(inner, { minLength: 1, maxLength: 3 }).chain((list) => fc.constantFrom("anyOf", "oneOf", "allOf").map((keyword) => ({ [keyword]: list }))),
    inner.map((not) => ({ not })),
    fc.array(value, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
    value.map((constant) => ({ const: constant })),
    fc
      .uniqueArray(fc.constantFrom("integer", "string", "boolean", "null", "array", "object", "number"), { minLength: 1, maxLength: 3 })
      .map((type) => ({ type })),
    fc.tuple(typed, inner).map(([base, extra]) => ({ ...base, allOf: [extra] })),
    fc.tuple(typed, inner).map(([base, extra]) => ({ ...base, anyOf: [extra, { type: "null" }] })),
    fc.tuple(numbers, strings, objects).map(([number, text, object]) => ({ ...number, ...text, ...object })),
    fc.constant({ $ref: "#/$defs/tree" }),
    fc.constant({}),
  );
  return { schema: fc.oneof({ depthSize: "small" }, { weight: 3, arbitrary: typed }, { weight: 2, arbitrary: composed }) as fc.Arbitrary<JsonSchema> };
});

/** Recursive; generated schemas refer to it. */
export const tree: JsonSchema = { type: "object", properties: { a: { $ref: "#/$defs/tree" }, b: { type: "integer" } }, additionalProperties: false };
/** A schema of arguments with one of the generated ones for its only argument. */
export const argumentSchema = schema.map((own): JsonSchema => ({
  type: "object",
  properties: { value: own },
  required: ["value"],
  additionalProperties: false,
  $defs: { tree },
}));

const MAX_REFERENCES = 3;

/**
 * Values made after a schema, most of them valid. Objects get the properties their schema declares, and others only where it says that it is open, or under
 * the key `zz`, which no generated schema declares.
 */
export function valuesOf(own: unknown, references = 0): fc.Arbitrary<JsonValue> {
  if (typeof own !== "object" || own === null) return value;
  const { $ref, anyOf, oneOf, enum: values, type, ...rest } = own as JsonSchema;
  if ($ref !== undefined) return references > MAX_REFERENCES ? fc.constant({}) : valuesOf(tree, references + 1);
  if (Object.hasOwn(own, "const")) return fc.constant((own as JsonSchema).const as JsonValue);
  if (values !== undefined) return fc.constantFrom(...values);
  const branches = anyOf ?? oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => valuesOf(typeof branch === "object" ? { ...rest, ...branch } : branch, references)));
  const types = type === undefined ? (Object.keys(rest).length === 0 ? undefined : ["object", "array", "string", "integer", "null"]) : [type].flat();
  return types === undefined ? value : fc.oneof(...types.map((one) => valuesOfType(one, rest, references)));
}

function valuesOfType(type: string, own: JsonSchema, references: number): fc.Arbitrary<JsonValue> {
  switch (type) {
    case "integer":
      return fc.integer({ min: -2, max: 6 });
    case "number":
      return fc.oneof(fc.integer({ min: -2, max: 6 }), fc.constantFrom(0.5, 1.5, 2.5));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return listsOf(own, references);
    case "object":
      return objectsOf(own, references);
    default:
      return fc.constantFrom("", "a", "ab", "abc", "b", "5", "2024-01-31", "a@example.org", "::1");
  }
}

function listsOf({ items, prefixItems = [] }: JsonSchema, references: number): fc.Arbitrary<JsonValue> {
  const rest = items === false ? fc.constant([]) : fc.array(valuesOf(items, references), { maxLength: 3 });
  const fixed = fc.tuple(...prefixItems.map((item) => valuesOf(item, references)));
  return fc.tuple(fixed, rest, fc.nat({ max: 5 })).map(([first, more, length]) => [...first, ...more].slice(0, length + 1));
}

function objectsOf({ properties, required = [], additionalProperties, patternProperties }: JsonSchema, references: number): fc.Arbitrary<JsonValue> {
  const declared = Object.entries(properties ?? {}).map(([key, own]) => [key, valuesOf(own, references)] as const);
  const undeclared = required.filter((key) => properties === undefined || !Object.hasOwn(properties, key)).map((key) => [key, value] as const);
  const isOpen = additionalProperties !== undefined || properties === undefined || patternProperties !== undefined;
  const extras = fc.dictionary(isOpen ? fc.constantFrom(...KEYS, "d", "zz") : fc.constant("zz"), value, { maxKeys: 2, noNullPrototype: true });
  const own = fc.record(Object.fromEntries([...declared, ...undeclared]), { requiredKeys: required, noNullPrototype: true });
  return fc.tuple(extras, own).map(([more, fields]) => ({ ...more, ...fields }) as JsonValue);
}
