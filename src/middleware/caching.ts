/** Middleware: answers a call from memory that was answered before, for the same principal, and joins identical calls in flight. */
import type { LRUCache } from "lru-cache";
import type { CallInfo, LayerHost, MiddlewareObject } from "../layer/call-info.js";
import { MetaKey } from "../model/meta-prefix.js";
import { BlobResourceContents, TextResourceContents } from "../model/resource-contents.js";
import type { ResourceContents } from "../model/resource-contents.js";
import { isToolResult } from "../model/tool-result.js";
import type { ToolResult } from "../model/tool-result.js";
import { cacheKey } from "./cache-key.js";
import { checkCount, checkFlag, checkFunction, checkKnown, checkSeconds } from "./check-options.js";
import { isRepeatableRead, isRepeatableTool, mayChangeState } from "./eligible.js";
import { frozenCopy } from "./frozen-copy.js";
import { untilAborted } from "./wait.js";

export interface CachingOptions {
  /** Seconds that an answer may be used. @default 60 */
  readonly ttl?: number;
  /** Answers kept at once; the one that was not used for longest goes first. @default 1000 */
  readonly maxSize?: number;
  /** Reads of resources too. @default false */
  readonly cacheResources?: boolean;
  /** Of the calls that could be cached, those that are. @default all */
  readonly predicate?: (info: CallInfo) => boolean;
}

type Answer = ToolResult | readonly ResourceContents[];

/**
 * Caches calls of tools that are read-only and idempotent, and reads if told to. Two calls are the same when principal (id, roles and attributes),
 * primitive and arguments are. An answer that depends on anything else (the session, the request's `_meta`) must be kept out by `predicate`.
 *
 * The policy is asked about every call, remembered answer or not. Failures are never remembered. While something runs that is not read-only (until
 * its handler has really ended), nothing is answered from memory; then, at every change event, and when the registry changes, all is forgotten,
 * and what was being computed meanwhile is not remembered. Answers from memory are frozen copies, marked `cache: "hit"` in their `_meta`.
 *
 * A call that is the same as one in flight waits for its answer, unless its client asked for progress. It ends with its own caller only; and when
 * the other call fails, is cancelled or times out, it runs by itself.
 */
export class Caching implements MiddlewareObject {
  readonly #ttlMs: number;
  readonly #maxSize: number;
  readonly #isEligible: (info: CallInfo) => boolean;
  readonly #opened: Promise<unknown>;
  #layer: LayerHost | undefined;
  #registryVersion = 0;
  #stopListening: (() => void) | undefined;
  /** Loaded when one is made: those who only import this package should not pay for it. */
  #answers: LRUCache<string, Answer> | undefined;
  readonly #inFlight = new Map<string, Promise<Answer | undefined>>();
  /** Grows whenever what was computed before may be stale. */
  #epoch = 0;
  #writers = 0;

  /** @throws TypeError for an option that cannot be used. */
  constructor(options: CachingOptions = {}) {
    checkKnown("Caching", options, ["ttl", "maxSize", "cacheResources", "predicate"]);
    this.#ttlMs = checkSeconds("ttl", options.ttl ?? 60, { above: 0 }) * 1000;
    this.#maxSize = checkCount("maxSize", options.maxSize ?? 1000);
    const readsToo = checkFlag("cacheResources", options.cacheResources ?? false);
    const predicate = checkFunction("predicate", options.predicate);
    this.#isEligible = (info) => (isRepeatableTool(info) || (readsToo && isRepeatableRead(info))) && (predicate === undefined || predicate(info));
    this.#opened = this.#open();
    // Met by the first call; a host that makes none should not fall over it.
    this.#opened.catch(() => undefined);
  }

