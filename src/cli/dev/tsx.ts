/** Finds tsx, which runs TypeScript, where the project or this package has it. Serves `dev`. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { CliFailure } from "../failure.js";

interface TsxApi {
  readonly register: (options: { readonly tsconfig: string }) => unknown;
}
interface TsxManifest {
  readonly exports?: { readonly "./esm/api"?: { readonly import?: { readonly default?: string } } };
}

/** From here on this process imports TypeScript. @param tsconfig Whose settings hold. @throws CliFailure where tsx is not installed. */
export async function registerTsx(tsconfig: string, cwd: string): Promise<void> {
  const manifest = findManifest([tsconfig, path.join(cwd, "package.json"), import.meta.url]);
  if (manifest === undefined)
    throw new CliFailure("TypeScript is run by tsx, which is not installed\n  npm install --save-dev tsx, or name a compiled .js file");
  const { exports } = JSON.parse(readFileSync(manifest, "utf8")) as TsxManifest;
  const entry = exports?.["./esm/api"]?.import?.default;
  if (entry === undefined) throw new CliFailure("the installed tsx has no tsx/esm/api\n  npm install --save-dev tsx@4");
  // By address: what `import` finds depends on where this package lies, and `require` gives the half that cannot register.
  const { register } = (await import(pathToFileURL(path.join(path.dirname(manifest), entry)).href)) as TsxApi;
  register({ tsconfig });
}

function findManifest(bases: readonly string[]): string | undefined {
  for (const base of bases) {
    try {
      return createRequire(base).resolve("tsx/package.json");
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}
