/** Completion of a prompt's argument or a template's variable. */
import type { CompletionHandler } from "../model/resource-spec.js";
import type { AnySpec } from "../registry/registry.js";
import type { View } from "./view.js";

/** MCP `ref/prompt` (by exposed name) or `ref/resource` (by template text). */
export type CompletionRef = { readonly type: "ref/prompt"; readonly name: string } | { readonly type: "ref/resource"; readonly uri: string };

export interface CompletionArgument {
  readonly name: string;
  /** What was typed so far. */
  readonly value: string;
}

export interface CompletionResult {
  /** At most 100. */
  readonly values: readonly string[];
  /** Absent where the handler's values were too many to count. */
  readonly total?: number;
  readonly hasMore: boolean;
}

export interface CompletionTarget {
  readonly spec: AnySpec;
  readonly handler: CompletionHandler;
}

export const NO_COMPLETIONS: CompletionResult = Object.freeze({ values: Object.freeze([]), total: 0, hasMore: false });

/** MCP 2025-11-25, completion: a result holds at most 100 values. */
const MAX_VALUES = 100;
/** An endless generator is not counted to its end. */
const MAX_COUNTED = 10_000;

/** Undefined for what is unknown, hidden, or has nothing to propose. */
export function findCompletion(view: View, ref: CompletionRef, argumentName: string): CompletionTarget | undefined {
  if (ref.type === "ref/prompt") {
    const spec = view.prompts.get(ref.name)?.spec;
    const handler = spec?.arguments.find(({ name }) => name === argumentName)?.completion;
    return spec === undefined || handler === undefined ? undefined : { spec, handler };
  }
  const spec = view.templates.get(ref.uri)?.spec;
  if (spec === undefined || !Object.hasOwn(spec.completions, argumentName)) return undefined;
  return { spec, handler: spec.completions[argumentName]! };
}

/** Any iterable but a string, each value turned into a string. @throws TypeError for anything else. */
export function normaliseCompletion(value: unknown): CompletionResult {
  if (value === null || value === undefined) return NO_COMPLETIONS;
  if (typeof value !== "object" || !(Symbol.iterator in value)) throw new TypeError("a completion returns an array or another iterable of values");
  const values: string[] = [];
  let total = 0;
  for (const item of value as Iterable<unknown>) {
    if (++total > MAX_COUNTED) return { values, hasMore: true };
    if (values.length < MAX_VALUES) values.push(String(item));
  }
  return { values, total, hasMore: total > values.length };
}
