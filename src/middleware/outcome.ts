/** How a call ended, in one vocabulary for all kinds: a tool's failures are results, the others' are errors. Serves the middleware that keep an account. */
import { ERROR_CODES, ErrorCode, isLayerError, ResultErrorCode } from "../errors.js";
import { MetaKey } from "../model/meta-prefix.js";
import { isToolResult } from "../model/tool-result.js";
import type { CallInfo } from "../layer/call-info.js";

/** `rejected` = arguments the schema refuses, `exception` = the handler threw something that is no MCPLayerError, `error` = any other failure. */
export type Outcome = "ok" | "error" | "denied" | "rate_limited" | "rejected" | "cancelled" | "exception";

export interface Ending {
  readonly outcome: Outcome;
  /** Undefined when there is none: the call ended well, or its result has `isError` and no code. */
  readonly code: number | string | undefined;
}

const OK: Ending = Object.freeze({ outcome: "ok", code: undefined });

const OUTCOMES: ReadonlyMap<unknown, Outcome> = new Map<unknown, Outcome>([
  [ErrorCode.AccessDenied, "denied"],
  [ErrorCode.RateLimited, "rate_limited"],
  [ErrorCode.InvalidParams, "rejected"],
  [ResultErrorCode.Cancelled, "cancelled"],
  [ResultErrorCode.HandlerError, "exception"],
]);

const KNOWN_CODES = new Set(ERROR_CODES.map(({ code }) => code));

/** Codes are words of a closed list: one that a handler made up may hold what it was called with. */
export function knownCode(code: number | string): number | string {
  return KNOWN_CODES.has(code) ? code : "other";
}

export function endingOfResult(result: unknown, metaPrefix: string): Ending {
  if (!isToolResult(result) || !result.isError) return OK;
  const code = result.meta?.[metaPrefix + MetaKey.ErrorCode];
  return endingOfCode(typeof code === "number" || typeof code === "string" ? code : undefined);
}

export function endingOfError(error: unknown, kind: CallInfo["kind"]): Ending {
  if (isLayerError(error)) return endingOfCode(error.code);
  return { outcome: "exception", code: kind === "tool" ? ResultErrorCode.HandlerError : ErrorCode.InternalError };
}

function endingOfCode(code: number | string | undefined): Ending {
  return { outcome: OUTCOMES.get(code) ?? "error", code };
}

/** Runs the rest of a call and tells how it ended, before anybody else hears of it. */
export async function observeEnding(info: CallInfo, next: () => Promise<unknown>, onEnd: (ending: Ending, result: unknown) => void): Promise<unknown> {
  let result: unknown;
  try {
    result = await next();
  } catch (error) {
    onEnd(endingOfError(error, info.kind), undefined);
    throw error;
  }
  onEnd(endingOfResult(result, info.context.layer.metaPrefix), result);
  return result;
}
