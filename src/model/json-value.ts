/** Turns whatever a handler returned into a JSON value, without crashing on what JSON cannot hold. Serves the normalising stage of a call. */
import { MCPLayerError } from "../errors.js";
import type { JsonValue } from "./json-schema.js";

/** Deeper values are refused: they are cycles, or no client could parse them. */
const MAX_DEPTH = 1000;

/** Thrown for a value with no JSON form; says where in the result it sits. */
export class UnserializableError extends MCPLayerError {
  constructor(path: readonly PathPart[], problem: string) {
    super(`The result has no JSON form: ${problem} at ${formatPath(path)}`);
  }
}

type PathPart = string | number;
interface Walk {
  path: PathPart[];
  ancestors: object[];
}

/**
 * `Date` → ISO 8601, `Map` → object (string keys) or pairs, `Set` → array, bytes → base64, `bigint` → number when safe, else string, `NaN` and infinities → null,
 * an object with `toJSON()` or `toDict()` → its own form; functions and symbols vanish as in `JSON.stringify`. Values that are plain JSON already are returned as they are.
 * @throws UnserializableError for a cycle or for nesting beyond 1000 levels.
 */
export function toJsonValue(value: unknown): JsonValue {
  return convert(value, { path: [], ancestors: [] }) ?? null;
}

/** undefined = leave this value out. */
function convert(value: unknown, walk: Walk): JsonValue | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
    case "object":
      return value === null ? null : convertObject(value, walk);
    default:
      return undefined;
  }
}

function convertObject(value: object, walk: Walk): JsonValue | undefined {
  if (walk.ancestors.length >= MAX_DEPTH) throw new UnserializableError(walk.path, `it is nested deeper than ${MAX_DEPTH} levels`);
  // A short list is searched faster than a Set is filled, and results are rarely deep.
  if (walk.ancestors.includes(value)) throw new UnserializableError(walk.path, "a reference back to one of its own containers (a cycle)");
  walk.ancestors.push(value);
  const form = Array.isArray(value)
    ? convertArray(value, walk)
    : isPlain(value)
      ? convertRecord(value as Record<string, unknown>, walk)
      : convertInstance(value, walk);
  walk.ancestors.pop();
  return form;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !hasOwnForm(value);
}

function hasOwnForm(value: object): boolean {
  const { toJSON, toDict } = value as { toJSON?: unknown; toDict?: unknown };
  return typeof toJSON === "function" || typeof toDict === "function";
}

function convertArray(value: readonly unknown[], walk: Walk): JsonValue {
  let copy: JsonValue[] | undefined;
  for (let i = 0; i < value.length; i++) {
    const before = value[i];
    const after = convertAt(before, i, walk) ?? null;
    if (copy === undefined && after !== before) copy = value.slice(0, i) as JsonValue[];
    copy?.push(after);
  }
  return copy ?? (value as JsonValue[]);
}

function convertRecord(value: Record<string, unknown>, walk: Walk): JsonValue {
  let copy: Record<string, JsonValue> | undefined;
  const keys = Object.keys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const before = value[key];
    const after = convertAt(before, key, walk);
    if (copy === undefined && (after !== before || after === undefined)) copy = copyKeys(value, keys, i);
    if (copy !== undefined && after !== undefined) setOwn(copy, key, after);
  }
  return copy ?? (value as Record<string, JsonValue>);
}

function copyKeys(value: Record<string, unknown>, keys: readonly string[], count: number): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {};
  for (let i = 0; i < count; i++) setOwn(copy, keys[i]!, value[keys[i]!] as JsonValue);
  return copy;
}

function convertAt(value: unknown, part: PathPart, walk: Walk): JsonValue | undefined {
  walk.path.push(part);
  const form = convert(value, walk);
  walk.path.pop();
  return form;
}

function convertInstance(value: object, walk: Walk): JsonValue | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Map) return convertMap(value, walk);
  if (value instanceof Set) return convertArray([...(value as Set<unknown>)], walk);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return convert(value.valueOf(), walk);
  const { toJSON, toDict } = value as { toJSON?: unknown; toDict?: unknown };
  if (typeof toJSON === "function") return convertOwnForm(value, toJSON.call(value, ""), walk);
  if (typeof toDict === "function") return convertOwnForm(value, toDict.call(value), walk);
  return convertRecord({ ...value }, walk);
}

/** An own form that is the object itself would never end. */
function convertOwnForm(value: object, form: unknown, walk: Walk): JsonValue | undefined {
  return form === value ? convertRecord({ ...value }, walk) : convert(form, walk);
}

function convertMap(map: ReadonlyMap<unknown, unknown>, walk: Walk): JsonValue {
  if (![...map.keys()].every((key) => typeof key === "string")) return convertArray([...map], walk);
  const record: Record<string, unknown> = {};
  for (const [key, value] of map as ReadonlyMap<string, unknown>) setOwn(record, key, value);
  return convertRecord(record, walk);
}

/** Assignment that cannot reach a prototype. */
function setOwn<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === "__proto__") Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

function formatPath(path: readonly PathPart[]): string {
  if (path.length === 0) return "the top";
  const shown = path.length > 20 ? [...path.slice(0, 10), "…", ...path.slice(-5)] : path;
  return shown
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part.length > 40 ? `${part.slice(0, 40)}…` : part}`))
    .join("")
    .replace(/^\./, "");
}
