/** One call on its way through the layer: what middleware and policy see of it, and the count of handlers that still run for it. */
import type { Principal } from "../model/principal.js";
import type { CallKind } from "../model/tool-context.js";
import type { AnySpec } from "../registry/registry.js";
import type { CallContext } from "./call-context.js";
import type { CallInfo } from "./call-info.js";
import type { PolicyPort } from "./ports.js";

export type CallInit<S> = Pick<Call<S>, "kind" | "name" | "spec" | "uri" | "exposed" | "arguments" | "context"> & { readonly policy: PolicyPort };

export class Call<S = unknown> implements CallInfo {
  readonly kind: CallKind;
  readonly name: string;
  readonly spec: AnySpec;
  readonly uri: string | undefined;
  /** The spec as the layer exposes it, or the completion that was asked for. */
  readonly exposed: S;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly principal: Principal;
  readonly context: CallContext;
  readonly startedAt: number;
  readonly #init: CallInit<S>;
  readonly #first: Call<S>;
  /** Of the first attempt, which counts for all. */
  #running = 0;
  #ended: Promise<void> | undefined;
  #resolveEnded: (() => void) | undefined;

  constructor(init: CallInit<S>, first?: Call<S>) {
    this.kind = init.kind;
    this.name = init.name;
    this.spec = init.spec;
    this.uri = init.uri;
    this.exposed = init.exposed;
    this.arguments = init.arguments;
    this.principal = init.context.principal;
    this.context = init.context;
    this.startedAt = first?.startedAt ?? performance.now();
    this.#init = init;
    this.#first = first ?? this;
  }

  check(): void | Promise<void> {
    return this.#init.policy.checkCall(this);
  }

  unfinished(): Promise<void> | undefined {
    const first = this.#first;
    if (first.#running === 0) return undefined;
    return (first.#ended ??= new Promise((resolve) => (first.#resolveEnded = resolve)));
  }

  /** The same call for another attempt, with a context and a signal of its own. */
  again(): Call<S> {
    return new Call({ ...this.#init, context: this.context.fork() }, this.#first);
  }

  /** A handler's promise is pending. */
  enter(): void {
    this.#first.#running++;
  }

  /** It has settled, in time or late. */
  leave(): void {
    const first = this.#first;
    if (--first.#running > 0 || first.#resolveEnded === undefined) return;
    first.#resolveEnded();
    first.#ended = first.#resolveEnded = undefined;
  }
}
