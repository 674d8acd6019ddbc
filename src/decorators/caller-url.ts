/** The module that calls a decorator, as a base for the relative paths it is given. */
import { pathToFileURL } from "node:url";

/**
 * URL of the file in which `callee` is being called right now.
 * @returns undefined where the engine does not tell, as in code made by `eval`.
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- compared by identity only, as V8 takes it
export function callerUrl(callee: Function): URL | undefined {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was
  const prepare = Error.prepareStackTrace;
  const holder: { stack?: unknown } = {};
  try {
    Error.prepareStackTrace = (_error, sites) => sites[0]?.getFileName();
    Error.captureStackTrace(holder, callee);
    const file = holder.stack;
    if (typeof file !== "string") return undefined;
    return file.startsWith("file:") ? new URL(file) : pathToFileURL(file);
  } finally {
    Error.prepareStackTrace = prepare;
  }
}
