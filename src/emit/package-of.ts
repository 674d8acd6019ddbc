/** Which npm package a source file belongs to. Serves the recognition of decorators, of types that need special treatment, and of what packages publish. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface PackageFolder {
  readonly name: string;
  readonly folder: string;
  /** The package.json, parsed. */
  readonly json: Readonly<Record<string, unknown>>;
}

const cache = new Map<string, PackageFolder | undefined>();

/** The `name` of the nearest package.json that has one. */
export function packageOf(fileName: string): string | undefined {
  return packageFolderOf(dirname(fileName))?.name;
}

/** The nearest folder from `dir` up whose package.json has a name: those that only say `type` belong to the package around them. */
export function packageFolderOf(dir: string): PackageFolder | undefined {
  if (cache.has(dir)) return cache.get(dir);
  const parent = dirname(dir);
  const found = readPackage(dir) ?? (parent === dir ? undefined : packageFolderOf(parent));
  cache.set(dir, found);
  return found;
}

function readPackage(folder: string): PackageFolder | undefined {
  try {
    const json = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
    return typeof json["name"] === "string" ? { name: json["name"], folder, json } : undefined;
  } catch {
    // No package.json here, or one that npm could not read either.
    return undefined;
  }
}

/** Every package.json that was looked at, or for, in this process. */
export function packageFiles(): string[] {
  return [...cache.keys()].map((dir) => join(dir, "package.json"));
}
