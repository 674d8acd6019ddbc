/** Completion of a prompt's argument or a template's variable. */
import type { Principal } from "../model/principal.js";
import type { CompletionHandler, ResourceTemplateSpec } from "../model/resource-spec.js";
import type { AnySpec } from "../registry/registry.js";
import type { PolicyPort } from "./ports.js";
import type { View } from "./view.js";

/** MCP `ref/prompt` (by exposed name) or `ref/resource` (by template text). */
export type CompletionRef = { readonly type: "ref/prompt"; readonly name: string } | { readonly type: "ref/resource"; readonly uri: string };

export interface CompletionArgument {
  readonly name: string;
  /** What was typed so far. */
  readonly value: string;
  /** The other arguments, where the client sent them (MCP 2025-06-18, `context.arguments`). */
  readonly others?: Readonly<Record<string, string>>;
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
  /** Whether the caller may know of a value: one that leads to a hidden resource is not proposed. Undefined where every value is. */
  readonly keep: ((value: string) => boolean) | undefined;
}

export const NO_COMPLETIONS: CompletionResult = Object.freeze({ values: Object.freeze([]), total: 0, hasMore: false });

/** MCP 2025-11-25, completion: a result holds at most 100 values. */
const MAX_VALUES = 100;
/** An endless generator is not counted to its end. */
const MAX_COUNTED = 10_000;

/** Undefined for what is unknown, hidden, or has nothing to propose. */
export function findCompletion(
  view: View,
  ref: CompletionRef,
  { name: argumentName, others }: CompletionArgument,
  policy: PolicyPort,
  principal: Principal,
): CompletionTarget | undefined {
  if (ref.type === "ref/prompt") {
    const spec = view.prompts.get(ref.name)?.spec;
    const handler = spec?.arguments.find(({ name }) => name === argumentName)?.completion;
    return spec === undefined || handler === undefined ? undefined : { spec, handler, keep: undefined };
  }
  const spec = view.templates.get(ref.uri)?.spec;
  if (spec === undefined || !Object.hasOwn(spec.completions, argumentName)) return undefined;
  return { spec, handler: spec.completions[argumentName]!, keep: (value) => leadsSomewhere(spec, { ...others, [argumentName]: value }, policy, principal) };
}

/** A URI of which a part is not known yet may become any. */
function leadsSomewhere(spec: ResourceTemplateSpec, values: Readonly<Record<string, string>>, policy: PolicyPort, principal: Principal): boolean {
  if (!spec.variables.every((variable) => Object.hasOwn(values, variable) && values[variable] !== "")) return true;
  return policy.isVisible(spec, principal, spec.canonical(values));
}

/** Any iterable but a string, each value turned into a string. @throws TypeError for anything else. */
export function normaliseCompletion(value: unknown, keep: CompletionTarget["keep"]): CompletionResult {
  if (value === null || value === undefined) return NO_COMPLETIONS;
  if (typeof value !== "object" || !(Symbol.iterator in value)) throw new TypeError("a completion returns an array or another iterable of values");
  const values: string[] = [];
  let total = 0;
  let seen = 0;
  for (const item of value as Iterable<unknown>) {
    if (++seen > MAX_COUNTED) return { values, hasMore: true };
    const text = String(item);
    if (keep?.(text) === false) continue;
    total++;
    if (values.length < MAX_VALUES) values.push(text);
  }
  return { values, total, hasMore: total > values.length };
}
