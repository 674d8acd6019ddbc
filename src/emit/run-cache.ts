/** Remembers the last run of a project between processes, below the nearest node_modules, so that nothing is done when nothing has changed. */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic, DiagnosticCode } from "./diagnostics.js";
import type { InputFact } from "./input-log.js";
import { changedPaths, hashBytes, hashFile } from "./input-log.js";
import type { LintOptions } from "./lint.js";

/** Raised whenever an older file would be misread. */
const CACHE_FORMAT = 1;

/** What a run that need not be repeated had to say. */
export interface CachedRun {
  readonly out: string;
  readonly manifest: string;
  readonly members: number;
  readonly classes: number;
  readonly diagnostics: readonly Diagnostic[];
}

interface CacheFile {
  readonly key: string;
  readonly run: CachedRun;
  readonly outputs: readonly (readonly [path: string, hash: string])[];
  readonly facts: readonly InputFact[];
}

export interface CacheSubject {
  /** Of the tsconfig, absolute. */
  readonly project: string;
  readonly out?: string | undefined;
  readonly manifest?: string | undefined;
  readonly lint?: LintOptions | undefined;
  readonly allow?: readonly DiagnosticCode[] | undefined;
  /** Version of this package. */
  readonly generator: string;
}

export class RunCache {
  readonly #file: string;
  readonly #key: string;

  constructor(folder: string, { project, out, manifest, lint, allow, generator }: CacheSubject) {
    const subject = [project, absolute(out), absolute(manifest), lint, allow];
    this.#key = JSON.stringify([CACHE_FORMAT, generator, ownCode(), ...subject]);
    this.#file = join(folder, `schemas-${hashBytes(JSON.stringify(subject))}.json`);
  }

  /** The last run, when every file it read or wrote is as it was. */
  find(): CachedRun | undefined {
    const cached = readCache(this.#file);
    if (cached?.key !== this.#key) return undefined;
    const isSame = cached.outputs.every(([path, hash]) => hashFile(path) === hash) && changedPaths(cached.facts, 1).length === 0;
    return isSame ? cached.run : undefined;
  }

  /** Never throws: a cache that cannot be written costs the next run its time, nothing else. */
  store(run: CachedRun, facts: readonly InputFact[]): void {
    const outputs = [run.out, run.manifest].map((path) => [path, hashFile(path) ?? ""] as const);
    const content: CacheFile = { key: this.#key, run, outputs, facts };
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      // Two runs at once must not leave half of each.
      const temporary = `${this.#file}.${process.pid}`;
      writeFileSync(temporary, JSON.stringify(content));
      renameSync(temporary, this.#file);
    } catch {
      // A read-only or full disk.
    }
  }
}

/** Undefined where there is no node_modules to keep it in. */
export function openRunCache(subject: CacheSubject): RunCache | undefined {
  for (let folder = dirname(subject.project); ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (statSync(modules, { throwIfNoEntry: false })?.isDirectory() === true) return new RunCache(join(modules, ".cache", "cloudg-mcp"), subject);
    if (folder === dirname(folder)) return undefined;
  }
}

function absolute(path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(path);
}

function readCache(file: string): CacheFile | undefined {
  try {
    const cached = JSON.parse(readFileSync(file, "utf8")) as Partial<CacheFile> | null;
    const isWhole = Array.isArray(cached?.facts) && Array.isArray(cached.outputs) && typeof cached.run === "object";
    return isWhole ? (cached as CacheFile) : undefined;
  } catch {
    // Not there yet, or damaged.
    return undefined;
  }
}

/** The emitter itself: its version stays the same while somebody works on it. */
function ownCode(): string {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return hashBytes(files.map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`).join("\n"));
}
