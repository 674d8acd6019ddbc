/** Middleware: an account of every call, one JSON line each, without a single value that was passed in. */
import { randomBytes } from "node:crypto";
import type { Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CallInfo, LayerHost, MiddlewareObject } from "../layer/call-info.js";
import { auditLine, gapLine, traceArguments } from "./audit-record.js";
import { checkFlag, checkKnown } from "./check-options.js";
import { onHangUp } from "./hang-up.js";
import type { LineSink } from "./line-sink.js";
import { LogFile } from "./log-file.js";
import { LogStream } from "./log-stream.js";
import { observeEnding } from "./outcome.js";

export interface AuditLogOptions {
  /** File to append to; made with mode 0600 when it does not exist. */
  readonly path?: string;
  /** Stream to write to instead; it stays open. @default process.stderr */
  readonly stream?: Writable;
  /** Key of the hashes: equal values have equal hashes as long as it is the same. @default random for each process */
  readonly salt?: string | Uint8Array;
  /** Whether hashes of the values are written, or only the names of the arguments. @default true */
  readonly hashValues?: boolean;
}

/**
 * Keys of a line, sorted: `argument_hashes` (by argument: the first 16 hex digits of HMAC-SHA256 over its canonical JSON; null when not asked for),
 * `argument_keys`, `duration_ms`, `error` (the code that the caller got, one of the table of codes; "other" for a handler's own; null for none),
 * `event` ("mcp.call"), `kind`, `name` (of a templated resource the template, since its URI is made of arguments), `outcome` (`ok`, `error`, `denied`,
 * `rate_limited`, `rejected`, `cancelled`, `exception`), `principal`, `request_id`, `sensitivity`, `transforms`, `ts`. Messages of errors are not
 * written: they may quote arguments. Names and ids longer than 200 characters are cut, and of more than 100 arguments the first 100 are listed.
 *
 * To a file, a line is written before its call is answered; nothing waits in memory, so nothing is lost when the process is killed. SIGHUP opens
 * the path anew, as log rotation expects (not in a terminal, where it ends the process). To a stream, up to 4 MiB wait for a slow reader.
 * What cannot be written (a full disk, a deleted directory) never fails a call: it is reported once to the layer's `onError`, and once writing works
 * again a line `{"event":"mcp.audit_gap","lost":N,"ts":…}` says how many lines are missing.
 */
export class AuditLog implements MiddlewareObject {
  readonly #sink: LineSink;
  readonly #salt: string | Uint8Array | undefined;
  readonly #stopListening: () => void;
  readonly #layers = new Set<LayerHost>();
  #isFailing = false;
  #lost = 0;

  /** @throws TypeError for an option that cannot be used; Error for a path that cannot be appended to. */
  constructor(options: AuditLogOptions = {}) {
    checkKnown("AuditLog", options, ["path", "stream", "salt", "hashValues"]);
    const hashValues = checkFlag("hashValues", options.hashValues ?? true);
    this.#salt = hashValues ? checkSalt(options.salt ?? randomBytes(32)) : undefined;
    this.#sink = openSink(options);
    this.#stopListening = this.#sink.reopen === undefined ? () => undefined : onHangUp(() => this.reopen());
  }

  attach(layer: LayerHost): void {
    this.#layers.add(layer);
  }

  handle(info: CallInfo, next: () => Promise<unknown>): Promise<unknown> {
    const traces = traceArguments(info.arguments, this.#salt);
    return observeEnding(info, next, (ending, result) => this.#write(auditLine(info, traces, ending, result)));
  }

  /** Opens the file anew, as SIGHUP does. Without effect on a stream. */
  reopen(): void {
    this.#attempt(() => this.#sink.reopen?.());
  }

  async close(): Promise<void> {
    // Calls that the closing layer has just ended have yet to be written.
    await nextTurn();
    this.#stopListening();
    await this.#sink.close();
  }

  #write(line: string): void {
    const isWritten = this.#attempt(() => {
      if (this.#lost > 0) this.#sink.write(gapLine(this.#lost));
      this.#lost = 0;
      this.#sink.write(line);
    });
    this.#isFailing = !isWritten;
    if (!isWritten) this.#lost++;
  }

  #attempt(action: () => void): boolean {
    try {
      action();
      return true;
    } catch (error) {
      if (!this.#isFailing) this.#report(error);
      this.#isFailing = true;
      return false;
    }
  }

  #report(cause: unknown): void {
    const error = new Error(
      `The audit log cannot be written to ${this.#sink.name}: ${messageOf(cause)}. Calls go on, unrecorded until it can be written again.`,
      { cause },
    );
    for (const layer of this.#layers) layer.reportError(error);
  }
}

function openSink({ path, stream }: AuditLogOptions): LineSink {
  if (path !== undefined && stream !== undefined) throw new TypeError("AuditLog takes a path or a stream, not both");
  if (path === undefined) {
    if (stream !== undefined && typeof stream.write !== "function") throw new TypeError("stream is a writable stream, like process.stderr");
    return new LogStream(stream ?? process.stderr);
  }
  if (typeof path !== "string" || path === "") throw new TypeError("path is the path of a file");
  try {
    return new LogFile(path);
  } catch (cause) {
    throw new Error(`The audit log ${path} cannot be opened: ${messageOf(cause)}`, { cause });
  }
}

function checkSalt(salt: unknown): string | Uint8Array {
  if ((typeof salt === "string" || salt instanceof Uint8Array) && salt.length > 0) return salt;
  throw new TypeError("salt is a text or bytes, not empty");
}

function messageOf(error: unknown): string {
  return (error as Error | undefined)?.message ?? String(error);
}
