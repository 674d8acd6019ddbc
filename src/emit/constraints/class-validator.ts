/** What each decorator of class-validator says in JSON Schema: the table that the reader of decorators looks names up in. */
import type { JsonSchema, JsonValue } from "../../model/json-schema.js";
import { StaticRegExp } from "../static-value.js";

/** Keywords for the given (static) arguments; undefined where JSON Schema has no form for it, so that class-validator must run at call time. */
export type ValidatorRule = (args: readonly unknown[]) => JsonSchema | undefined;

const NOTHING: ValidatorRule = () => ({});
const always =
  (keywords: JsonSchema): ValidatorRule =>
  () =>
    keywords;
/** With options the meaning is another, and only class-validator knows which. */
const withoutOptions =
  (keywords: JsonSchema): ValidatorRule =>
  ([options]) =>
    options === undefined || (isRecord(options) && Object.keys(options).length === 0) ? keywords : undefined;
const numeric =
  (keyword: string): ValidatorRule =>
  ([value]) =>
    typeof value === "number" && Number.isFinite(value) ? { [keyword]: value } : undefined;

/**
 * ISO 8601 calendar dates, with or without a time. Class-validator also takes week dates, ordinal dates and the form without
 * hyphens; a schema that says so much teaches a model nothing.
 */
export const ISO_8601 = "^\\d{4}(-\\d{2}(-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}([.,]\\d+)?)?([Zz]|[+-]\\d{2}(:?\\d{2})?)?)?)?)?$";

/** Decorators that are not in the table have no form. */
export const VALIDATOR_RULES: Readonly<Record<string, ValidatorRule>> = {
  Allow: NOTHING,
  IsDefined: NOTHING,
  IsDate: NOTHING,
  IsObject: NOTHING,
  ValidateNested: NOTHING,

  IsInt: always({ type: "integer" }),
  IsNumber: ([options]) => (isRecord(options) && options.maxDecimalPlaces !== undefined ? undefined : { type: "number" }),
  IsString: always({ type: "string" }),
  IsBoolean: always({ type: "boolean" }),
  IsArray: always({ type: "array" }),

  Min: numeric("minimum"),
  Max: numeric("maximum"),
  IsPositive: always({ exclusiveMinimum: 0 }),
  IsNegative: always({ exclusiveMaximum: 0 }),
  IsDivisibleBy: ([value]) => (typeof value === "number" && value > 0 ? { multipleOf: value } : undefined),
  IsLatitude: always({ minimum: -90, maximum: 90 }),
  IsLongitude: always({ minimum: -180, maximum: 180 }),

  MinLength: numeric("minLength"),
  MaxLength: numeric("maxLength"),
  Length: ([min, max]) => (typeof min !== "number" ? undefined : { minLength: min, ...(typeof max === "number" ? { maxLength: max } : {}) }),
  IsNotEmpty: always({ minLength: 1 }),
  Matches: matches,
  Contains: ([seed]) => (typeof seed === "string" ? { pattern: escapeRegExp(seed) } : undefined),

  ArrayMinSize: numeric("minItems"),
  ArrayMaxSize: numeric("maxItems"),
  ArrayNotEmpty: always({ minItems: 1 }),
  ArrayUnique: ([identifier]) => (identifier === undefined ? { uniqueItems: true } : undefined),
  IsNotEmptyObject: withoutOptions({ minProperties: 1 }),

  IsIn: ([values]) => (Array.isArray(values) ? { enum: values as JsonValue[] } : undefined),
  IsNotIn: ([values]) => (Array.isArray(values) ? { not: { enum: values as JsonValue[] } } : undefined),
  IsEnum: ([values]) => (isRecord(values) ? { enum: Object.values(values) as JsonValue[] } : undefined),
  Equals: ([value]) => (value === undefined ? undefined : { const: value as JsonValue }),
  NotEquals: ([value]) => (value === undefined ? undefined : { not: { const: value as JsonValue } }),

  IsEmail: withoutOptions({ format: "email" }),
  IsUrl: withoutOptions({ format: "uri" }),
  IsUUID: uuid,
  IsFQDN: withoutOptions({ format: "hostname" }),
  IsIP: ([version]) => (version === undefined ? undefined : { format: String(version) === "6" ? "ipv6" : "ipv4" }),
  IsRFC3339: always({ format: "date-time" }),
  IsISO8601: withoutOptions({ pattern: ISO_8601 }),
  IsDateString: withoutOptions({ pattern: ISO_8601 }),
  IsMilitaryTime: always({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" }),

  IsAlpha: withoutOptions({ pattern: "^[A-Za-z]+$" }),
  IsAlphanumeric: withoutOptions({ pattern: "^[0-9A-Za-z]+$" }),
  IsNumberString: withoutOptions({ pattern: "^[+-]?([0-9]*[.])?[0-9]+$" }),
  IsHexadecimal: always({ pattern: "^(0[xXhH])?[0-9A-Fa-f]+$" }),
  IsHexColor: always({ pattern: "^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$" }),
  IsMongoId: always({ pattern: "^[0-9A-Fa-f]{24}$" }),
  IsBooleanString: always({ enum: ["true", "false", "1", "0"] }),
};

/** Validators that say nothing about types they do not fit, by their own contract. */
export const LENIENT_VALIDATORS: ReadonlySet<string> = new Set(["IsNotEmpty"]);

/** Decorators that change whether the others run. */
export const IS_OPTIONAL = "IsOptional";
export const VALIDATE_IF = "ValidateIf";

/** Keys by which the options argument of a validator is known, wherever it stands. */
export const OPTION_KEYS: ReadonlySet<string> = new Set(["each", "message", "groups", "always", "context"]);

/** A schema's pattern has no flags: the ones that change what matches have no form. */
function matches([pattern, modifiers = ""]: readonly unknown[]): JsonSchema | undefined {
  const { source, flags } = pattern instanceof StaticRegExp ? pattern : { source: pattern, flags: modifiers };
  if (typeof source !== "string" || typeof flags !== "string" || flags.replace(/[dgu]/g, "") !== "") return undefined;
  return { pattern: source };
}

function uuid([version = "all"]: readonly unknown[]): JsonSchema | undefined {
  const digit = String(version);
  if (digit === "all") return { format: "uuid" };
  return /^[1-8]$/.test(digit)
    ? { format: "uuid", pattern: `^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-${digit}[0-9A-Fa-f]{3}-[089ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$` }
    : undefined;
}

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
