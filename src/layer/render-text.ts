/** The text form of a result, bounded: what clients without structured content, and models, read. */
import type { JsonValue } from "../model/json-schema.js";

/** A string as it is, anything else as indented JSON. */
export function renderText(value: JsonValue, maxChars: number): string {
  return cutText(typeof value === "string" ? value : JSON.stringify(value, null, 2), maxChars);
}

/** Cuts at `maxChars` (UTF-16 units, never inside a surrogate pair) and says so at the end. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = isHighSurrogate(text, maxChars - 1) ? maxChars - 1 : maxChars;
  return `${text.slice(0, end)}\n… [cut: ${end} of ${text.length} characters shown; ask for less, or for a page]`;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}
