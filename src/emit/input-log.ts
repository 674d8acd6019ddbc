/** Everything one run asked of the file system, with the answers: a later run that would be told the same need not happen. Serves the run cache and the watch. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";

/** A file's contents, whether a file or folder exists, the sources and folders in a folder, where a link leads. */
export type Question = "text" | "file" | "folder" | "names" | "real";

/** `[question, path, answer]`, fit for JSON. */
export type InputFact = readonly [question: Question, path: string, answer: string];

const YES = "y";
const NO = "n";

export class InputLog {
  readonly #facts = new Map<string, InputFact>();

  note(question: Question, path: string, answer: string): void {
    this.#facts.set(`${question} ${path}`, [question, path, answer]);
  }

  noteExistence(question: "file" | "folder", path: string, exists: boolean): void {
    this.note(question, path, exists ? YES : NO);
  }

  /** Asks, and remembers the answer. */
  ask(question: Question, path: string): void {
    this.note(question, path, answerNow(question, path));
  }

  answerTo(question: Question, path: string): string | undefined {
    return this.#facts.get(`${question} ${path}`)?.[2];
  }

  /** Every question, for the answers of this moment. */
  askAgain(): void {
    for (const [question, path] of [...this.#facts.values()]) this.ask(question, path);
  }

  facts(): InputFact[] {
    // Who read a file knows that it exists.
    return [...this.#facts.values()].filter(([question, path]) => question !== "file" || !this.#facts.has(`text ${path}`));
  }
}

/** Paths of which something else would be said now; at most `limit`. */
export function changedPaths(facts: Iterable<InputFact>, limit = Infinity): string[] {
  const changed = new Set<string>();
  for (const [question, path, answer] of facts) {
    if (changed.size >= limit) break;
    if (answerNow(question, path) !== answer) changed.add(path);
  }
  return [...changed];
}

export function hashBytes(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
}

/** Of a file; undefined when it cannot be read. */
export function hashFile(path: string): string | undefined {
  try {
    return hashBytes(readFileSync(path));
  } catch {
    return undefined;
  }
}

function answerNow(question: Question, path: string): string {
  switch (question) {
    case "text":
      return hashFile(path) ?? NO;
    case "file":
      return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? YES : NO;
    case "folder":
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? YES : NO;
    case "names":
      return hashBytes(listSources(path).join("\n"));
    case "real":
      return realPath(path);
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // As the compiler has it: what does not exist is where it says.
    return path;
  }
}

const SOURCE = /\.[cm]?[jt]sx?$/;

/** The names in a folder that a tsconfig's patterns, or the look-up of type packages, can take: sources, and folders with a slash behind. */
export function listSources(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => SOURCE.test(entry.name) || !entry.isFile())
      .map((entry) => (entry.isFile() ? entry.name : `${entry.name}/`))
      .sort();
  } catch {
    return [];
  }
}
