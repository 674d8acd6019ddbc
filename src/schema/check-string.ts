/** Compiles `string`: length in code points, pattern, format. A string never changes. Serves compilation. */
import type { JsonSchema } from "../model/json-schema.js";
import type { Format } from "./formats.js";
import { FORMATS } from "./formats.js";
import { count } from "./issue-text.js";
import type { Pattern } from "./pattern.js";
import { compilePattern } from "./pattern.js";
import type { Site } from "./site.js";
import { readCount, unusable } from "./site.js";
import type { Check, Walk } from "./walk.js";
import { FAIL, refuse } from "./walk.js";

type TextCheck = (text: string, walk: Walk) => string | typeof FAIL;

const MAX_SHOWN_PATTERN = 200;

export function checkText(value: unknown, walk: Walk): string | typeof FAIL {
  return typeof value === "string" ? value : refuse(walk, "string_type");
}

export function compileString(schema: JsonSchema, site: Site): Check {
  const checks = [compileLength(schema, site), compilePatternCheck(schema, site), compileFormat(schema)].filter((check) => check !== undefined);
  const [first] = checks;
  if (first === undefined) return checkText;
  if (checks.length === 1) return (value, walk) => (typeof value === "string" ? first(value, walk) : refuse(walk, "string_type"));
  return (value, walk) => {
    if (typeof value !== "string") return refuse(walk, "string_type");
    for (const check of checks) if (check(value, walk) === FAIL) return FAIL;
    return value;
  };
}

function compileLength(schema: JsonSchema, site: Site): TextCheck | undefined {
  const min = readCount(schema, "minLength", site) ?? 0;
  const max = readCount(schema, "maxLength", site) ?? Infinity;
  if (min === 0 && max === Infinity) return undefined;
  return (text, walk) => {
    const units = text.length;
    // A code point is one or two units, so most texts need no counting.
    if (units >= 2 * min && units <= max) return text;
    if (units > 2 * max) return refuse(walk, "string_too_long", count(max, "character"));
    const points = countCodePoints(text);
    if (points < min) return refuse(walk, "string_too_short", count(min, "character"));
    return points > max ? refuse(walk, "string_too_long", count(max, "character")) : text;
  };
}

function countCodePoints(text: string): number {
  let points = text.length;
  for (let i = 1; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) points--;
  }
  return points;
}

function compilePatternCheck(schema: JsonSchema, site: Site): TextCheck | undefined {
  if (schema.pattern === undefined) return undefined;
  const pattern = readPattern(schema.pattern, site, "pattern");
  const shown = pattern.source.length > MAX_SHOWN_PATTERN ? `${pattern.source.slice(0, MAX_SHOWN_PATTERN)}…` : pattern.source;
  return (text, walk) => {
    const matches = pattern.test(text, walk);
    if (matches === true) return text;
    return refuse(walk, matches === undefined ? "pattern_timeout" : "string_pattern_mismatch", shown);
  };
}

/** @throws UnusableSchemaError for a text that is no regular expression. */
export function readPattern(source: unknown, site: Site, keyword: string): Pattern {
  try {
    if (typeof source === "string") return compilePattern(source);
  } catch {
    // Reported below, where the place in the schema is known.
  }
  throw unusable(site, keyword, "is not a regular expression", 'write one that `new RegExp(pattern, "u")` accepts');
}

function compileFormat(schema: JsonSchema): TextCheck | undefined {
  const format: Format | undefined = schema.format === undefined ? undefined : FORMATS.get(schema.format);
  if (format === undefined) return undefined;
  const { test, issue, detail } = format;
  return (text, walk) => (test(text) ? text : refuse(walk, issue, detail));
}
