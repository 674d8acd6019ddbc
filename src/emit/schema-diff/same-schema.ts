/** Whether two schemas say the same, descriptions and other annotations aside. Serves the comparison of schemas. */

/** Keywords that refuse nothing. */
const ANNOTATIONS: ReadonlySet<string> = new Set(
  "title description default examples deprecated readOnly writeOnly $comment $id $schema $defs definitions contentMediaType contentSchema".split(" "),
);

export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword);
}

/** The keywords of a schema that may refuse a value. */
export function assertionsOf(schema: object): string[] {
  return Object.keys(schema).filter((keyword) => !isAnnotation(keyword));
}

/** Keywords whose value is an object of schemas by NAME: `description` is a property there, not an annotation. */
const MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
/** Keywords whose value is data. */
const DATA: ReadonlySet<string> = new Set(["const", "enum", "required", "dependentRequired"]);

export function isSameSchema(a: unknown, b: unknown): boolean {
  return compareBy(a, b, "schema");
}

export function isSameKeyword(keyword: string, a: unknown, b: unknown): boolean {
  return compareBy(a, b, DATA.has(keyword) ? "data" : MAPS.has(keyword) ? "map" : "schema");
}

type Reading = "schema" | "map" | "data";

function compareBy(a: unknown, b: unknown, reading: Reading): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => compareBy(item, b[i], reading));
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  const keysOf = (object: object) => (reading === "schema" ? assertionsOf(object) : Object.keys(object));
  const keys = keysOf(left);
  if (keys.length !== keysOf(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && compareEntry(key, left[key], right[key], reading));
}

function compareEntry(key: string, a: unknown, b: unknown, reading: Reading): boolean {
  if (reading === "schema") return isSameKeyword(key, a, b);
  return compareBy(a, b, reading === "map" ? "schema" : "data");
}

/** Whether the schema says anything by reference: then its text alone does not tell what it means. */
export function hasReference(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && JSON.stringify(schema).includes('"$ref"');
}
