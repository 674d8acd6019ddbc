/** The line of a source that a fault is in, with a caret under the place. Serves what `dev` and `schemas --watch` print. */
import { readFileSync } from "node:fs";
import { printable } from "../terminal.js";

/** Of a line, in characters: more of it is cut away, around the place. */
const MAX_LENGTH = 140;

/** @param line From 1. @param column From 1. Empty where the file or the line cannot be had. */
export function sourceExcerpt(file: string, line: number, column?: number): string {
  const text = readLine(file, line);
  if (text === undefined) return "";
  const at = column === undefined ? 0 : Math.min(column - 1, text.length);
  const from = text.length <= MAX_LENGTH ? 0 : Math.max(0, Math.min(at - MAX_LENGTH / 2, text.length - MAX_LENGTH));
  const shown = text.slice(from, from + MAX_LENGTH);
  const margin = String(line);
  const gap = " ".repeat(margin.length);
  // A tab under a tab: the caret stands right whatever a tab is wide.
  const caret = column === undefined ? "" : `\n  ${gap} | ${text.slice(from, at).replace(/[^\t]/g, " ")}^`;
  return `  ${margin} | ${printable(shown)}${caret}`;
}

function readLine(file: string, line: number): string | undefined {
  try {
    return readFileSync(file, "utf8").split(/\r?\n/)[line - 1];
  } catch {
    return undefined;
  }
}
