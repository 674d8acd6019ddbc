/** The directories below which datasets may be read; everything else is refused. Serves the reading of files. */
import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { DatasetError } from "./errors.js";
import { quote } from "./json.js";

export interface RootedPath {
  /** Absolute, without symbolic links. */
  real: string;
  /** Below its root, for people. */
  relative: string;
}

export class AllowedRoots {
  private constructor(
    /** Absolute, without symbolic links. */
    readonly directories: readonly string[],
    /** The same as the operator wrote them. */
    private readonly written: readonly string[],
    private readonly cwd: string,
  ) {}

  /**
   * @param list Directories separated like a PATH (`:`; `;` on Windows); empty or absent = the working directory.
   * @throws DatasetError for an entry that is no directory.
   */
  static parse(list: string | undefined, cwd = process.cwd()): AllowedRoots {
    const entries = (list ?? "").split(path.delimiter).filter((entry) => entry.trim() !== "");
    return AllowedRoots.of(entries.length === 0 ? [cwd] : entries, cwd);
  }

  static of(directories: readonly string[], cwd = process.cwd()): AllowedRoots {
    const written = directories.map((directory) => path.resolve(cwd, directory));
    return new AllowedRoots([...new Set(written.map(realDirectory))], written, cwd);
  }

  /** Where a path as given by a caller may lead: itself, or, when it is relative, below the working directory and each root. */
  candidates(given: string): string[] {
    return path.isAbsolute(given) ? [path.normalize(given)] : [...new Set([this.cwd, ...this.directories].map((directory) => path.resolve(directory, given)))];
  }

  /** The place of a path that has no symbolic links; undefined when it is below no root. */
  place(real: string): RootedPath | undefined {
    const root = this.directories.find((directory) => isBelow(directory, real));
    return root === undefined ? undefined : { real, relative: path.relative(root, real) || "." };
  }

  /** Whether a path, taken at its word, is below a root. */
  covers(candidate: string): boolean {
    return [...this.directories, ...this.written].some((directory) => isBelow(directory, candidate));
  }

  /** For messages: the directories, quoted. */
  describe(): string {
    return this.directories.map((directory) => quote(directory)).join(", ");
  }
}

function isBelow(directory: string, file: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function realDirectory(directory: string): string {
  try {
    const real = realpathSync(directory);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Told below: for the operator, absent and no directory are one mistake.
  }
  throw new DatasetError(
    "settings",
    `the allowed root ${quote(directory)} is not a directory that can be read`,
    "Create it, or take it out of CLOUDG_MCP_ALLOWED_ROOTS.",
  );
}
