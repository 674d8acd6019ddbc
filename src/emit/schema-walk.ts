/** Which keywords of a schema hold schemas. Serves every step that rebuilds one: inlining, normalising, marks. */
import type { JsonSchema } from "../model/json-schema.js";

const SINGLE = ["items", "additionalProperties", "not", "propertyNames"];
const LIST = ["anyOf", "oneOf", "allOf", "prefixItems"];
const MAP = ["properties", "patternProperties", "$defs"];

/** A copy with every direct subschema replaced. `path` is the subschema's place as a JSON pointer relative to `schema`. */
export function mapSubschemas(schema: JsonSchema, replace: (subschema: JsonSchema, path: string) => JsonSchema): JsonSchema {
  const copy: JsonSchema = { ...schema };
  for (const key of SINGLE) {
    const value = copy[key];
    if (isSchema(value)) copy[key] = replace(value, `/${key}`);
  }
  for (const key of LIST) {
    const value = copy[key];
    if (Array.isArray(value)) copy[key] = value.map((entry: JsonSchema, i) => replace(entry, `/${key}/${i}`));
  }
  for (const key of MAP) {
    const value = copy[key];
    if (isSchema(value)) copy[key] = mapValues(value as Record<string, JsonSchema>, (entry, name) => replace(entry, `/${key}/${escapePointer(name)}`));
  }
  return copy;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Safe for a property called `__proto__`. */
export function mapValues<A, B>(object: Readonly<Record<string, A>>, map: (value: A, key: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/** RFC 6901 section 3. */
export function escapePointer(name: string): string {
  return name.replace(/~/g, "~0").replace(/\//g, "~1");
}
