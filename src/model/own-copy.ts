/** Which copy of this package is at work: node_modules may hold several, and what one made another may meet. Serves the messages about that. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** URL of a file of this copy, two folders below its package.json in `src` and `dist` alike. */
export const OWN_COPY: string = import.meta.url;

/** `cloudg-mcp 1.2.0 (/app/node_modules/cloudg-mcp)`, as far as it can be found out: a bundle has no package.json. */
export function describeCopy(url: string | undefined): string {
  if (url === undefined) return "another cloudg-mcp";
  const folder = url.replace(/\/(?:src|dist)\/model\/own-copy\.[jt]s.*$/, "");
  const path = folder.startsWith("file:") ? fileURLToPath(folder) : folder;
  return `cloudg-mcp ${readVersion(path) ?? "of an unknown version"} (${path})`;
}

function readVersion(folder: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as { version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch {
    // Bundled, or served from elsewhere.
    return undefined;
  }
}

export const ONE_COPY =
  "install one version for the whole application: `npm ls cloudg-mcp` shows who brings which, `npm dedupe` joins what can be joined, and a plugin package names cloudg-mcp under peerDependencies";
