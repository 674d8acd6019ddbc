/** Any JSON Schema → the subset that Gemini reads in `parametersJsonSchema`; everything else is said in the description. */
import type { JsonSchema, JsonValue } from "../../model/json-schema.js";
import { describeWith, noteKeywords } from "./schema-notes.js";
import { isSchema, joinAllOf } from "./schema-refs.js";

const TAKEN = ["type", "minItems", "maxItems", "minimum", "maximum", "required"] as const;
const FORMATS = new Set(["date-time", "date", "time", "int32", "int64", "float", "double"]);
const SAID = new Set<string>([...TAKEN, "enum", "const", "items", "prefixItems", "properties", "anyOf", "oneOf", "$ref"]);

const converted = new WeakMap<JsonSchema, JsonSchema>();

/** Converted once per schema. Arguments need no way back: the subset only says less. */
export function toGeminiSchema(schema: JsonSchema): JsonSchema {
  let result = converted.get(schema);
  if (result === undefined) {
    const definitions = schema.$defs === undefined ? {} : { $defs: convertMap(schema.$defs, schema) };
    converted.set(schema, (result = { ...convert(schema, schema), ...definitions }));
  }
  return result;
}

function convert(given: unknown, root: JsonSchema): JsonSchema {
  if (!isSchema(given)) return {};
  if (typeof given.$ref === "string") {
    const described = describeWith(given.description, noteKeywords(given, SAID));
    // Beside a $ref nothing else is read.
    return described.description === undefined ? { $ref: given.$ref } : { ...described, anyOf: [{ $ref: given.$ref }] };
  }
  const schema = joinAllOf(given, root);
  const format = typeof schema.format === "string" && FORMATS.has(schema.format) ? { format: schema.format } : {};
  const literals = readLiterals(schema);
  const notes = [...noteKeywords(schema, new Set([...SAID, ...Object.keys(format)])), ...(literals.note === undefined ? [] : [literals.note])];
  const branches = schema.anyOf ?? schema.oneOf;
  return {
    ...Object.fromEntries(TAKEN.filter((keyword) => schema[keyword] !== undefined).map((keyword) => [keyword, schema[keyword]])),
    ...describeWith(schema.description, notes),
    ...format,
    ...literals.schema,
    ...(schema.properties === undefined ? {} : { properties: convertMap(schema.properties, root) }),
    ...(isSchema(schema.items) ? { items: convert(schema.items, root) } : {}),
    ...(schema.prefixItems === undefined ? {} : { prefixItems: schema.prefixItems.map((item) => convert(item, root)) }),
    ...(branches === undefined ? {} : { anyOf: branches.map((branch) => convert(branch, root)) }),
    ...additional(schema, root),
  };
}

function convertMap(schemas: Record<string, JsonSchema>, root: JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, convert(schema, root)]));
}

function additional({ additionalProperties }: JsonSchema, root: JsonSchema): JsonSchema {
  if (additionalProperties === undefined) return {};
  return { additionalProperties: isSchema(additionalProperties) ? convert(additionalProperties, root) : additionalProperties };
}

/** Enums hold strings and numbers; a lone null or boolean is a type, anything else a note. */
function readLiterals({ const: single, enum: many, type }: JsonSchema): { readonly schema: JsonSchema; readonly note?: string } {
  const values: JsonValue[] | undefined = single === undefined ? many : [single];
  if (values === undefined) return { schema: {} };
  const plain = values.filter((value) => typeof value === "string" || typeof value === "number");
  const types = [...new Set(values.map(typeOf))];
  const typed: JsonSchema = type === undefined && types.length > 0 ? { type: (types.length === 1 ? types[0]! : types) as NonNullable<JsonSchema["type"]> } : {};
  const isPlain = plain.length === values.filter((value) => value !== null).length && plain.length > 0;
  return isPlain ? { schema: { ...typed, enum: plain } } : { schema: typed, note: `one of ${JSON.stringify(values)}` };
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
