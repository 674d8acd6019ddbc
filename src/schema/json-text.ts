/** Reads a string that is the JSON text of a list or an object: models send these. Serves the coercion of lists and objects. */

/** The list or object `value` is the JSON text of; undefined for anything else. V8 parses without recursion, so depth is left to the walk. */
export function parseJsonText(value: unknown): object | undefined {
  if (typeof value !== "string" || !/^[ \t\r\n]*[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value) as object;
  } catch {
    return undefined;
  }
}
