/** Middleware: tries a call again that failed for a reason that may pass, where trying again can do no harm. */
import { ResultErrorCode } from "../errors.js";
import type { CallInfo, MiddlewareObject } from "../layer/call-info.js";
import { MetaKey } from "../model/meta-prefix.js";
import type { ToolResult } from "../model/tool-result.js";
import { isToolResult } from "../model/tool-result.js";
import { checkCount, checkFunction, checkKnown, checkSeconds } from "./check-options.js";
import { isRepeatableTool } from "./eligible.js";
import { endingOfError, endingOfResult } from "./outcome.js";
import { pause } from "./wait.js";

export interface CallFailure {
  /** Of the error result, or of the error; undefined for an error result without one. */
  readonly code: number | string | undefined;
  /** The error result, where there is one. */
  readonly result: ToolResult | undefined;
  /** What another middleware threw, where there is no result. */
  readonly error: unknown;
}

export interface RetryOptions {
  /** Further attempts, at most. @default 2 */
  readonly retries?: number;
  /** Seconds before the second attempt; each wait after it is twice as long. @default 0.5 */
  readonly backoff?: number;
  /** Failures to try again besides those of `retryCodes`. @default none */
  readonly retryOn?: (failure: CallFailure, info: CallInfo) => boolean;
  /** Codes of failures to try again (`error_code` in the `_meta` of an error result). "cancelled" is none: nobody waits for the answer any more. @default ["timeout"] */
  readonly retryCodes?: readonly (number | string)[];
}

type Attempt = { readonly result: unknown } | { readonly error: unknown };

/**
 * Only calls of tools that are read-only and idempotent are tried again, and never once the caller has cancelled.
 * The policy is asked before every attempt, and its rate limits count every one. The answer says under `retries` of its `_meta` how many
 * further attempts were made, if any. An attempt that timed out may still be running beside the next.
 */
export class Retry implements MiddlewareObject {
  readonly repeats = true;
  readonly #retries: number;
  readonly #backoffMs: number;
  readonly #retryOn: RetryOptions["retryOn"];
  readonly #codes: ReadonlySet<number | string | undefined>;

  /** @throws TypeError for an option that cannot be used. */
  constructor(options: RetryOptions = {}) {
    checkKnown("Retry", options, ["retries", "backoff", "retryOn", "retryCodes"]);
    this.#retries = checkCount("retries", options.retries ?? 2, 0);
    this.#backoffMs = checkSeconds("backoff", options.backoff ?? 0.5) * 1000;
    this.#retryOn = checkFunction("retryOn", options.retryOn);
    this.#codes = checkCodes(options.retryCodes ?? [ResultErrorCode.Timeout]);
  }

  async handle(info: CallInfo, next: () => Promise<unknown>): Promise<unknown> {
    if (!isRepeatableTool(info)) return next();
    let attempt = await tryOnce(next);
    let made = 0;
    while (made < this.#retries && this.#shouldRetry(attempt, info)) {
      await pause(this.#backoffMs * 2 ** made, info.context.signal);
      made++;
      attempt = await tryOnce(next);
    }
    if ("error" in attempt) throw attempt.error;
    return made === 0 ? attempt.result : markRetries(attempt.result, made, info.context.layer.metaPrefix);
  }

  #shouldRetry(attempt: Attempt, info: CallInfo): boolean {
    const { outcome, code } = "error" in attempt ? endingOfError(attempt.error, info.kind) : endingOfResult(attempt.result, info.context.layer.metaPrefix);
    if (outcome === "ok" || outcome === "cancelled" || info.context.signal.aborted) return false;
    if (this.#codes.has(code)) return true;
    const result = "result" in attempt ? (attempt.result as ToolResult) : undefined;
    return this.#retryOn?.({ code, result, error: "error" in attempt ? attempt.error : undefined }, info) === true;
  }
}

async function tryOnce(next: () => Promise<unknown>): Promise<Attempt> {
  try {
    return { result: await next() };
  } catch (error) {
    return { error };
  }
}

function markRetries(result: unknown, made: number, metaPrefix: string): unknown {
  return isToolResult(result) ? result.with({ meta: { ...result.meta, [metaPrefix + MetaKey.Retries]: made } }) : result;
}

function checkCodes(codes: readonly (number | string)[]): ReadonlySet<number | string | undefined> {
  if (!Array.isArray(codes) || !codes.every((code) => typeof code === "string" || typeof code === "number"))
    throw new TypeError('retryCodes is a list of error codes, like ["timeout", -31029]');
  if (codes.includes(ResultErrorCode.Cancelled)) throw new TypeError('retryCodes cannot have "cancelled": nobody waits for the answer of a cancelled call');
  return new Set(codes);
}
