/** Applies the marks of a Terraform file to its values: what is marked sensitive is replaced before anything else sees it. */
import { getOwn, isObject, isUnsafeKey } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import { SENSITIVE } from "./secret-names.js";

/** Receives each value that was hidden. */
export type HiddenValue = (value: JsonValue) => void;

/**
 * A copy of the values without what the mask marks. The mask mirrors the values: `true` for all that is below, an object by key,
 * a list (or an object with number keys) by position. A mask whose shape does not fit hides what it was meant for rather than
 * letting it through. `null` stays: it hides nothing.
 */
export function maskValue(value: JsonValue, mask: JsonValue | undefined, onHidden: HiddenValue): JsonValue {
  if (value === null || !marksAnything(mask)) return copyJson(value);
  if (Array.isArray(value) && typeof mask === "object") {
    return fitsList(mask, value.length) ? value.map((item, index) => maskValue(item, entryOf(mask, String(index)), onHidden)) : hide(value, onHidden);
  }
  if (isObject(value) && isObject(mask)) return mapObject(value, (item, key) => maskValue(item, getOwn(mask, key), onHidden));
  return hide(value, onHidden);
}

/** As {@link maskValue}, for the attributes of a resource: a mask that covers everything leaves their names. */
export function maskAttributes(attributes: JsonObject, mask: JsonValue | undefined, onHidden: HiddenValue): JsonObject {
  return mapObject(attributes, (value, key) => {
    if (isObject(mask)) return maskValue(value, getOwn(mask, key), onHidden);
    return marksAnything(mask) ? maskValue(value, true, onHidden) : copyJson(value);
  });
}

function hide(value: JsonValue, onHidden: HiddenValue): JsonValue {
  onHidden(value);
  return SENSITIVE;
}

/** Anything but a plain "no" is a mark, so that a mask in a form we do not know errs towards hiding. */
function marksAnything(mask: JsonValue | undefined): boolean {
  if (mask === undefined || mask === null || mask === false) return false;
  return typeof mask !== "object" || Object.values(mask).some(marksAnything);
}

function fitsList(mask: JsonValue | undefined, length: number): mask is JsonValue[] | JsonObject {
  if (Array.isArray(mask)) return mask.length <= length;
  return isObject(mask) && Object.keys(mask).every((key) => /^\d+$/.test(key) && Number(key) < length);
}

function entryOf(mask: JsonValue[] | JsonObject, key: string): JsonValue | undefined {
  return Array.isArray(mask) ? mask[Number(key)] : getOwn(mask, key);
}

/**
 * The mask that Terraform's `sensitive_attributes` describe: a list of paths, each a list of steps.
 * A path that cannot be read to its end hides what it led to so far.
 */
export function maskOfPaths(paths: JsonValue | undefined): JsonValue {
  if (paths === undefined || paths === null) return false;
  if (!Array.isArray(paths)) return true;
  return paths.reduce<JsonValue>((mask, path) => addPath(mask, Array.isArray(path) ? path : [], 0), false);
}

function addPath(mask: JsonValue, path: readonly JsonValue[], at: number): JsonValue {
  const step = stepKey(path[at]);
  if (mask === true || step === undefined) return true;
  const below = isObject(mask) ? mask : {};
  below[step] = addPath(getOwn(below, step) ?? false, path, at + 1);
  return below;
}

/** `{type: "get_attr", value: "password"}` → password; `{type: "index", value: {value: 0, type: "number"}}` → 0; the end or an unknown step → undefined. */
function stepKey(step: JsonValue | undefined): string | undefined {
  if (!isObject(step)) return undefined;
  const value = getOwn(step, "value");
  const key = isObject(value) ? getOwn(value, "value") : value;
  return (typeof key === "string" || typeof key === "number") && !isUnsafeKey(String(key)) ? String(key) : undefined;
}

function mapObject(object: JsonObject, change: (value: JsonValue, key: string) => JsonValue): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(object)) if (!isUnsafeKey(key)) result[key] = change(value, key);
  return result;
}

/** A copy without the keys that reach a prototype. */
export function copyJson(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyJson);
  return isObject(value) ? mapObject(value, copyJson) : value;
}
