/**
 * URI templates of resources: `{var}` one path segment, `{+var}` anything (RFC 6570 reserved expansion), `{var*}` the legacy spelling of that.
 * Serves definition (parse), look-up (match) and answers (expand, canonical).
 */
import { decodeComponent, encodeReserved, encodeSegment } from "./percent.js";
import type { TemplatePart, TemplateVariable } from "./match.js";
import { matchParts } from "./match.js";

/** A template that cannot be used, or a value that its variable cannot carry. */
export class UriTemplateError extends TypeError {
  override readonly name = "UriTemplateError";
}

const VARIABLE = /^(?:\+([A-Za-z_][A-Za-z0-9_]*)|([A-Za-z_][A-Za-z0-9_]*)(\*?))$/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

export class UriTemplate {
  readonly parts: readonly TemplatePart[];
  /** Names in order of appearance. */
  readonly variables: readonly string[];

  /** @throws UriTemplateError that says where the template is wrong. */
  constructor(readonly text: string) {
    this.parts = parseTemplate(text);
    this.variables = this.parts.filter((part): part is TemplateVariable => typeof part !== "string").map((part) => part.name);
  }

  /** Decoded variables, or undefined when the URI does not fit or holds a malformed escape. Linear in the length of the URI. */
  match(uri: string): Record<string, string> | undefined {
    const raw = matchParts(this.parts, uri);
    if (raw === undefined) return undefined;
    const values: Record<string, string> = {};
    for (let i = 0; i < raw.length; i++) {
      const value = decodeComponent(raw[i]!);
      if (value === undefined) return undefined;
      values[this.variables[i]!] = value;
    }
    return values;
  }

  /**
   * The URI with the values percent-encoded: `{var}` completely, `{+var}` except `/:@!$&'()*+,;=`.
   * @throws UriTemplateError for a missing or empty value, or one that is not well-formed Unicode.
   */
  expand(values: Readonly<Record<string, unknown>>): string {
    return this.fill(values, (value, part) => (part.reserved ? encodeReserved(value) : encodeSegment(value)));
  }

  /** The URI with the decoded values in it: the form policies match, so that an escape cannot slip past a rule. */
  canonical(values: Readonly<Record<string, unknown>>): string {
    return this.fill(values, (value) => value);
  }

  private fill(values: Readonly<Record<string, unknown>>, encode: (value: string, part: TemplateVariable) => string | undefined): string {
    let uri = "";
    for (const part of this.parts) uri += typeof part === "string" ? part : this.fillOne(values, part, encode);
    return uri;
  }

  private fillOne(
    values: Readonly<Record<string, unknown>>,
    part: TemplateVariable,
    encode: (value: string, part: TemplateVariable) => string | undefined,
  ): string {
    const given = Object.hasOwn(values, part.name) ? values[part.name] : undefined;
    if (given === undefined || given === null || given === "")
      throw new UriTemplateError(`${this.text}: the variable "${part.name}" needs a value that is not empty.`);
    const encoded = encode(String(given), part);
    if (encoded === undefined)
      throw new UriTemplateError(`${this.text}: the value of "${part.name}" is not well-formed Unicode (a lone surrogate), so no URI can carry it.`);
    return encoded;
  }
}

function parseTemplate(text: string): TemplatePart[] {
  if (!SCHEME.test(text)) throw new UriTemplateError(`${JSON.stringify(text)} is not a URI template: it must begin with a scheme, like "notes://{id}".`);
  const parts: TemplatePart[] = [];
  const seen = new Set<string>();
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("{", at);
    const literal = text.slice(at, open < 0 ? text.length : open);
    if (literal.includes("}")) throw new UriTemplateError(`${text}: a "}" without a "{" before it.`);
    if (literal !== "") parts.push(literal);
    if (open < 0) break;
    const close = text.indexOf("}", open);
    if (close < 0) throw new UriTemplateError(`${text}: the "{" at ${open} is never closed.`);
    parts.push(parseVariable(text, text.slice(open + 1, close), seen));
    at = close + 1;
  }
  return parts;
}

function parseVariable(text: string, body: string, seen: Set<string>): TemplateVariable {
  const found = VARIABLE.exec(body);
  if (found === null)
    throw new UriTemplateError(`${text}: {${body}} is not a form this library has; write {name} for one path segment or {+name} for anything.`);
  const name = (found[1] ?? found[2])!;
  if (seen.has(name)) throw new UriTemplateError(`${text}: the variable "${name}" appears twice.`);
  seen.add(name);
  return { name, reserved: found[1] !== undefined || found[3] === "*" };
}
