/** Doc comments → descriptions. Serves methods, arguments, properties and types alike. */
import type TS from "typescript";
import { ts } from "./compiler.js";

/** The comment of a declaration without its tags, cleaned; `""` when there is none. A method without one takes its base method's. */
export function readDescription(checker: TS.TypeChecker, symbol: TS.Symbol): string {
  return cleanText(joinParts(symbol.getDocumentationComment(checker)));
}

/**
 * What `@param limit {@minimum 1}` says after the name: without a hyphen the compiler takes the brace for a type and the tag inside for one of the
 * method's own, so the text is read from the source. `""` where nothing of the kind is written.
 */
export function readBracedParam(declaration: TS.Declaration): string {
  if (!ts.isParameter(declaration)) return "";
  const tag = ts.getJSDocParameterTags(declaration).find(({ typeExpression }) => typeExpression?.getText() === "{");
  if (tag?.typeExpression === undefined) return "";
  const text = tag.getSourceFile().text.slice(tag.typeExpression.getStart(), tag.parent.end);
  const [own = ""] = text.split(/\*\/|\n[ \t]*\*?[ \t]*@/);
  return cleanText(own.replace(/\n[ \t]*\*?[ \t]*/g, "\n"));
}

/** The compiler takes `{@link Name | text}` apart and loses what stood between name and text. */
export function joinParts(parts: readonly TS.SymbolDisplayPart[] | undefined): string {
  return (parts ?? []).map(({ kind, text }) => (kind === "linkText" ? ` ${text.trim()}` : text)).join("");
}

const LINK = /\{@link(?:code|plain)?\s+([^}|\s]+)(?:[\s|]+([^}]*))?\}/g;

/** `{@link X}` becomes `X`, `{@link X | text}` the text; line ends and the hyphen of `@param name - text` go. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(LINK, (_, target: string, label: string | undefined) => ((label ?? "").trim() === "" ? target : label!.trim()))
    .replace(/^\s*-\s+/, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}
