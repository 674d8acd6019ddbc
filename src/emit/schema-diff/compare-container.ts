/** What a schema of lists or objects refuses and another does not. Serves the comparison of schemas. */
import type { JsonSchema } from "../../model/json-schema.js";
import { compareSize } from "./compare-scalar.js";
import type { Difference } from "./difference.js";
import { unsure } from "./difference.js";
import { isSameKeyword } from "./same-schema.js";

type Path = readonly string[];
/** Of parts of the value. */
export type CompareParts = (from: unknown, to: unknown, path: Path) => Difference[];

export function compareArrays(from: JsonSchema, to: JsonSchema, path: Path, compareParts: CompareParts): Difference[] {
  const before = from.prefixItems ?? [];
  const after = to.prefixItems ?? [];
  const [rest, restAfter] = [from.items ?? true, to.items ?? true];
  const longest = Math.min(from.maxItems ?? Infinity, rest === false ? before.length : Infinity);
  const fixed = Math.max(before.length, after.length);
  const found = compareSize(from.minItems, longest, to, "minItems", "maxItems", path);
  for (let i = 0; i < fixed && i < longest; i++) found.push(...compareParts(before[i] ?? rest, after[i] ?? restAfter, [...path, `[${i}]`]));
  if (longest > fixed) found.push(...compareParts(rest, restAfter, [...path, "[]"]));
  if (to.uniqueItems === true && from.uniqueItems !== true && longest > 1)
    found.push({ path, keyword: "uniqueItems", text: "no repeated items any more", reverse: "repeated items are allowed" });
  return found;
}

/**
 * An object that leaves `additionalProperties` unsaid is open by the letter of JSON Schema, and what it does not declare nobody sends: a property that is
 * declared later is new, not narrowed. One that says it is open (`true`, a schema) is taken at its word.
 */
export function compareObjects(from: JsonSchema, to: JsonSchema, path: Path, compareParts: CompareParts): Difference[] {
  const found = [...compareCounts(from, to, path), ...compareNames(from, to, path)];
  const before = from.properties ?? {};
  const after = to.properties ?? {};
  const patterns = Object.keys(to.patternProperties ?? {});
  const isMatched = (key: string) => patterns.some((pattern) => matches(pattern, key));
  for (const [key, schema] of Object.entries(before)) {
    const at = [...path, key];
    const next = own(after, key) ?? (isMatched(key) ? true : (to.additionalProperties ?? true));
    if (next === false) found.push({ path: at, keyword: "properties", text: "removed", reverse: "new" });
    else found.push(...compareParts(schema, next, at));
  }
  // An object of which nothing is declared is a bag of anything.
  const rest = from.additionalProperties ?? (from.properties === undefined ? true : undefined);
  for (const [key, schema] of Object.entries(after)) {
    if (own(before, key) !== undefined) continue;
    if (isMatched(key)) found.push(unsure([...path, key], "patternProperties", "a pattern for names covered it before"));
    else if (rest === undefined && from.required?.includes(key) !== true) continue;
    else if (rest !== false) found.push(...compareParts(rest ?? true, schema, [...path, key]));
  }
  found.push(...compareRequired(from, to, path), ...compareRest(from, to, path, compareParts));
  return found;
}

function compareRequired(from: JsonSchema, to: JsonSchema, path: Path): Difference[] {
  const before = new Set(from.required);
  return [...new Set(to.required)]
    .filter((key) => !before.has(key))
    .map((key): Difference => {
      const at = [...path, key];
      if (own(from.properties ?? {}, key) !== undefined) return { path: at, keyword: "required", text: "now required", reverse: "no longer required" };
      return { path: at, keyword: "properties", text: "new, and required", reverse: "removed" };
    });
}

/** Of properties that neither names nor patterns declare. */
function compareRest({ additionalProperties: before }: JsonSchema, { additionalProperties: after }: JsonSchema, path: Path, compareParts: CompareParts) {
  if (before === false || after === undefined || after === true) return [];
  if (typeof before === "object" && typeof after === "object") return compareParts(before, after, [...path, "*"]);
  if (typeof after === "object" && compareParts(true, after, path).length === 0) return [];
  const text = after === false ? "no other properties any more" : "other properties have to be of a given form";
  return [{ path, keyword: "additionalProperties", text, reverse: "other properties are allowed" }];
}

function compareNames(from: JsonSchema, to: JsonSchema, path: Path): Difference[] {
  const found: Difference[] = [];
  if (!isSameKeyword("patternProperties", from.patternProperties ?? {}, to.patternProperties ?? {}))
    found.push(unsure(path, "patternProperties", "the patterns for the names of properties differ"));
  if (to.propertyNames !== undefined && !isSameKeyword("propertyNames", from.propertyNames, to.propertyNames))
    found.push(unsure(path, "propertyNames", "what names properties may have differs"));
  return found;
}

function compareCounts(from: JsonSchema, to: JsonSchema, path: Path): Difference[] {
  const isClosed = from.additionalProperties === false && from.patternProperties === undefined;
  const least = Math.max(from.minProperties ?? 0, new Set(from.required).size);
  const most = Math.min(from.maxProperties ?? Infinity, isClosed ? Object.keys(from.properties ?? {}).length : Infinity);
  return compareSize(least, most, to, "minProperties", "maxProperties", path);
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, "u").test(key);
  } catch {
    // Cannot be matched by anything that reads it either; taken for a match, it is reported as undecided.
    return true;
  }
}

function own<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
