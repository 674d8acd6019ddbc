/** Which npm package a source file belongs to. Serves the recognition of decorators and of types that need special treatment. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const cache = new Map<string, string | undefined>();

/** The `name` of the nearest package.json that has one. */
export function packageOf(fileName: string): string | undefined {
  return packageOfFolder(dirname(fileName));
}

function packageOfFolder(dir: string): string | undefined {
  if (cache.has(dir)) return cache.get(dir);
  const parent = dirname(dir);
  const name = readName(dir) ?? (parent === dir ? undefined : packageOfFolder(parent));
  cache.set(dir, name);
  return name;
}

function readName(dir: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as { name?: unknown };
    return typeof name === "string" ? name : undefined;
  } catch {
    // No package.json here, or one that npm could not read either.
    return undefined;
  }
}

/** Every package.json that was looked at, or for, in this process. */
export function packageFiles(): string[] {
  return [...cache.keys()].map((dir) => join(dir, "package.json"));
}
