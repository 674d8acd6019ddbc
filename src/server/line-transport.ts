/**
 * MCP's stdio framing, one JSON-RPC message a line. Beyond the SDK's own transport it says on stderr what it could not read, answers a malformed request,
 * outlives a line of any size, and leaves the end of input to its owner, who may have calls to finish.
 */
import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { ErrorCode } from "../errors.js";
import { classifyMessage } from "./json-rpc-message.js";
import { LineSplitter } from "./line-splitter.js";

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Called once, when the other side has closed its end: there is nobody to answer any more, or soon. */
  readonly onEnd: () => void;
  /** Takes one line of text for each message that could not be read. */
  readonly onSkipped: (reason: string) => void;
  /** Longer lines are skipped, bytes. @default 10 MiB */
  readonly maxLineBytes?: number;
}

export class LineTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onerror?: Transport["onerror"];
  onclose?: Transport["onclose"];
  readonly #options: LineTransportOptions;
  readonly #lines: LineSplitter;
  #ended = false;
  #closed = false;

  constructor(options: LineTransportOptions) {
    this.#options = options;
    this.#lines = new LineSplitter(options.maxLineBytes ?? 10 * 1024 * 1024, (bytes) => options.onSkipped(`a line of ${bytes} bytes, which is too long`));
  }

  async start(): Promise<void> {
    const { input, output } = this.#options;
    input.on("data", this.#onData);
    input.on("error", this.#onError);
    input.once("end", this.#onEnd);
    input.once("close", this.#onEnd);
    output.once("close", this.#onEnd);
    // A stream that ended before it was read tells nobody again.
    if (input.readableEnded || input.destroyed) setImmediate(this.#onEnd);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new Error("The connection is closed"));
    return new Promise((resolve, reject) => {
      this.#options.output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    const { input, output } = this.#options;
    input.off("data", this.#onData).off("error", this.#onError).off("end", this.#onEnd).off("close", this.#onEnd);
    output.off("close", this.#onEnd);
    // Nobody else reads: a paused stdin does not keep the process alive.
    if (input.listenerCount("data") === 0) input.pause();
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #onData = (chunk: Buffer): void => {
    for (const line of this.#lines.push(chunk)) this.#receive(line);
  };

  readonly #onError = (error: Error): void => this.onerror?.(error);

  readonly #onEnd = (): void => {
    if (this.#ended) return;
    this.#ended = true;
    const rest = this.#lines.rest();
    if (rest !== undefined) this.#receive(rest);
    this.#options.onEnd();
  };

  /** What it holds is never repeated: a line that is no message may be anything, a password pasted into the wrong window included. */
  #receive(line: string): void {
    if (line.trim() === "") return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch {
      this.#options.onSkipped(`a line of ${line.length} characters that is not JSON`);
      return;
    }
    const { message, problem, id } = classifyMessage(parsed);
    if (message !== undefined) this.onmessage?.(message);
    else if (id === undefined) this.#options.onSkipped(`a line of ${line.length} characters: ${problem}`);
    else this.#refuse(id, problem);
  }

  #refuse(id: string | number, problem: string): void {
    this.send({ jsonrpc: "2.0", id, error: { code: ErrorCode.InvalidRequest, message: `Invalid Request: ${problem}` } }).catch(this.#onError);
  }
}
