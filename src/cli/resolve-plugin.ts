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
  const found = statSync(file, { throwIfNoEntry: false });
  const isPath = /^\.{1,2}(?:[/\\]|$)/.test(given) || path.isAbsolute(given) || found?.isFile() === true;
  if (!isPath && (found === undefined || packageFolder(given, cwd) !== undefined)) return packageAddress(given, cwd);
  if (found?.isDirectory() === true)
    throw new CliFailure(`plugin ${given}: this is a folder; name the module to load, such as ${path.join(given, "dist/index.js")}`);
  // It need not exist by that name: loaders such as tsx find x.ts for x.js.
  return pathToFileURL(file);
}

function packageAddress(given: string, cwd: string): URL {
  try {
    return pathToFileURL(createRequire(path.join(cwd, "noop.js")).resolve(given));
  } catch (error) {
    // A package with an entry for `import` alone: `require` cannot see it, and `import` cannot be asked from another folder.
    const entry = importEntry(given, cwd);
    if (entry !== undefined) return pathToFileURL(entry);
    const isInstalled = packageFolder(given, cwd) !== undefined;
    throw new CliFailure(isInstalled ? `plugin ${given}: ${firstLine(describeError(error))}` : notFound(given, cwd), undefined, { cause: error });
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
  const folder = packageFolder(given, cwd);
  if (folder === undefined) return undefined;
  const { exports: map } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { exports?: unknown };
  const subpaths = isRecord(map) && Object.keys(map).some((key) => key.startsWith(".")) ? map : { ".": map };
  const target = pickCondition(subpaths[`.${splitName(given).rest}`]);
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

/** Where the package that `given` begins with is installed, as seen from the working directory. */
function packageFolder(given: string, cwd: string): string | undefined {
  const { name } = splitName(given);
  const modules = createRequire(path.join(cwd, "noop.js")).resolve.paths(name) ?? [];
  return modules.map((folder) => path.join(folder, name)).find((folder) => existsSync(path.join(folder, "package.json")));
}

/** `@scope/name/sub/path` → the package's name, and `/sub/path`. */
function splitName(given: string): { readonly name: string; readonly rest: string } {
  const [, name = given, rest = ""] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(given) ?? [];
  return { name, rest };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!;
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
