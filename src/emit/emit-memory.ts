/** What a run of the emitter leaves for the next one in the same process: parsed files, the program, and what it read. Serves `--watch` and `dev`. */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import type TS from "typescript";
import type { InputFact } from "./input-log.js";
import { changedPaths, hashFile, InputLog } from "./input-log.js";

interface ParsedFile {
  readonly stamp: string;
  readonly hash: string;
  readonly file: TS.SourceFile;
}

const PACKAGES = /[\\/]node_modules(?:[\\/]|$)/;

export class EmitMemory {
  #program: TS.Program | undefined;
  #options = "";
  readonly #files = new Map<string, ParsedFile>();
  readonly #dir: string;
  #facts: readonly InputFact[] = [];

  /** @param dir Folder of the project. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Of the last run that had one. */
  get program(): TS.Program | undefined {
    return this.#program;
  }

  keepProgram(program: TS.Program): void {
    this.#program = program;
  }

  /** Files and program are of no use under other compiler options. */
  begin(options: TS.CompilerOptions): void {
    const text = JSON.stringify({ ...options, configFile: undefined });
    if (text !== this.#options) {
      this.#files.clear();
      this.#program = undefined;
    }
    this.#options = text;
  }

  /**
   * The file as it was parsed before, unless its contents changed.
   * @param format In which it is to be parsed: a package.json says whether a file is an ES module.
   * @param log Has the contents' hash once `parse` has read them.
   */
  parseOnce(path: string, format: unknown, log: InputLog, parse: () => TS.SourceFile | undefined): TS.SourceFile | undefined {
    // Taken before the file is read: an edit in between makes the stamp old, never the file.
    const stamp = `${String(format)} ${this.#stampOf(path)}`;
    const known = this.#files.get(path);
    if (known?.stamp === stamp) {
      log.note("text", path, known.hash);
      return known.file;
    }
    const file = parse();
    const hash = log.answerTo("text", path);
    if (file !== undefined && hash !== undefined) this.#files.set(path, { stamp, hash, file });
    return file;
  }

  remember(facts: readonly InputFact[]): void {
    this.#facts = facts;
  }

  /** What was written is watched too: a person may have edited it. */
  watchOutputs(files: readonly string[]): void {
    const log = new InputLog();
    for (const file of files) log.ask("text", file);
    this.#facts = [...this.#facts, ...log.facts()];
  }

  /** What the last run read outside of packages and would read differently now. */
  changes(): string[] {
    return changedPaths(this.#facts.filter(([, path]) => !this.#isPackaged(path)));
  }

  /** Outside of packages: where the last run read a file, and where a new one would be a source. */
  folders(): string[] {
    const found = this.#facts.flatMap(([question, path]) => (question === "text" ? [dirname(path)] : question === "names" ? [path] : []));
    return [...new Set(found)].filter((folder) => !this.#isPackaged(folder));
  }

  /** The author's own files by their contents, since a save may keep size and time; a package's by what an installation changes. */
  #stampOf(path: string): string {
    if (!this.#isPackaged(path)) return hashFile(path) ?? "";
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? "" : `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size}`;
  }

  /** The project itself may lie below a node_modules. */
  #isPackaged(path: string): boolean {
    return PACKAGES.test(path.startsWith(this.#dir) ? path.slice(this.#dir.length) : path);
  }
}
