/**
 * Matches a URI against the parts of a template in time linear in the URI, whatever the template: dynamic programming from the right
 * instead of a backtracking regular expression. A variable takes as much as it can, as `.+` and `[^/?]+` do.
 */
export interface TemplateVariable {
  readonly name: string;
  /** Whether it may hold `/` and `?`: `{+var}` and `{var*}`. */
  readonly reserved: boolean;
}
export type TemplatePart = string | TemplateVariable;

/** The raw (still escaped) values in order of appearance, or undefined. */
export function matchParts(parts: readonly TemplatePart[], uri: string): string[] | undefined {
  const first = parts[0];
  if (typeof first === "string" && !uri.startsWith(first)) return undefined;
  return matchSingle(parts, uri) ?? matchGeneral(parts, uri);
}

/** Nearly every template is literal, one variable, literal: no table needed. `undefined` = not that form. */
function matchSingle(parts: readonly TemplatePart[], uri: string): string[] | undefined {
  const [head, variable, tail = ""] = parts;
  if (parts.length > 3 || typeof head !== "string" || typeof variable !== "object" || typeof tail !== "string") return undefined;
  const end = uri.length - tail.length;
  if (end <= head.length || !uri.endsWith(tail)) return undefined;
  const value = uri.slice(head.length, end);
  return variable.reserved || !/[/?]/.test(value) ? [value] : undefined;
}

const NONE = -1;

function matchGeneral(parts: readonly TemplatePart[], uri: string): string[] | undefined {
  // ends[j][i] = where part j ends if it starts at i and the rest of the template fits after it; NONE if it cannot.
  const ends: Int32Array[] = [];
  let fits = (at: number): boolean => at === uri.length;
  for (let j = parts.length - 1; j >= 0; j--) {
    const part = parts[j]!;
    const column = typeof part === "string" ? endsOfLiteral(part, uri, fits) : endsOfVariable(part, uri, fits);
    ends[j] = column;
    fits = (at) => at <= uri.length && column[at] !== NONE;
  }
  const values: string[] = [];
  let at = 0;
  for (let j = 0; j < parts.length; j++) {
    const end = ends[j]![at]!;
    if (end === NONE) return undefined;
    if (typeof parts[j] !== "string") values.push(uri.slice(at, end));
    at = end;
  }
  return at === uri.length ? values : undefined;
}

function endsOfLiteral(literal: string, uri: string, fits: (at: number) => boolean): Int32Array {
  const ends = new Int32Array(uri.length + 1).fill(NONE);
  for (let i = uri.indexOf(literal); i >= 0; i = uri.indexOf(literal, i + 1)) {
    if (fits(i + literal.length)) ends[i] = i + literal.length;
  }
  return ends;
}

function endsOfVariable({ reserved }: TemplateVariable, uri: string, fits: (at: number) => boolean): Int32Array {
  const ends = new Int32Array(uri.length + 1).fill(NONE);
  for (let i = uri.length - 1; i >= 0; i--) {
    if (!reserved && isSegmentEnd(uri, i)) continue;
    const further = i + 1 < uri.length ? ends[i + 1]! : NONE;
    if (further !== NONE) ends[i] = further;
    else if (fits(i + 1)) ends[i] = i + 1;
  }
  return ends;
}

function isSegmentEnd(uri: string, at: number): boolean {
  return uri[at] === "/" || uri[at] === "?";
}
