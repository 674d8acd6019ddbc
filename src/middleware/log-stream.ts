/** A stream of the host's that lines are written to. It is not ours to end. */
import type { Writable } from "node:stream";
import type { LineSink } from "./line-sink.js";

/** What may wait in the stream for a slow reader, in bytes, before lines are dropped. */
const MAX_WAITING = 4 * 1024 * 1024;
/** How long closing waits for a slow reader, in milliseconds. */
const FLUSH_MS = 1000;

export class LogStream implements LineSink {
  readonly name = "its stream";
  readonly #stream: Writable;
  #failure: Error | undefined;
  readonly #onError = (error: Error): void => void (this.#failure = error);

  constructor(stream: Writable) {
    this.#stream = stream;
    // Without a listener the error of a stream ends the process.
    stream.on("error", this.#onError);
  }

  write(line: string): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    if (!this.#stream.writable) throw new Error("the stream has ended");
    if (this.#stream.writableLength > MAX_WAITING) throw new Error(`its reader is slow: ${MAX_WAITING} bytes are waiting`);
    this.#stream.write(line);
  }

  async close(): Promise<void> {
    if (this.#stream.writable && this.#stream.writableLength > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, FLUSH_MS);
        this.#stream.write("", () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    this.#stream.off("error", this.#onError);
  }
}
