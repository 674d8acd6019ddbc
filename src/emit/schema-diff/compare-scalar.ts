/** What a schema of numbers or texts refuses and another does not. Serves the comparison of schemas. */
import type { JsonSchema } from "../../model/json-schema.js";
import type { Difference } from "./difference.js";
import { changed } from "./difference.js";

type Path = readonly string[];

export function compareNumbers(from: JsonSchema, to: JsonSchema, integer: boolean, path: Path): Difference[] {
  return [...compareBound(from, to, "minimum", integer, path), ...compareBound(from, to, "maximum", integer, path), ...compareStep(from, to, integer, path)];
}

interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

const EXCLUSIVE = { minimum: "exclusiveMinimum", maximum: "exclusiveMaximum" } as const;

function compareBound(from: JsonSchema, to: JsonSchema, keyword: "minimum" | "maximum", integer: boolean, path: Path): Difference[] {
  const sign = keyword === "minimum" ? 1 : -1;
  const before = readBound(from, keyword, sign, integer);
  const after = readBound(to, keyword, sign, integer);
  const isWithin = before.value > after.value || (before.value === after.value && (before.exclusive || !after.exclusive));
  if (isWithin) return [];
  const shown = ({ value, exclusive }: Bound) => (Number.isFinite(value) ? `${exclusive ? (sign > 0 ? "> " : "< ") : ""}${value * sign}` : "none");
  const [a, b] = [shown(before), shown(after)];
  return [{ path, keyword, text: `${keyword} ${a} → ${b}`, reverse: `${keyword} ${b} → ${a}` }];
}

/** The stricter of the two forms, as a lower bound: an upper one is turned around by `sign`. */
function readBound(schema: JsonSchema, keyword: "minimum" | "maximum", sign: 1 | -1, integer: boolean): Bound {
  const read = (name: string) => (typeof schema[name] === "number" ? schema[name] * sign : -Infinity);
  const inclusive = read(keyword);
  const exclusive = read(EXCLUSIVE[keyword]);
  if (integer) return { value: Math.max(Math.ceil(inclusive), Math.floor(exclusive) + 1), exclusive: false };
  return exclusive >= inclusive && exclusive > -Infinity ? { value: exclusive, exclusive: true } : { value: inclusive, exclusive: false };
}

/** Decided for whole numbers; of fractions, binary and decimal arithmetic disagree. */
function compareStep(from: JsonSchema, to: JsonSchema, integer: boolean, path: Path): Difference[] {
  const before = from.multipleOf ?? (integer ? 1 : undefined);
  const after = to.multipleOf;
  if (after === undefined || before === after) return [];
  if (Number.isSafeInteger(before) && Number.isSafeInteger(after) && before! % after === 0) return [];
  if (integer && after === 1) return [];
  return [changed(path, "multipleOf", from.multipleOf, after)];
}

export function compareTexts(from: JsonSchema, to: JsonSchema, path: Path): Difference[] {
  const found: Difference[] = [...compareSize(from.minLength, from.maxLength, to, "minLength", "maxLength", path)];
  if (to.pattern !== undefined && to.pattern !== from.pattern)
    found.push(changed(path, "pattern", from.pattern, to.pattern, from.pattern === undefined ? "" : " (cannot tell whether it matches all that matched)"));
  for (const keyword of ["format", "contentEncoding"])
    if (to[keyword] !== undefined && to[keyword] !== from[keyword]) found.push(changed(path, keyword, from[keyword], to[keyword]));
  return found;
}

/** Of lengths and counts: what is given for `from` may be known better than its keywords say. */
export function compareSize(min: number | undefined, max: number | undefined, to: JsonSchema, least: string, most: string, path: Path): Difference[] {
  const lower = typeof to[least] === "number" ? to[least] : 0;
  const upper = typeof to[most] === "number" ? to[most] : Infinity;
  const found: Difference[] = [];
  if ((min ?? 0) < lower) found.push(changed(path, least, min, lower));
  if ((max ?? Infinity) > upper) found.push(changed(path, most, max, upper));
  return found;
}
