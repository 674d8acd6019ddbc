/** Compiles `enum` and `const`: the value itself, or what the declared type makes of it. Serves compilation. */
import { equalityKey } from "./json-equality.js";
import type { Check } from "./walk.js";
import { checkQuietly, FAIL, refuse, Walk } from "./walk.js";

const MAX_SHOWN = 20;
const MAX_SHOWN_LENGTH = 60;

/**
 * @param typed The check of the declared type, which also coerces (`"1"` for the integer 1); undefined where the schema has no type.
 */
export function compileLiteral(values: readonly unknown[], typed: Check | undefined): Check {
  const expected = describeLiterals(values);
  const has = compileMembership(values);
  return (value, walk) => {
    if (has(value)) return value;
    if (typed !== undefined && !walk.strict && (typeof value === "string" || typeof value === "number")) {
      const coerced = checkQuietly(typed, value, walk, false);
      if (coerced !== FAIL && has(coerced)) return coerced;
    }
    return refuse(walk, "literal_error", expected);
  };
}

function compileMembership(values: readonly unknown[]): (value: unknown) => boolean {
  const [only] = values;
  if (values.length === 1 && !isObject(only)) return (value) => value === only;
  const scalars = new Set(values.filter((value) => !isObject(value)));
  const objects = new Set(values.filter(isObject).map(equalityKey));
  if (objects.size === 0) return (value) => scalars.has(value);
  return (value) => scalars.has(value) || (isObject(value) && isShallow(value) && objects.has(equalityKey(value)));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether an input is small enough to be spelt out for comparison. Literals written in source are; cycles and floods are not. */
function isShallow(value: object, budget = { nodes: 1000, depth: 20 }): boolean {
  if (budget.depth-- <= 0) return false;
  const shallow = Object.values(value).every((part) => --budget.nodes > 0 && (!isObject(part) || isShallow(part, budget)));
  budget.depth++;
  return shallow;
}

/** `'asset', 'edge' or 3`, the words of the schema's author; a long list is cut. */
export function describeLiterals(values: readonly unknown[]): string {
  if (values.length === 0) return "absent: no value is permitted";
  const shown = values.slice(0, MAX_SHOWN).map(describeLiteral);
  if (values.length > MAX_SHOWN) return `${shown.join(", ")} or one of ${values.length - MAX_SHOWN} more`;
  return joinWithOr(shown);
}

export function joinWithOr(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function describeLiteral(value: unknown): string {
  const text = typeof value === "string" ? `'${value}'` : JSON.stringify(value);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

/** Of the literals, those that the keywords beside them allow too. */
export function allowedLiterals(values: readonly unknown[], typed: Check | undefined): readonly unknown[] {
  if (typed === undefined) return values;
  return values.filter((value) => isObject(value) || checkQuietly(typed, value, new Walk(true), true) !== FAIL);
}
