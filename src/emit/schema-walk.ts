/** Which keywords of a schema hold schemas. Serves every step that rebuilds one: inlining, normalising, marks. */
import type { JsonSchema } from "../model/json-schema.js";

type Holds = "schema" | "list" | "map";

const KEYWORDS: ReadonlyMap<string, Holds> = new Map<string, Holds>([
  ["items", "schema"],
  ["additionalProperties", "schema"],
  ["not", "schema"],
  ["propertyNames", "schema"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["allOf", "list"],
  ["prefixItems", "list"],
  ["properties", "map"],
  ["patternProperties", "map"],
  ["$defs", "map"],
]);

/** A copy with every direct subschema replaced. `path` is the subschema's place as a JSON pointer relative to `schema`. */
export function mapSubschemas(schema: JsonSchema, replace: (subschema: JsonSchema, path: string) => JsonSchema): JsonSchema {
  const copy: JsonSchema = { ...schema };
  for (const key of Object.keys(schema)) {
    const holds = KEYWORDS.get(key);
    const value = schema[key];
    if (holds === undefined || typeof value !== "object" || value === null) continue;
    if (holds === "schema") copy[key] = replace(value as JsonSchema, `/${key}`);
    else if (holds === "list") copy[key] = (value as JsonSchema[]).map((entry, i) => replace(entry, `/${key}/${i}`));
    else copy[key] = mapValues(value as Record<string, JsonSchema>, (entry, name) => replace(entry, `/${key}/${escapePointer(name)}`));
  }
  return copy;
}

/** Keywords in alphabetical order, at every level: the same schema is always the same text. */
export function sortKeywords(schema: JsonSchema): JsonSchema {
  const sorted = mapSubschemas(schema, sortKeywords);
  return Object.fromEntries(Object.entries(sorted).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Safe for a property called `__proto__`. */
function mapValues<A, B>(object: Readonly<Record<string, A>>, map: (value: A, key: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/** RFC 6901 section 3. */
function escapePointer(name: string): string {
  return name.includes("~") || name.includes("/") ? name.replace(/~/g, "~0").replace(/\//g, "~1") : name;
}
