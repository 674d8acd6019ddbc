/** Careful access to parsed JSON of unknown shape: own properties only, wrong types read as absent. Used by every loader. */

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Keys that reach a prototype when somebody assigns or merges them; no loader ever copies them. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export function isUnsafeKey(key: string): boolean {
  return UNSAFE_KEYS.has(key);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object's own property, never an inherited one such as `constructor`. */
export function getOwn(object: JsonObject | undefined, key: string): JsonValue | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

export function objectAt(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = getOwn(object, key);
  return isObject(value) ? value : undefined;
}

/** The list under `key`; empty when there is none. */
export function listAt(object: JsonObject | undefined, key: string): JsonValue[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value : [];
}

/** The text under `key`; undefined when it is absent, blank or no text. */
export function textAt(object: JsonObject | undefined, key: string): string | undefined {
  const value = getOwn(object, key);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** The strings among the list under `key`. */
export function textsAt(object: JsonObject | undefined, key: string): string[] {
  return listAt(object, key).filter((value) => typeof value === "string");
}

/** What a value is, in words, without showing it. */
export function describeType(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A name that came from outside, fit for a message: quoted, escaped, at most `max` characters. */
export function quote(text: string, max = 200): string {
  return JSON.stringify(text.length > max ? `${text.slice(0, max)}…` : text);
}

/** `{ [key]: value }` for a value that is there, else `{}`; for optional fields that are absent rather than undefined. */
export function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}
