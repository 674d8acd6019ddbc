/** Where a text stops being JSON, by the compiler's own reader of it. Serves the messages about damaged files of packages. */
import type TS from "typescript";
import { ts } from "../compiler.js";

/** From 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
}

/** Undefined where the compiler is content, which takes trailing commas and comments for JSON. */
export function findJsonFault(text: string): JsonFault | undefined {
  try {
    const file = ts.parseJsonText("schemas.json", text) as TS.JsonSourceFile & { readonly parseDiagnostics?: readonly { readonly start: number }[] };
    const start = file.parseDiagnostics?.[0]?.start;
    if (start === undefined) return undefined;
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    return { line: line + 1, column: character + 1 };
  } catch {
    // Brackets without end: the reader calls itself for each.
    return undefined;
  }
}
