/** Compiles `integer` and `number`, with the coercion of a careful human: `"5"` is five, `true` and `""` are not numbers. Serves compilation. */
import type { JsonSchema } from "../model/json-schema.js";
import type { Site } from "./site.js";
import { readNumber, unusable } from "./site.js";
import type { Check, Walk } from "./walk.js";
import { FAIL, refuse } from "./walk.js";

type Read = (value: unknown, walk: Walk) => number | typeof FAIL;

const INTEGER_TEXT = /^[ \t\r\n]*[+-]?\d+(?:\.0+)?[ \t\r\n]*$/;
const NUMBER_TEXT = /^[ \t\r\n]*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[ \t\r\n]*$/;
/** Longer texts are no number anybody writes. */
const MAX_NUMBER_TEXT = 400;

/** An integer is safe (below 2^53 either way): beyond that JSON readers disagree about which number it is. */
export function readInteger(value: unknown, walk: Walk): number | typeof FAIL {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : refuse(walk, numberIssue(value), Number.MAX_SAFE_INTEGER);
  if (typeof value !== "string" || walk.strict) return refuse(walk, "int_type");
  if (value.length > MAX_NUMBER_TEXT || !INTEGER_TEXT.test(value)) return refuse(walk, "int_parsing");
  const parsed = Number(value);
  // `+ 0` turns -0 into 0: "-0" is the integer zero.
  return Number.isSafeInteger(parsed) ? parsed + 0 : refuse(walk, "int_parsing_size", Number.MAX_SAFE_INTEGER);
}

function numberIssue(value: number): "finite_number" | "int_from_float" | "int_parsing_size" {
  if (!Number.isFinite(value)) return "finite_number";
  return Number.isInteger(value) ? "int_parsing_size" : "int_from_float";
}

function readFloat(value: unknown, walk: Walk): number | typeof FAIL {
  if (typeof value === "number") return Number.isFinite(value) ? value : refuse(walk, "finite_number");
  if (typeof value !== "string" || walk.strict) return refuse(walk, "float_type");
  if (value.length > MAX_NUMBER_TEXT || !NUMBER_TEXT.test(value)) return refuse(walk, "float_parsing");
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : refuse(walk, "finite_number");
}

export function compileNumber(schema: JsonSchema, integer: boolean, site: Site): Check {
  const read: Read = integer ? readInteger : readFloat;
  const within = compileRange(schema, site);
  if (within === undefined) return read;
  return (value, walk) => {
    const number = read(value, walk);
    return number === FAIL ? FAIL : within(number, walk);
  };
}

/** The checks of `minimum` … `multipleOf` on a number or bigint, or undefined where there is none. */
export function compileRange(schema: JsonSchema, site: Site): (<N extends number | bigint>(value: N, walk: Walk) => N | typeof FAIL) | undefined {
  const min = readNumber(schema, "minimum", site) ?? -Infinity;
  const max = readNumber(schema, "maximum", site) ?? Infinity;
  const above = readNumber(schema, "exclusiveMinimum", site) ?? -Infinity;
  const below = readNumber(schema, "exclusiveMaximum", site) ?? Infinity;
  const step = readNumber(schema, "multipleOf", site);
  if (step !== undefined && step <= 0) throw unusable(site, "multipleOf", "is not above 0", "give a positive number");
  if (min === -Infinity && max === Infinity && above === -Infinity && below === Infinity && step === undefined) return undefined;
  return (value, walk) => {
    if (value < min) return refuse(walk, "greater_than_equal", min);
    if (value > max) return refuse(walk, "less_than_equal", max);
    if (value <= above) return refuse(walk, "greater_than", above);
    if (value >= below) return refuse(walk, "less_than", below);
    if (step !== undefined && !isMultiple(value, step)) return refuse(walk, "multiple_of", step);
    return value;
  };
}

/** Exact in decimal, so that 0.3 is a multiple of 0.1. */
function isMultiple(value: number | bigint, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return (value as number) % step === 0;
  const [a, exponentA] = toDecimal(value);
  const [b, exponentB] = toDecimal(step);
  const exponent = Math.min(exponentA, exponentB);
  return (a * 10n ** BigInt(exponentA - exponent)) % (b * 10n ** BigInt(exponentB - exponent)) === 0n;
}

/** `value` = mantissa × 10^exponent. */
function toDecimal(value: number | bigint): [mantissa: bigint, exponent: number] {
  if (typeof value === "bigint") return [value, 0];
  const [digits = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = digits.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
