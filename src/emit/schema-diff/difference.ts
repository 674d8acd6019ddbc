/** One reason why a schema does not accept everything another accepts. Serves the comparison of schemas. */

export interface Difference {
  /** Into the value: property names, `[]` for the elements of a list, `[0]` for a position, `*` for the values of a map. */
  readonly path: readonly string[];
  readonly keyword: string;
  /** As said when the schema that refuses more is the newer one. */
  readonly text: string;
  /** As said when it is the older one. */
  readonly reverse: string;
}

/** Schemas are never written for comparison: what cannot be decided counts as a difference, with the reason. */
export function unsure(path: readonly string[], keyword: string, why: string): Difference {
  const text = `cannot tell whether the same is accepted: ${why}`;
  return { path, keyword, text, reverse: text };
}

/** `minimum 1 → 5`, and back. */
export function changed(path: readonly string[], keyword: string, from: unknown, to: unknown, remark = ""): Difference {
  return { path, keyword, text: `${keyword} ${show(from)} → ${show(to)}${remark}`, reverse: `${keyword} ${show(to)} → ${show(from)}${remark}` };
}

const MAX_SHOWN = 60;

export function show(value: unknown): string {
  if (value === undefined || value === Infinity || value === -Infinity) return "none";
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** `window.start`, `kinds[]`, `labels.*`. */
export function formatPath(path: readonly string[]): string {
  return path.reduce((text, part) => (part.startsWith("[") || text === "" ? text + part : `${text}.${part}`), "");
}
