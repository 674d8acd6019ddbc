/** Turns what `--plugin` was given into a module's address: a path below the working directory, or a package installed there. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CliFailure, describeError } from "./failure.js";

/** @throws CliFailure for a folder, and for a name that is neither a file nor an installed package. */
export function resolvePlugin(given: string, cwd: string): URL {
  if (given.startsWith("file:")) return new URL(given);
  const file = path.resolve(cwd, given);
  if (/^\.{1,2}(?:[/\\]|$)/.test(given) || path.isAbsolute(given)) return fileAddress(given, file);
  return existsSync(file) && !isPackageName(given, cwd) ? fileAddress(given, file) : packageAddress(given, cwd);
}

/** A file need not exist by that name: loaders such as tsx find `x.ts` for `x.js`. */
function fileAddress(given: string, file: string): URL {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) return pathToFileURL(file);
  throw new CliFailure(`plugin ${given}: this is a folder; name the module to load, such as ${path.join(given, "dist/index.js")}`);
}

function isPackageName(given: string, cwd: string): boolean {
  return !statSync(path.resolve(cwd, given)).isFile() && searchFolders(given, cwd).some((folder) => existsSync(path.join(folder, given)));
}

function packageAddress(given: string, cwd: string): URL {
  try {
    return pathToFileURL(createRequire(path.join(cwd, "noop.js")).resolve(given));
  } catch (error) {
    // A package with an entry for `import` alone: `require` cannot see it, and `import` cannot be asked from another folder.
    const entry = importEntry(given, cwd);
    if (entry !== undefined) return pathToFileURL(entry);
    if ((error as NodeJS.ErrnoException).code === "ERR_PACKAGE_PATH_NOT_EXPORTED")
      throw new CliFailure(`plugin ${given}: ${describeError(error)}`, undefined, { cause: error });
    throw new CliFailure(notFound(given, cwd), undefined, { cause: error });
  }
}

function notFound(given: string, cwd: string): string {
  const advice =
    /\.[cm]?[jt]s$/.test(given) || given.includes("/")
      ? "check the path; compiled files need the build first (npm run build)"
      : `npm install ${given}, or write ./${given} for a file`;
  return `plugin ${given}: there is no such file in ${cwd}, and no package of that name is installed there\n  ${advice}`;
}

/** What the `exports` of an installed package say to `import` for exactly this entry. */
function importEntry(given: string, cwd: string): string | undefined {
  const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(given) ?? [];
  if (name === undefined) return undefined;
  const folder = searchFolders(name, cwd)
    .map((modules) => path.join(modules, name))
    .find((candidate) => existsSync(path.join(candidate, "package.json")));
  if (folder === undefined) return undefined;
  const { exports: map } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { exports?: unknown };
  const subpaths = isRecord(map) && Object.keys(map).some((key) => key.startsWith(".")) ? map : { ".": map };
  const target = pickCondition(subpaths[`.${rest ?? ""}`]);
  return target === undefined ? undefined : path.join(folder, target);
}

/** The first condition that holds for an import in Node, in the order of the map. */
function pickCondition(target: unknown): string | undefined {
  if (typeof target === "string") return target;
  if (!isRecord(target)) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    const picked = ["node", "import", "module-sync", "default"].includes(condition) ? pickCondition(inner) : undefined;
    if (picked !== undefined) return picked;
  }
  return undefined;
}

function searchFolders(name: string, cwd: string): readonly string[] {
  return createRequire(path.join(cwd, "noop.js")).resolve.paths(name) ?? [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** As a person would write it: relative to the working directory where it is below it. */
export function showFile(url: string | URL, cwd: string): string {
  const file = fileURLToPath(url);
  const relative = path.relative(cwd, file);
  return relative.startsWith("..") || path.isAbsolute(relative) ? file : `./${relative}`;
}
