/** Fills absent arguments with the schema's defaults, a fresh copy each time. Serves the checks of objects. */
import { isPlain } from "./check-any.js";
import type { Check } from "./walk.js";
import { FAIL, Walk } from "./walk.js";

export type FillDefault = () => unknown;

/**
 * The default goes through the property's own check, so that it arrives as an argument would: dates and DTO instances built, inner defaults filled.
 * One the check refuses (`null` for a plain string, say) is the author's word and is filled as it is written.
 */
export function compileDefault(value: unknown, check: Check): FillDefault {
  // At first use, not at compile time: the check of a recursive schema may not be complete yet, nor its classes initialised.
  let fill: FillDefault | undefined;
  return () => (fill ??= planFill(value, check))();
}

function planFill(value: unknown, check: Check): FillDefault {
  const copy = compileCopy(value);
  const checked = runCheck(check, copy());
  if (checked === FAIL) return copy;
  // What became an instance is made anew each time, by its own constructor.
  return isJson(checked) ? compileCopy(checked) : () => runCheck(check, copy());
}

function runCheck(check: Check, value: unknown): unknown {
  const walk = new Walk(false);
  walk.quiet = true;
  return check(value, walk);
}

function isJson(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Array.isArray(value) ? value.every(isJson) : isPlain(value) && Object.values(value).every(isJson);
}

/** A copier of one JSON value, its shape worked out beforehand. */
function compileCopy(value: unknown): () => unknown {
  if (typeof value !== "object" || value === null) return () => value;
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object" || item === null)) return () => value.slice() as unknown[];
    const items = value.map(compileCopy);
    return () => items.map((copy) => copy());
  }
  const fields = Object.entries(value).map(([key, field]) => [key, compileCopy(field)] as const);
  return () => Object.fromEntries(fields.map(([key, copy]) => [key, copy()]));
}
