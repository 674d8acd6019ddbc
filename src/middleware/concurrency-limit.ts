/** Middleware: so many calls at once and no more, counted by the work that really runs, not by the answers that are outstanding. */
import { AsyncLocalStorage } from "node:async_hooks";
import { RateLimitedError } from "../errors.js";
import type { CallInfo, MiddlewareObject } from "../layer/call-info.js";
import type { CallKind } from "../model/tool-context.js";
import { checkCount, checkKnown, checkSeconds } from "./check-options.js";
import { Gate } from "./gate.js";
import { startTimer } from "./wait.js";

export interface ConcurrencyLimitOptions {
  /** Calls that may run at once, of all callers together. */
  readonly limit: number;
  /** Calls of one principal (by id) that may run at once; principals that are not identified share one. @default no limit of its own */
  readonly perPrincipal?: number;
  /** Seconds a call may wait for its turn; 0 = it is refused at once. @default 30 */
  readonly queueTimeout?: number;
  /** What is counted. @default ["tool"] */
  readonly kinds?: readonly CallKind[];
}

const KINDS: readonly CallKind[] = ["tool", "resource", "resourceTemplate", "prompt", "completion"];

/** Held by a call, and by the calls that its handler makes, until the last of them has ended. */
interface Slot {
  running: number;
  free(): void;
}

/**
 * A call that finds no slot waits in order of arrival, until one is free, its caller cancels, or `queueTimeout` is over:
 * then it fails with a {@link RateLimitedError}. A slot is free when the handler has ended: one that ignores its timeout or its caller's
 * cancellation keeps it, so what runs never exceeds `limit`, and a handler that never ends keeps it for ever.
 * Calls that a handler makes itself (`ctx.layer.callTool`) run in the slot of its own call, since waiting for another could wait for itself;
 * the slot is free when the last of them has ended.
 */
export class ConcurrencyLimit implements MiddlewareObject {
  readonly #limit: Gate;
  readonly #perPrincipal: number | undefined;
  readonly #queueMs: number;
  readonly #kinds: ReadonlySet<CallKind>;
  readonly #principals = new Map<string, Gate>();
  readonly #slots = new AsyncLocalStorage<Slot>();

  /** @throws TypeError for an option that cannot be used. */
  constructor(options: ConcurrencyLimitOptions) {
    checkKnown("ConcurrencyLimit", options, ["limit", "perPrincipal", "queueTimeout", "kinds"]);
    const { limit, perPrincipal, queueTimeout = 30, kinds = ["tool"] } = options;
    this.#limit = new Gate(checkCount("limit", limit));
    this.#perPrincipal = perPrincipal === undefined ? undefined : checkCount("perPrincipal", perPrincipal);
    this.#queueMs = checkSeconds("queueTimeout", queueTimeout) * 1000;
    this.#kinds = checkKinds(kinds);
  }

  async handle(info: CallInfo, next: () => Promise<unknown>): Promise<unknown> {
    if (!this.#kinds.has(info.kind)) return next();
    const around = this.#slots.getStore();
    const slot = around !== undefined && around.running > 0 ? around : await this.#take(info);
    slot.running++;
    const end = (): void => {
      if (--slot.running === 0) slot.free();
    };
    try {
      return await this.#slots.run(slot, next);
    } finally {
      const rest = info.unfinished();
      if (rest === undefined) end();
      else void rest.then(end);
    }
  }

  async #take(info: CallInfo): Promise<Slot> {
    const { id } = info.principal;
    const own = this.#gateOf(id);
    if (!this.#tryEnter(own)) await this.#wait(info, own);
    const free = (): void => {
      this.#limit.leave();
      own?.leave();
      this.#forget(id, own);
    };
    return { running: 0, free };
  }

  #tryEnter(own: Gate | undefined): boolean {
    if (own !== undefined && !own.tryEnter()) return false;
    if (this.#limit.tryEnter()) return true;
    own?.leave();
    return false;
  }

  /** At the principal's own gate first: what one principal may not run yet stands in nobody else's way. @throws when the call gave up; it then holds nothing. */
  async #wait(info: CallInfo, own: Gate | undefined): Promise<void> {
    const patience = new AbortController();
    if (this.#queueMs === 0) patience.abort(busy());
    const stop = startTimer(this.#queueMs, () => patience.abort(busy()));
    const signal = AbortSignal.any([info.context.signal, patience.signal]);
    try {
      await own?.enter(signal);
      await this.#limit.enter(signal).catch((error: unknown) => {
        own?.leave();
        throw error;
      });
    } catch (error) {
      this.#forget(info.principal.id, own);
      throw error;
    } finally {
      stop();
    }
  }

  #gateOf(id: string): Gate | undefined {
    if (this.#perPrincipal === undefined) return undefined;
    let gate = this.#principals.get(id);
    if (gate === undefined) this.#principals.set(id, (gate = new Gate(this.#perPrincipal)));
    return gate;
  }

  /** Gates are kept for principals who use them, not for all who ever did. */
  #forget(id: string, gate: Gate | undefined): void {
    if (gate?.isIdle === true) this.#principals.delete(id);
  }
}

function busy(): RateLimitedError {
  return new RateLimitedError("Server busy: too many concurrent MCP calls");
}

function checkKinds(kinds: readonly CallKind[]): ReadonlySet<CallKind> {
  if (!Array.isArray(kinds) || kinds.length === 0 || !kinds.every((kind) => KINDS.includes(kind as CallKind)))
    throw new TypeError(`kinds is a list of some of ${KINDS.join(", ")}`);
  return new Set(kinds as CallKind[]);
}
