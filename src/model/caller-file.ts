/** Which file a function was called from: how a generated module, and a path relative to a class, are found without an address in the source, which no module format shares with all others. */
import { fileURLToPath } from "node:url";

/** @param callee The function whose caller is asked for. Undefined where the engine does not say. */
export function callerFile(callee: (...args: never[]) => unknown): string | undefined {
  const holder: { stack?: unknown } = {};
  const before = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
  try {
    Error.prepareStackTrace = (_error, sites) => sites[0]?.getFileName();
    Error.captureStackTrace(holder, callee);
    return toPath(holder.stack);
  } catch {
    return undefined;
  } finally {
    if (before === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
    else Object.defineProperty(Error, "prepareStackTrace", before);
  }
}

function toPath(file: unknown): string | undefined {
  if (typeof file !== "string") return undefined;
  if (!file.startsWith("file:")) return file;
  const url = new URL(file);
  return fileURLToPath(new URL(url.pathname, "file:"));
}
