/** Whether schemas are older than the sources that lie beside the package, as they do wherever it is being worked on. Serves the scan. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Fault } from "../errors.js";
import type { SchemaModule } from "../schema/manifest.js";

/** An installed package is what its author published; whoever installed it cannot emit again. */
const INSTALLED = /[\\/]node_modules[\\/]/;

/** Never throws. Undefined also where there is nothing to compare: no sources, no place to look for them, classes that cannot be read yet. */
export function staleSourcesFault(module: SchemaModule): Fault | undefined {
  try {
    return compareSources(module);
  } catch {
    // An import cycle, a file that may not be read: the scan has its own words for what matters of that.
    return undefined;
  }
}

function compareSources(module: SchemaModule): Fault | undefined {
  const { file, meta } = module;
  if (file === undefined || meta.sources === "" || INSTALLED.test(file)) return undefined;
  const paths = sourcesOf(module);
  const dir = paths.length === 0 ? undefined : findProject(file, paths);
  if (dir === undefined || hashSources(dir, paths) === meta.sources) return undefined;
  return {
    where: file,
    problem: `the sources in ${dir} (${paths.slice(0, MAX_NAMED).join(", ")}${paths.length > MAX_NAMED ? ", …" : ""}) are not those the schemas were emitted from`,
    remedy: "run `npx cloudg-mcp schemas`",
  };
}

const MAX_NAMED = 3;

/** Files of the decorated methods, relative to the project, sorted as the emitter sorts them. */
function sourcesOf(module: SchemaModule): string[] {
  const entries = module.rows().flatMap(([, members]) => Object.values(members));
  const paths = entries.flatMap(([{ source }]) => (source === undefined ? [] : [source.replace(/:\d+$/, "")]));
  return [...new Set(paths)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The nearest folder above the module, up to the package's, that has every one of the sources. */
function findProject(file: string, paths: readonly string[]): string | undefined {
  for (let dir = dirname(file); ; dir = dirname(dir)) {
    if (paths.every((path) => existsSync(join(dir, path)))) return dir;
    if (existsSync(join(dir, "package.json")) || dir === dirname(dir)) return undefined;
  }
}

/** As the emitter does it: by path, with line ends made alike. */
function hashSources(dir: string, paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) {
    const text = readFileSync(join(dir, path), "utf8").replace(/^\uFEFF/, "");
    hash.update(`${path}\n${text.replace(/\r\n/g, "\n")}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
