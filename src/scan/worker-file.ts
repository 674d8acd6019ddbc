/** Checks, when the scan meets a tool with a worker, that the worker's module is there. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Under tsx the sources are what runs, and `./x.worker.js` names `./x.worker.ts`, as in an import. */
const SOURCE_OF: Readonly<Record<string, string>> = { ".js": ".ts", ".mjs": ".mts", ".cjs": ".cts" };

/** @throws TypeError that says where it was looked for. */
export function findWorker(worker: URL | string): URL {
  const url = new URL(worker);
  if (url.protocol !== "file:") throw new TypeError(`worker: ${url.href} is no file; a worker is a module on disk beside the class`);
  const path = fileURLToPath(url);
  if (existsSync(path)) return url;
  const extension = Object.keys(SOURCE_OF).find((one) => path.endsWith(one));
  const source = extension === undefined ? undefined : new URL(url.href.slice(0, -extension.length) + SOURCE_OF[extension]!);
  if (source !== undefined && existsSync(fileURLToPath(source))) return source;
  throw new TypeError(
    `worker: there is no ${path}; the path is relative to the file with the class. A bundler has to be told of the worker as an entry of its own`,
  );
}
