/** Compiles a regular expression as JSON Schema means it. Serves patterns, the `regex` format and `RegExp` arguments. */

/** Unicode-aware where the source allows it; undefined where it is no regular expression. */
export function compileRegExp(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Escapes such as `\-` are errors with `u` and harmless without.
    }
  }
  return undefined;
}
