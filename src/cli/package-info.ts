/** Name and version of packages: this one's, and that of a plugin, by which a server introduces itself. */
import { readFileSync } from "node:fs";
import path from "node:path";

export interface PackageInfo {
  readonly name: string;
  readonly version: string;
}

/** This package's version; package.json is two folders up in src and in dist alike. */
export function ownVersion(): string {
  return readPackage(path.join(import.meta.dirname, "../../package.json"))?.version ?? "0.0.0";
}

/** The package that `file` belongs to: the nearest package.json above it that has a name. */
export function packageOf(file: string): PackageInfo | undefined {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const found = readPackage(path.join(folder, "package.json"));
    if (found !== undefined) return found;
    if (folder === path.dirname(folder)) return undefined;
  }
}

function readPackage(file: string): PackageInfo | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(file, "utf8")) as { name?: unknown; version?: unknown };
    return typeof name === "string" && name !== "" ? { name, version: typeof version === "string" ? version : "0.0.0" } : undefined;
  } catch {
    // Absent, unreadable or not JSON: the one above may do, and a name is never worth failing for.
    return undefined;
  }
}
