/** Arguments that become a `Map`, a `Set` or a `bigint`, made from their JSON forms or taken as they are. Serves compilation. */
import { isMap, isSet } from "node:util/types";
import type { JsonSchema } from "../model/json-schema.js";
import { isHostileKey, isPlain } from "./check-any.js";
import { compileRange } from "./check-number.js";
import { parseJsonText } from "./json-text.js";
import type { Site } from "./site.js";
import type { Check, Walk } from "./walk.js";
import { FAIL, refuse, refusePart } from "./walk.js";

const BIGINT_TEXT = /^[ \t\r\n]*[+-]?\d+[ \t\r\n]*$/;
/** Parsing takes time quadratic in the digits. */
const MAX_DIGITS = 1000;

export function compileSet(check: Check): Check {
  return (value, walk) => {
    if (isSet(value)) return value;
    const items = check(value, walk);
    return Array.isArray(items) ? new Set<unknown>(items) : items;
  };
}

/** An object, or a list of pairs: where the schema says object, pairs with string keys are read as one. */
export function compileMap(check: Check, isObject: boolean): Check {
  return (value, walk) => {
    if (isMap(value)) return value;
    const given = isObject && !walk.strict ? readPairs(value, walk) : value;
    const result = given === FAIL ? FAIL : check(given, walk);
    if (Array.isArray(result)) return new Map(result as [unknown, unknown][]);
    return typeof result === "object" && result !== null && isPlain(result) ? new Map(Object.entries(result)) : result;
  };
}

function readPairs(value: unknown, walk: Walk): unknown {
  const pairs = typeof value === "string" ? parseJsonText(value) : value;
  if (!Array.isArray(pairs)) return value;
  const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  let failed = false;
  for (const [index, pair] of (pairs as unknown[]).entries()) {
    const key: unknown = Array.isArray(pair) && pair.length === 2 ? pair[0] : undefined;
    if (typeof key === "string" && !isHostileKey(key)) object[key] = (pair as unknown[])[1];
    else failed = refusePart(walk, index, typeof key === "string" ? "extra_forbidden" : "map_pair") === FAIL;
  }
  return failed ? FAIL : object;
}

/** A safe integer, or the text of any integer up to 1000 digits. */
export function compileBigint(schema: JsonSchema, site: Site): Check {
  const within = compileRange(schema, site);
  const types = [schema.type ?? ["integer", "string"]].flat();
  const nullable = types.includes("null");
  const acceptsText = types.includes("string");
  return (value, walk) => {
    if (value === null && nullable) return null;
    const read = readBigint(value, acceptsText || !walk.strict, walk);
    return read === FAIL || within === undefined ? read : within(read, walk);
  };
}

function readBigint(value: unknown, acceptsText: boolean, walk: Walk): bigint | typeof FAIL {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return BigInt(value);
    return refuse(walk, Number.isInteger(value) ? "int_parsing_size" : "int_from_float", `${Number.MAX_SAFE_INTEGER}; send a larger one as a string`);
  }
  if (typeof value !== "string" || !acceptsText) return refuse(walk, "int_type");
  if (value.length > MAX_DIGITS || !BIGINT_TEXT.test(value)) return refuse(walk, "int_parsing");
  return BigInt(value.trim().replace(/^\+/, ""));
}
