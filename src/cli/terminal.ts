/** Where the CLI writes: results to stdout, everything else to stderr, colour and width as the terminal has them. */
import type { Writable } from "node:stream";
import picocolors from "picocolors";

/** What a terminal tells of itself and a pipe does not. */
export interface TerminalFacts {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}
export type Colours = ReturnType<typeof picocolors.createColors>;

const DEFAULT_WIDTH = 100;
const MIN_WIDTH = 40;

export class Terminal {
  readonly colours: Colours;
  readonly #stdout: Writable;
  readonly #stderr: Writable & TerminalFacts;
  readonly #facts: TerminalFacts;
  readonly #environment: NodeJS.ProcessEnv;

  /**
   * @param stdout The real one, taken before plugin code could write to it.
   * @param facts Of what stdout is connected to.
   */
  constructor(stdout: Writable, facts: TerminalFacts, stderr: Writable & TerminalFacts, environment: NodeJS.ProcessEnv = process.env) {
    this.#stdout = stdout;
    this.#facts = facts;
    this.#stderr = stderr;
    this.#environment = environment;
    this.colours = picocolors.createColors(this.hasColours);
  }

  /** Whether a person reads stdout. */
  get isInteractive(): boolean {
    return this.#facts.isTTY === true;
  }

  /** Whether a person reads stderr. */
  get isNoteInteractive(): boolean {
    return this.#stderr.isTTY === true;
  }

  get hasColours(): boolean {
    const { NO_COLOR, TERM } = this.#environment;
    return this.isInteractive && (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb";
  }

  /** Columns of stdout; COLUMNS, else 100, where it is no terminal. */
  get width(): number {
    const columns = this.#facts.columns ?? Number(this.#environment["COLUMNS"]);
    return Number.isInteger(columns) && columns > 0 ? Math.max(columns, MIN_WIDTH) : DEFAULT_WIDTH;
  }

  /** Part of the result; a line break is added where there is none. */
  print(text: string): void {
    this.#stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  }

  /** One JSON document. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  printBytes(bytes: Uint8Array): void {
    this.#stdout.write(bytes);
  }

  /** Anything that is not the result, whole lines. */
  note(text: string): void {
    this.#stderr.write(text.endsWith("\n") ? text : `${text}\n`);
  }

  /** Resolves when both streams took what was written, or broke. */
  async flush(): Promise<void> {
    await Promise.all([this.#stdout, this.#stderr].map((stream) => new Promise<void>((resolve) => stream.write("", () => resolve()))));
  }
}

// eslint-disable-next-line no-control-regex -- control characters are what this is about
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that a terminal will only show: escape sequences and direction marks in data become visible, line breaks and tabs stay. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
