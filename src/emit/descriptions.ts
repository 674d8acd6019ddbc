/** Doc comments → descriptions. Serves methods, arguments, properties and types alike. */
import type TS from "typescript";
import { ts } from "./compiler.js";

/** The comment of a declaration without its tags, cleaned; `""` when there is none. A method without one takes its base method's. */
export function readDescription(checker: TS.TypeChecker, symbol: TS.Symbol): string {
  return cleanText(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
}

const LINK = /\{@link(?:code|plain)?\s+([^}|\s]+)(?:[\s|]+([^}]*))?\}/g;

/** `{@link X}` becomes `X`, `{@link X | text}` the text; line ends and the hyphen of `@param name - text` go. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(LINK, (_, target: string, label: string | undefined) => label?.trim() || target)
    .replace(/^\s*-\s+/, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}
