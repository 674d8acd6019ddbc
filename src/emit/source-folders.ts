/** The folders a tsconfig's patterns reach into: where a new file becomes a source of the project. Serves the input log and the watch. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { MapLike } from "typescript";
import { listSources } from "./input-log.js";

/** The compiler's patterns never enter these, unless a pattern begins there. */
const UNSEEN = new Set(["node_modules", "bower_components", "jspm_packages"]);
/** Of a folder that is given with everything below it. */
const RECURSIVE = 1;

/** @param roots By folder: whether what is below counts too, as the compiler tells of a parsed tsconfig. */
export function listSourceFolders(roots: MapLike<number>): string[] {
  const found = new Set<string>();
  const entered = new Set<string>();
  const visit = (folder: string): void => {
    const real = realFolder(folder);
    // A link may lead to one of its own parents.
    if (real === undefined || entered.has(real)) return;
    entered.add(real);
    found.add(folder);
    for (const name of listSources(folder)) {
      if (name.endsWith("/") && !name.startsWith(".") && !UNSEEN.has(name.slice(0, -1))) visit(join(folder, name.slice(0, -1)));
    }
  };
  for (const [root, flags] of Object.entries(roots)) {
    if (flags & RECURSIVE) visit(root);
    else found.add(root);
  }
  return [...found];
}

function realFolder(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    return undefined;
  }
}
