/** What middleware and policy see of a call, and the contract of middleware. */
import type { Principal } from "../model/principal.js";
import type { CallKind, ToolContext } from "../model/tool-context.js";
import type { AnySpec } from "../registry/registry.js";

export interface CallInfo {
  readonly kind: CallKind;
  /** As the caller wrote it: with the prefix for tools and prompts, the URI for resources. */
  readonly name: string;
  readonly spec: AnySpec;
  /** As the caller sent them, before transforms and validation. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly principal: Principal;
  readonly context: ToolContext;
  /** `performance.now()` at arrival, milliseconds. */
  readonly startedAt: number;
}

/**
 * Wraps every call. `next()` runs the rest and resolves to the kind's result: a ToolResult (failures included), an array of ResourceContents,
 * a PromptResult or a CompletionResult. Calling `next` twice is an error.
 */
export type Middleware = (info: CallInfo, next: () => Promise<unknown>) => unknown;

export type CallCore = (info: CallInfo) => Promise<unknown>;

/** Folds the middleware around `core`, the first outermost. */
export function composeMiddleware(middleware: readonly Middleware[], core: CallCore): CallCore {
  return middleware.reduceRight<CallCore>((inner, outer) => wrapOne(outer, inner), core);
}

function wrapOne(outer: Middleware, inner: CallCore): CallCore {
  return async (info) => {
    let called = false;
    return outer(info, async () => {
      if (called) throw new Error(`the middleware ${outer.name === "" ? "(anonymous)" : outer.name} called next() twice for ${info.kind} "${info.name}"`);
      called = true;
      return inner(info);
    });
  };
}
