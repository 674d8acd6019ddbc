/** Cuts a stream of bytes into lines of text, holding no more of a line than is allowed. Serves the stdio transport. */
const NEWLINE = 0x0a;

export class LineSplitter {
  readonly #maxBytes: number;
  readonly #onTooLong: (bytes: number) => void;
  /** The beginning of the line that has not ended yet. */
  #parts: Buffer[] = [];
  #bytes = 0;

  /** @param onTooLong Takes the size of a line that was dropped for being longer than `maxBytes`. */
  constructor(maxBytes: number, onTooLong: (bytes: number) => void) {
    this.#maxBytes = maxBytes;
    this.#onTooLong = onTooLong;
  }

  /** The lines that end in `chunk`, without their ends. */
  *push(chunk: Buffer): Generator<string, void> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      const line = this.#take();
      if (line !== undefined) yield line;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** The last line, if the stream ended without ending it. */
  rest(): string | undefined {
    return this.#bytes === 0 ? undefined : this.#take();
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else this.#parts.push(part);
  }

  #take(): string | undefined {
    const [parts, bytes] = [this.#parts, this.#bytes];
    this.#parts = [];
    this.#bytes = 0;
    if (bytes > this.#maxBytes) {
      this.#onTooLong(bytes);
      return undefined;
    }
    return (parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString("utf8");
  }
}
