/**
 * Module hooks that give every module of the project a new address per generation, so that Node evaluates it again. They run in Node's loader thread.
 * The generation is handed on from importer to imported, so a late `import()` of an old generation stays in it. Serves `dev`.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { InitializeHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import type { MessagePort } from "node:worker_threads";

/** The part of a module's address that tells its generation. */
const PARAMETER = "cloudg-dev";

export interface HookData {
  /** Takes a {@link LoadedFile} for every module of the project. */
  readonly port: MessagePort;
  /** Address of this package's code, which is never reloaded: the server runs on it. */
  readonly own: string;
}

export interface LoadedFile {
  readonly file: string;
  /** Of the contents just before they were loaded. */
  readonly hash: string;
}

let data: HookData | undefined;

export const initialize: InitializeHook<HookData> = (given) => {
  data = given;
};

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const generation = generationOf(context.parentURL) ?? generationOf(specifier);
  const resolved = await nextResolve(specifier, context);
  if (generation === undefined || !resolved.url.startsWith("file:")) return resolved;
  const url = new URL(resolved.url);
  // Packages are shared by all generations: they hold what must exist once, and they are not what is being edited.
  if (url.pathname.includes("/node_modules/") || (data !== undefined && url.href.startsWith(data.own))) return resolved;
  url.searchParams.set(PARAMETER, generation);
  report(url);
  // Node's CommonJS cache knows no queries; TypeScript of a CommonJS package is run as an ES module instead.
  return { ...resolved, url: url.href, ...(/\.tsx?$/.test(fileOf(url)) ? { format: "module" as const } : {}) };
};

function generationOf(address: string | undefined): string | undefined {
  if (address?.startsWith("file:") !== true) return undefined;
  return new URL(address).searchParams.get(PARAMETER) ?? undefined;
}

/** tsx hides a query of its own in the path. */
function fileOf(url: URL): string {
  return fileURLToPath(new URL(url.pathname, "file:")).split("?", 1)[0]!;
}

function report(url: URL): void {
  const file = fileOf(url);
  try {
    // Before it is loaded: an edit in between shows as a change.
    const hash = createHash("sha256").update(readFileSync(file)).digest("base64url").slice(0, 22);
    const loaded: LoadedFile = { file, hash };
    data?.port.postMessage(loaded);
  } catch {
    // Loading it says better what is wrong.
  }
}

/** The address of `url` in a generation. */
export function addressIn(generation: number, url: URL): URL {
  const address = new URL(url);
  if (!address.pathname.includes("/node_modules/")) address.searchParams.set(PARAMETER, String(generation));
  return address;
}
