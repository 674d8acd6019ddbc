/** Syntax errors as diagnostics, for runs that meet a file in the middle of an edit. Anything else the compiler would say is left to the compiler. */
import { ts } from "./compiler.js";
import type { Project } from "./program.js";

/** The first of each file: the others are mostly its consequences. Says whether there was one. */
export function reportSyntax({ program, files, diagnostics }: Project): boolean {
  const broken = files.filter((file) => program.getSyntacticDiagnostics(file).length > 0);
  for (const file of broken) {
    const { start, messageText } = program.getSyntacticDiagnostics(file)[0]!;
    diagnostics.reportAt("CG9005", file, start, ts.flattenDiagnosticMessageText(messageText, " "));
  }
  return broken.length > 0;
}
