/** The classes that class-validator checks policy documents with. Loaded only when somebody brings a document of their own: built-in profiles are checked when they are built. */
import { ValidateBy } from "class-validator";
import type { ValidationArguments } from "class-validator";
import { CAPABILITY_NAMES } from "../model/capability.js";
import { Sensitivity } from "../model/sensitivity.js";
import { quoteShort } from "../model/name.js";
import { suggestKey } from "../schema/suggest-key.js";
import { LIMIT_KINDS, MATCH_KINDS, PERIODS, SCOPES } from "./document.js";
import { findGlobFault } from "./glob-list.js";

const MAX_AUDIT_SIZE = 1_000_000;
const MAX_BURST = 1_000_000_000;
const LEVELS = Object.values(Sensitivity);

/** What is wrong with a value; with `index`, of which item of a list. */
interface Problem {
  readonly problem: string;
  readonly index?: number;
}
type Check = (value: unknown) => Problem | undefined;

/** class-validator gives strings; ours carry the index of the item in front. */
const INDEX = /^@(\d+) /;
export function readMessage(message: string): Problem {
  const found = INDEX.exec(message);
  return found === null ? { problem: message } : { problem: message.slice(found[0].length), index: Number(found[1]) };
}

/** `null` and absence are "not said" for every key but those of {@link Required}. */
function Checked(check: Check, { required = false } = {}): PropertyDecorator {
  const find: Check = (value) => (value === undefined || value === null ? (required ? { problem: "is required" } : undefined) : check(value));
  return ValidateBy({
    name: "policy",
    validator: {
      validate: (value: unknown) => find(value) === undefined,
      defaultMessage: (args?: ValidationArguments) => {
        const { problem, index } = find(args?.value)!;
        return index === undefined ? problem : `@${index} ${problem}`;
      },
    },
  });
}

const describe = (value: unknown): string => {
  if (typeof value === "string") return `the text ${quoteShort(value)}`;
  if (Array.isArray(value)) return "a list";
  if (typeof value === "boolean") return `the boolean ${value} (words such as yes, no, on need quotes to be texts)`;
  if (value instanceof Date) return "a date; put it in quotes for a text";
  return typeof value === "object" ? "a map" : `the ${typeof value} ${String(value)}`;
};
const must = (expected: string, value: unknown): Problem => ({ problem: `must be ${expected}; it is ${describe(value)}` });

const text: Check = (value) => (typeof value === "string" && value !== "" ? undefined : must("a text", value));
const flag: Check = (value) => (typeof value === "boolean" ? undefined : must("true or false", value));
const list: Check = (value) => (Array.isArray(value) ? undefined : must("a list", value));
const map: Check = (value) => (typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : must("a map", value));
const textOrMap: Check = (value) => (text(value) === undefined || map(value) === undefined ? undefined : must("a text or a map", value));

function oneOf(names: readonly string[]): Check {
  return (value) => {
    if (typeof value !== "string") return must(`one of ${names.join(", ")}`, value);
    if (names.includes(value)) return undefined;
    const near = suggestKey(value, names);
    return { problem: `${quoteShort(value)} is unknown; ${near === undefined ? `use one of ${names.join(", ")}` : `did you mean ${near}?`}` };
  };
}

function listOf(item: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return must("a list", value);
    const faults = value.map(item);
    const index = faults.findIndex((fault) => fault !== undefined);
    return index === -1 ? undefined : { problem: faults[index]!.problem, index };
  };
}

function count(lowest: number, highest: number): Check {
  return (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= lowest && value <= highest
      ? undefined
      : must(`a whole number from ${lowest} to ${highest}`, value);
}

const rate: Check = (value) =>
  typeof value === "number" && Number.isFinite(value) && value > 0 && value <= MAX_BURST ? undefined : must("a number above 0", value);

const glob: Check = (value) => {
  if (typeof value !== "string") return must("a glob", value);
  const fault = findGlobFault(value);
  return fault === undefined ? undefined : { problem: `${quoteShort(value)} is no glob: ${fault}` };
};

/** A document that asks for redaction must not be served without it. */
const emptyPipeline: Check = (value) => {
  if (!Array.isArray(value)) return must("a list", value);
  return value.length === 0
    ? undefined
    : { problem: "transforms are not available in this version of cloudg-mcp: values would leave unchanged that they are meant to change. Take the list out" };
};

const Globs = (): PropertyDecorator => Checked(listOf(glob));
const Texts = (): PropertyDecorator => Checked(listOf(text));
const Capabilities = (): PropertyDecorator => Checked(listOf(oneOf(CAPABILITY_NAMES)));

class AccessFields {
  @Globs() allowTools?: unknown;
  @Globs() denyTools?: unknown;
  @Globs() allowResources?: unknown;
  @Globs() denyResources?: unknown;
  @Globs() allowPrompts?: unknown;
  @Globs() denyPrompts?: unknown;
  @Texts() allowCategories?: unknown;
  @Texts() denyCategories?: unknown;
  @Capabilities() allowCapabilities?: unknown;
  @Capabilities() denyCapabilities?: unknown;
  @Checked(oneOf(LEVELS)) maxSensitivity?: unknown;
  @Checked(emptyPipeline) transforms?: unknown;
  @Checked(emptyPipeline) inputTransforms?: unknown;
}

export class PolicyFields extends AccessFields {
  @Checked(text) name?: unknown;
  @Checked(text) description?: unknown;
  @Checked(text) extends?: unknown;
  @Checked(flag) hideDenied?: unknown;
  @Checked(map) roles?: unknown;
  @Checked(list) rules?: unknown;
  @Checked(list) rateLimits?: unknown;
  @Checked(flag) audit?: unknown;
  @Checked(count(0, MAX_AUDIT_SIZE)) auditSize?: unknown;
  @Checked(map) transformOptions?: unknown;
  @Checked(list) detectors?: unknown;
  @Checked(textOrMap) vault?: unknown;
  @Checked(flag) honorHints?: unknown;
}

export class RuleFields extends AccessFields {
  @Checked(text) name?: unknown;
  @Checked(map) match?: unknown;
  @Checked(list) rateLimits?: unknown;
}

export class MatchFields {
  @Texts() roles?: unknown;
  @Globs() principals?: unknown;
  @Globs() names?: unknown;
  @Texts() categories?: unknown;
  @Texts() tags?: unknown;
  @Checked(listOf(oneOf(MATCH_KINDS))) kinds?: unknown;
  @Checked(listOf(oneOf(LEVELS))) sensitivity?: unknown;
  @Capabilities() capabilities?: unknown;
}

export class RateLimitFields {
  @Checked(rate, { required: true }) rate?: unknown;
  @Checked(oneOf(PERIODS), { required: true }) per?: unknown;
  @Checked(count(1, MAX_BURST)) burst?: unknown;
  @Checked(oneOf(SCOPES)) scope?: unknown;
  @Globs() tools?: unknown;
  @Checked(listOf(oneOf(LIMIT_KINDS))) kinds?: unknown;
}
