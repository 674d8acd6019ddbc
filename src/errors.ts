/**
 * What can go wrong, in one place: the error classes every stage throws and the one table of their codes.
 * The README's error table is checked against {@link ERROR_CODES} by a test.
 */

/** JSON-RPC and layer codes as they appear on the wire (JSON-RPC 2.0 section 5.1; MCP 2025-11-25 and 2026-07-28). */
export const ErrorCode = {
  /** The line or body is not JSON. */
  ParseError: -32700,
  /** JSON, but not a JSON-RPC request. */
  InvalidRequest: -32600,
  /** A method this server does not have. */
  MethodNotFound: -32601,
  /** Arguments the schema refuses, an unknown tool or prompt, malformed parameters. */
  InvalidParams: -32602,
  /** Something failed that the caller cannot mend; the cause is in the server's log only. */
  InternalError: -32603,
  /** An unknown resource, on connections of the 2025 protocol era only. */
  ResourceNotFound: -32002,
  /** The policy refuses this call to this principal. */
  AccessDenied: -31001,
  /** A rate limit or a concurrency limit was hit; `data.retry_after` is in seconds where known. */
  RateLimited: -31029,
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** Codes that are words, not numbers: an error result carries them under the `error_code` key of its `_meta`. */
export const ResultErrorCode = {
  /** The handler did not settle within its timeout. */
  Timeout: "timeout",
  /** The handler threw something that is not an {@link MCPLayerError}. */
  HandlerError: "handler_error",
  /** The caller went away or cancelled before the handler ended. */
  Cancelled: "cancelled",
} as const;
export type ResultErrorCode = (typeof ResultErrorCode)[keyof typeof ResultErrorCode];

/** One row per code: the README's table is generated from the same words. */
export const ERROR_CODES: readonly { code: number | string; error: string; meaning: string }[] = [
  { code: ErrorCode.InvalidParams, error: "InvalidArgumentsError", meaning: "arguments the schema refuses; every problem at once in `data`" },
  {
    code: ErrorCode.InvalidParams,
    error: "NotFoundError",
    meaning: "unknown or hidden tool, prompt or resource (a resource is -32002 on 2025-era connections)",
  },
  { code: ErrorCode.AccessDenied, error: "AccessDeniedError", meaning: "the policy refuses this call" },
  { code: ErrorCode.RateLimited, error: "RateLimitedError", meaning: "too many calls, or the server is busy; `data.retry_after` in seconds" },
  { code: ErrorCode.InternalError, error: "MCPLayerError", meaning: "anything else; unknown exceptions leave only as `Internal error`" },
  { code: ResultErrorCode.Timeout, error: "TimeoutError", meaning: "the handler did not settle in time" },
  { code: ResultErrorCode.HandlerError, error: "the handler's own", meaning: "the handler threw; the text is `Name: message`" },
  { code: ResultErrorCode.Cancelled, error: "CancelledError", meaning: "the caller cancelled or went away" },
];

const BRAND = Symbol.for("cloudg-mcp:error");

/** Base of every error a call can end in. `code` and `data` go to the wire as they are; `message` is for the caller's eyes. */
export class MCPLayerError extends Error {
  // Declared only: a field would be defined first and assigned after, and refusals are made on the path of a call.
  declare readonly code: number | string;
  declare readonly data: unknown;

  constructor(message: string, options: { code?: number | string; data?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = options.code ?? ErrorCode.InternalError;
    this.data = options.data;
  }
}
Object.defineProperty(MCPLayerError.prototype, BRAND, { value: true });

/** One refused argument. `loc` is dotted (`window.start`, `kinds.0`), `""` for the whole; `type` a stable slug in pydantic's vocabulary. */
export interface ArgumentIssue {
  readonly loc: string;
  readonly msg: string;
  readonly type: string;
}

/** Arguments the schema refuses. The message lists every problem; no input value appears in message or data. */
export class InvalidArgumentsError extends MCPLayerError {
  declare readonly data: readonly ArgumentIssue[];

  constructor(issues: readonly ArgumentIssue[]) {
    super(describeIssues(issues), { code: ErrorCode.InvalidParams, data: issues });
  }
}

/** A loop, since it is on the path of a call. */
function describeIssues(issues: readonly ArgumentIssue[]): string {
  let text = "Invalid arguments: ";
  for (let i = 0; i < issues.length; i++) {
    const { loc, msg } = issues[i]!;
    text += `${i === 0 ? "" : "; "}${loc === "" ? "<root>" : loc}: ${msg}`;
  }
  return text;
}

/** No such tool, prompt or resource, or one that this principal may not see. */
export class NotFoundError extends MCPLayerError {
  constructor(message: string, data?: unknown) {
    super(message, { code: ErrorCode.InvalidParams, data });
  }
}

/** The policy refuses. */
export class AccessDeniedError extends MCPLayerError {
  constructor(message: string, data?: unknown) {
    super(message, { code: ErrorCode.AccessDenied, data });
  }
}

/** A rate or concurrency limit was hit. */
export class RateLimitedError extends MCPLayerError {
  constructor(message: string, data?: unknown, cause?: unknown) {
    super(message, { code: ErrorCode.RateLimited, data, cause });
  }
}

/** The handler did not settle within its timeout. */
export class TimeoutError extends MCPLayerError {
  constructor(message: string) {
    super(message, { code: ResultErrorCode.Timeout });
  }
}

/** The caller cancelled, disconnected, or the server is shutting down. */
export class CancelledError extends MCPLayerError {
  constructor(message: string) {
    super(message, { code: ResultErrorCode.Cancelled });
  }
}

/** Whether `error` is one of ours, also when it comes from another copy of this package. */
export function isLayerError(error: unknown): error is MCPLayerError {
  try {
    return typeof error === "object" && error !== null && (error as Record<symbol, unknown>)[BRAND] === true;
  } catch {
    return false; // A proxy whose traps throw: handlers may throw anything.
  }
}

/** One thing wrong with a definition: where it is, what is wrong, what to do about it. */
export interface Fault {
  /** `Class.member`, or another name the author knows it by. */
  readonly where: string;
  readonly problem: string;
  readonly remedy: string;
  /** `file:line` where known. */
  readonly source?: string;
}

/** Definitions that cannot be served. Thrown once per start-up, with every fault in it. */
export class DefinitionError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(describeFaults(faults));
    this.name = "DefinitionError";
    this.faults = faults;
  }
}

function describeFaults(faults: readonly Fault[]): string {
  const lines = faults.map(({ where, problem, remedy, source }) => `  ${where}${source === undefined ? "" : ` (${source})`}: ${problem}\n    -> ${remedy}`);
  return `${faults.length} ${faults.length === 1 ? "definition is" : "definitions are"} wrong:\n${lines.join("\n")}`;
}
