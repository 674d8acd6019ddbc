/** One text for equal JSON values, whatever the order of their keys: what hashes and cache keys are made of. */
import { toJsonValue } from "../model/json-value.js";
import type { JsonValue } from "../model/json-schema.js";

/** Undefined for what is not plain JSON already (a Date, NaN, a cycle): its JSON form would be that of another value. */
export function canonicalJson(value: unknown): string | undefined {
  try {
    // The conversion returns the very value when there is nothing to convert.
    return value !== undefined && toJsonValue(value) === value ? write(value as JsonValue) : undefined;
  } catch {
    return undefined;
  }
}

function write(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${write(value[key]!)}`).join(",")}}`;
}
