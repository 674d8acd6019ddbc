/** The checks of `boolean` and `null`, and of the schema `false`. Serve compilation. */
import type { FAIL, Walk } from "./walk.js";
import { refuse } from "./walk.js";

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "1", "yes", "on", "t", "y"].map((word) => [word, true] as const),
  ...["false", "0", "no", "off", "f", "n"].map((word) => [word, false] as const),
]);
const LONGEST_WORD = 5;

export function checkBoolean(value: unknown, walk: Walk): boolean | typeof FAIL {
  if (typeof value === "boolean") return value;
  if (walk.strict) return refuse(walk, "bool_type");
  if (typeof value === "string") return (value.length <= LONGEST_WORD ? WORDS.get(value.toLowerCase()) : undefined) ?? refuse(walk, "bool_parsing");
  if (value === 0 || value === 1) return value === 1;
  return refuse(walk, Number.isInteger(value) ? "bool_parsing" : "bool_type");
}

export function checkNull(value: unknown, walk: Walk): null | typeof FAIL {
  return value === null ? null : refuse(walk, "none_required");
}

export function checkNothing(_value: unknown, walk: Walk): typeof FAIL {
  return refuse(walk, "no_value_allowed");
}