  /** @throws Error when it serves another layer already: there the same name may be another tool. */
  attach(layer: LayerHost): void {
    if (this.#layer !== undefined) throw new Error("this Caching serves another layer already; make one for each layer");
    this.#layer = layer;
    this.#stopListening = layer.onChange(() => this.clear());
  }

  close(): void {
    this.#stopListening?.();
    this.clear();
  }

  /** Forgets every answer, and does not remember those that are being computed. */
  clear(): void {
    this.#epoch++;
    this.#answers?.clear();
    this.#inFlight.clear();
  }

  async handle(info: CallInfo, next: () => Promise<unknown>): Promise<unknown> {
    if (this.#answers === undefined) await this.#opened;
    if (mayChangeState(info)) return this.#write(info, next);
    const key = this.#writers === 0 && this.#isEligible(info) ? cacheKey(info) : undefined;
    if (key === undefined) return next();
    this.#forgetOldRegistry();
    let answer = this.#answers!.get(key);
    // No turn between looking and leading: of calls that arrive together, one leads.
    const leader = answer === undefined ? this.#findLeader(key, info) : undefined;
    if (leader !== undefined) answer = await untilAborted(leader, info.context.signal);
    if (answer === undefined) return this.#lead(key, next);
    await info.check();
    return asHit(answer, info.context.layer.metaPrefix);
  }

  async #open(): Promise<void> {
    const { LRUCache } = await import("lru-cache");
    this.#answers = new LRUCache({ max: this.#maxSize, ttl: this.#ttlMs });
  }

  /** From its start until its handler has really ended. */
  async #write(info: CallInfo, next: () => Promise<unknown>): Promise<unknown> {
    const end = (): void => {
      this.#writers--;
      this.clear();
    };
    this.#writers++;
    this.#epoch++;
    try {
      return await next();
    } finally {
      const rest = info.unfinished();
      // What it has done so far counts now, what it goes on doing then.
      if (rest === undefined) end();
      else {
        this.clear();
        void rest.then(end);
      }
    }
  }

  /** The same call in flight; not for a client that wants to see the progress of its own. */
  #findLeader(key: string, { context }: CallInfo): Promise<Answer | undefined> | undefined {
    return context.meta["progressToken"] === undefined ? this.#inFlight.get(key) : undefined;
  }

  /** Runs the call, lets others wait for its answer, and remembers it if nothing has changed meanwhile. */
  async #lead(key: string, next: () => Promise<unknown>): Promise<unknown> {
    const epoch = this.#epoch;
    let give!: (answer: Answer | undefined) => void;
    const given = new Promise<Answer | undefined>((resolve) => (give = resolve));
    if (!this.#inFlight.has(key)) this.#inFlight.set(key, given);
    let answer: Answer | undefined;
    try {
      const result = await next();
      answer = toAnswer(result);
      if (answer !== undefined && this.#epoch === epoch && this.#writers === 0) this.#answers!.set(key, answer);
      return result;
    } finally {
      if (this.#inFlight.get(key) === given) this.#inFlight.delete(key);
      give(answer);
    }
  }

  /** A spec may have been replaced by one of the same name, with nobody told. */
  #forgetOldRegistry(): void {
    const version = this.#layer?.registry.version ?? 0;
    if (version === this.#registryVersion) return;
    this.#registryVersion = version;
    this.clear();
  }
}

/** Undefined for a failure, and for what no core answers. */
function toAnswer(result: unknown): Answer | undefined {
  if (isToolResult(result)) return result.isError ? undefined : frozenCopy(result);
  return Array.isArray(result) ? frozenCopy(result as ResourceContents[]) : undefined;
}

function asHit(answer: Answer, metaPrefix: string): Answer {
  const mark = { [metaPrefix + MetaKey.Cache]: "hit" };
  if (!isToolResult(answer)) return answer.map((contents) => markContents(contents, mark));
  const { [metaPrefix + MetaKey.Retries]: _, ...meta } = answer.meta ?? {};
  return answer.with({ meta: { ...meta, ...mark } });
}

function markContents(contents: ResourceContents, mark: Record<string, unknown>): ResourceContents {
  const options = { mimeType: contents.mimeType, meta: { ...contents.meta, ...mark } };
  return "text" in contents ? new TextResourceContents(contents.uri, contents.text, options) : new BlobResourceContents(contents.uri, contents.blob, options);
}
