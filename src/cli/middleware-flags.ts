/** The options of the command line that put middleware around every call, in one fixed order: audit, metrics, concurrency, cache, retry. */
import path from "node:path";
import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import type { Middleware } from "../layer/call-info.js";
import type { Metrics } from "../middleware/metrics.js";
import { CliFailure } from "./failure.js";

/** As commander reads them. */
export interface MiddlewareFlags {
  /** A file, relative to the working directory. */
  readonly auditLog?: string;
  readonly metrics?: boolean;
  readonly maxConcurrency?: number;
  /** Seconds. */
  readonly cacheTtl?: number;
  readonly retries?: number;
}

export interface BuiltMiddleware {
  /** Outermost first. */
  readonly middleware: readonly Middleware[];
  /** The one that `/metrics` shows. */
  readonly metrics: Metrics | undefined;
}

export const NO_MIDDLEWARE: BuiltMiddleware = { middleware: [], metrics: undefined };

export function addMiddlewareFlags(program: Command): Command {
  return program
    .option("--audit-log <file>", "append a line for every call: who, what, when, how it ended; no argument values")
    .option("--metrics", "count calls: the resource cloudg://metrics, and /metrics for Prometheus over HTTP")
    .option("--max-concurrency <calls>", "tool calls that may run at once (default: no limit)", parseCount)
    .option("--cache-ttl <seconds>", "answer repeated calls of read-only, idempotent tools from memory for so long (default: never)", parsePositive)
    .option("--retries <attempts>", "further attempts at a read-only, idempotent tool that timed out (default: 0)", parseCount);
}

/** Each kind is loaded when it is asked for. @throws CliFailure for an audit log that cannot be written. */
export async function buildMiddleware({ auditLog, metrics, maxConcurrency, cacheTtl, retries }: MiddlewareFlags, cwd: string): Promise<BuiltMiddleware> {
  const middleware: Middleware[] = [];
  if (auditLog !== undefined) middleware.push(await openAuditLog(path.resolve(cwd, auditLog)));
  const counted = metrics === true ? new (await import("../middleware/metrics.js")).Metrics() : undefined;
  if (counted !== undefined) middleware.push(counted);
  if (maxConcurrency !== undefined) middleware.push(new (await import("../middleware/concurrency-limit.js")).ConcurrencyLimit({ limit: maxConcurrency }));
  if (cacheTtl !== undefined) middleware.push(new (await import("../middleware/caching.js")).Caching({ ttl: cacheTtl }));
  if (retries !== undefined) middleware.push(new (await import("../middleware/retry.js")).Retry({ retries }));
  return { middleware, metrics: counted };
}

async function openAuditLog(file: string): Promise<Middleware> {
  const { AuditLog } = await import("../middleware/audit-log.js");
  try {
    return new AuditLog({ path: file });
  } catch (error) {
    throw new CliFailure((error as Error).message, undefined, { cause: error });
  }
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,9}$/.test(text) || count === 0) throw new InvalidArgumentError("It is a whole number above 0.");
  return count;
}

function parsePositive(text: string): number {
  const seconds = Number(text);
  if (text.trim() === "" || !Number.isFinite(seconds) || seconds <= 0) throw new InvalidArgumentError("It is a number of seconds above 0.");
  return seconds;
}
