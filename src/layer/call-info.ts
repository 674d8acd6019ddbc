/** What middleware and policy see of a call, and the contract of middleware. */
import type { Principal } from "../model/principal.js";
import type { CallKind, LayerHandle, ToolContext } from "../model/tool-context.js";
import type { AnySpec, Registry } from "../registry/registry.js";
import type { ChangeListener } from "./changes.js";

export interface CallInfo {
  readonly kind: CallKind;
  /** As the caller wrote it: with the prefix for tools and prompts, the URI for resources. */
  readonly name: string;
  readonly spec: AnySpec;
  /** Of a resource: the URI with decoded variables, which policies match, so that an escape cannot slip past a rule. */
  readonly uri: string | undefined;
  /** As the caller sent them, before transforms and validation. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly principal: Principal;
  readonly context: ToolContext;
  /** `performance.now()` at arrival, milliseconds. */
  readonly startedAt: number;
  /**
   * Asks the policy about this call, as the inside of the call does: access, then rate limits. For a middleware that answers without `next()`.
   * @throws AccessDeniedError or RateLimitedError.
   */
  check(): void | Promise<void>;
  /** Resolves when the handler has really ended, where it goes on although the call was answered (timeout, cancellation); undefined where nothing runs. */
  unfinished(): Promise<void> | undefined;
}

/**
 * Wraps every call. `next()` runs the rest and resolves to the kind's result: a ToolResult (failures included), an array of ResourceContents,
 * a PromptResult or a CompletionResult; all but tools reject when they fail. Calling `next` twice is an error, but for a middleware that `repeats`.
 */
export type MiddlewareFunction = (info: CallInfo, next: () => Promise<unknown>) => unknown;

/** Middleware that keeps state, or has to know the layer it serves. */
export interface MiddlewareObject {
  /** For messages. @default the class's name */
  readonly name?: string;
  /** It may call `next` again once the call before has ended; each call then has a context, and a signal, of its own. */
  readonly repeats?: boolean;
  handle(info: CallInfo, next: () => Promise<unknown>): unknown;
  /** Called once, when it is given to a layer. */
  attach?(layer: LayerHost): void;
  /** Called when the layer closes, after the plugins have stopped. */
  close?(): void | Promise<void>;
}

export type Middleware = MiddlewareFunction | MiddlewareObject;

/** What a middleware may ask of its layer. */
export interface LayerHost extends LayerHandle {
  readonly registry: Registry;
  /** Whether the primitive is in this principal's lists. */
  isVisible(spec: AnySpec, principal: Principal): boolean;
  /** Returns the function that stops listening. */
  onChange(listener: ChangeListener): () => void;
  /** Hands a failure that belongs to no call to the host's `onError`. */
  reportError(error: unknown): void;
}
