/** Constraints in doc comments: `@minimum 1` on a property or alias, `{@minimum 1}` inside `@param`. Serves the type engine. */
import { distance } from "fastest-levenshtein";
import type TS from "typescript";
import type { JsonSchema } from "../../model/json-schema.js";
import { ts } from "../compiler.js";
import type { DiagnosticBag } from "../diagnostics.js";
import type { Constraint, Rank } from "./constraint.js";

type TagParser = (text: string) => JsonSchema | undefined;

const numberTag =
  (keyword: string): TagParser =>
  (text) =>
    text.trim() !== "" && Number.isFinite(Number(text)) ? { [keyword]: Number(text) } : undefined;
const countTag =
  (keyword: string): TagParser =>
  (text) =>
    /^\d+$/.test(text.trim()) ? { [keyword]: Number(text) } : undefined;
const textTag =
  (keyword: string): TagParser =>
  (text) =>
    text.trim() === "" ? undefined : { [keyword]: unquote(text.trim()) };
const flagTag =
  (keyword: string): TagParser =>
  (text) =>
    /^(true|false)?$/.test(text.trim()) ? { [keyword]: text.trim() !== "false" } : undefined;

const TAGS: Readonly<Record<string, TagParser>> = {
  minimum: numberTag("minimum"),
  maximum: numberTag("maximum"),
  exclusiveMinimum: numberTag("exclusiveMinimum"),
  exclusiveMaximum: numberTag("exclusiveMaximum"),
  multipleOf: numberTag("multipleOf"),
  minLength: countTag("minLength"),
  maxLength: countTag("maxLength"),
  minItems: countTag("minItems"),
  maxItems: countTag("maxItems"),
  uniqueItems: flagTag("uniqueItems"),
  pattern: patternTag,
  format: textTag("format"),
  asType: typeTag,
  examples: examplesTag,
  // The text of @deprecated is advice to people.
  deprecated: () => ({ deprecated: true }),
};

/** Tags that other tools know; one of them is never taken for a misspelling of ours. */
const FOREIGN_TAGS = new Set(
  (
    "abstract access alpha alias async author augments beta borrows callback category class classdesc constant constructor constructs copyright " +
    "decorator default defaultvalue default-value description enum event eventProperty example experimental exports extends external file fileoverview " +
    "fires function generator global group hidden hideconstructor ignore implements import inheritdoc inner instance interface internal kind label lends " +
    "link listens member memberof method mixes mixin module name namespace override overload package packageDocumentation param preventExpand preserve " +
    "private privateRemarks prop property protected public readonly remarks requires return returns sealed satisfies see since static summary " +
    "template this throws todo tutorial type typedef typeParam variation version virtual yields"
  ).split(" "),
);

export interface DocReader {
  readonly diagnostics: DiagnosticBag;
  /** Where a wrong tag is reported when it has no node of its own. */
  readonly node: TS.Node;
  readonly rank: Rank;
}

const ENGINE_PREFIX = "TJS-";

/** The tags of a symbol's own doc comment. */
export function readTags(symbol: TS.Symbol, reader: DocReader): Constraint[] {
  return symbol.getJsDocTags().flatMap((tag) => {
    const text = ts.displayPartsToString(tag.text);
    return tag.name.startsWith(ENGINE_PREFIX) ? readTag(ownSpelling(tag.name.slice(ENGINE_PREFIX.length)), text, reader) : readTag(tag.name, text, reader);
  });
}

const INLINE = /\s*\{@(?:TJS-)?([A-Za-z]+)\s*((?:[^{}]|\{[^{}]*\})*)\}/g;

/** Takes `{@minimum 1}` out of a description. */
export function readInlineTags(description: string, reader: DocReader): { text: string; constraints: Constraint[] } {
  const constraints: Constraint[] = [];
  const text = description.replace(INLINE, (whole, name: string, value: string) => {
    const tag = ownSpelling(name);
    constraints.push(...readTag(tag, value, reader));
    return Object.hasOwn(TAGS, tag) ? "" : whole;
  });
  return { text: text.trim(), constraints };
}

function readTag(name: string, text: string, { diagnostics, node, rank }: DocReader): Constraint[] {
  if (!Object.hasOwn(TAGS, name)) {
    const close = FOREIGN_TAGS.has(name) ? undefined : closestTag(name);
    if (close !== undefined) diagnostics.report("CG3004", node, `The tag @${name} is unknown; did you mean @${close}?`);
    return [];
  }
  const keywords = TAGS[name]!(text);
  if (keywords !== undefined) return [{ keywords, rank, depth: 0, node, label: `@${name}` }];
  diagnostics.report(
    "CG3005",
    node,
    `The value of @${name}, ${JSON.stringify(text.trim())}, is malformed and left out. Write for instance ${EXAMPLES[name] ?? `@${name} 1`}.`,
  );
  return [];
}

const EXAMPLES: Readonly<Record<string, string>> = {
  pattern: "@pattern ^[a-z]+$",
  format: "@format email",
  asType: "@asType integer",
  examples: '@examples ["a", "b"]',
  uniqueItems: "@uniqueItems",
};

/** The engine's `@TJS-type` is our `@asType`; a plain `@type` is JSDoc's. */
function ownSpelling(name: string): string {
  return name === "type" ? "asType" : name;
}

function closestTag(name: string): string | undefined {
  if (name.length < 5) return undefined;
  const wanted = name.toLowerCase();
  return Object.keys(TAGS).find((tag) => distance(wanted, tag.toLowerCase()) <= 2);
}

function patternTag(text: string): JsonSchema | undefined {
  const pattern = unquote(text.trim());
  try {
    new RegExp(pattern);
    return pattern === "" ? undefined : { pattern };
  } catch {
    return undefined;
  }
}

function typeTag(text: string): JsonSchema | undefined {
  const type = text.trim().replace(/^\{(.*)\}$/, "$1");
  return type === "integer" || type === "number" || type === "string" || type === "boolean" ? { type } : undefined;
}

/** A JSON array, or one example as it is. */
function examplesTag(text: string): JsonSchema | undefined {
  if (text.trim() === "") return undefined;
  try {
    const value = JSON.parse(text) as NonNullable<JsonSchema["examples"]>[number];
    return { examples: Array.isArray(value) ? value : [value] };
  } catch {
    return text.trim().startsWith("[") ? undefined : { examples: [text.trim()] };
  }
}

function unquote(text: string): string {
  return /^"(?:[^"\\]|\\.)*"$/.test(text) ? (JSON.parse(text) as string) : text;
}
