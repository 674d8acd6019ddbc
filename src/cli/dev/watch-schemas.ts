/** `cloudg-mcp schemas --watch`: the schema step after every save, a line for each, until a signal comes. */
import path from "node:path";
import { formatDiagnostic } from "../../emit/diagnostics.js";
import type { CommandContext } from "../command-context.js";
import { ExitCode } from "../failure.js";
import { Interrupts } from "../interrupts.js";
import { count } from "../wire-text.js";
import type { Emission, EmitTarget } from "./emitter.js";
import { Emitter } from "./emitter.js";
import { followChanges } from "./follow-changes.js";

export async function watchSchemas({ globals, terminal, cwd }: CommandContext, target: EmitTarget): Promise<number> {
  const emitter = await Emitter.open(target);
  const interrupts = new Interrupts();
  const run = (paths: readonly string[]): void => {
    const emission = emitter.emit();
    const files = paths.map((file) => path.relative(cwd, file));
    if (globals.json === true) {
      const { failed, ms, diagnostics, result } = emission;
      terminal.print(JSON.stringify({ ...result, diagnostics, changedFiles: files, ms, ok: !failed }));
      return;
    }
    for (const diagnostic of emission.diagnostics) terminal.note(emitter.describe(diagnostic, formatDiagnostic(diagnostic)));
    terminal.print(summariseEmission(emission, files, cwd));
  };
  run([]);
  await followChanges(emitter, interrupts.signal, async (paths) => {
    try {
      run(paths);
    } catch (error) {
      // A fault of the emitter's own: worth its stack, and no reason to miss the next save.
      terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  });
  interrupts.stop();
  return ExitCode.Ok;
}

const MAX_NAMED = 3;

/** `src/a.ts: src/schemas.generated.ts written, 12 members of 3 classes, 84 ms`. */
export function summariseEmission({ result, failed, ms }: Emission, files: readonly string[], cwd: string): string {
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : "";
  const cause = files.length === 0 ? "" : `${files.slice(0, MAX_NAMED).join(", ")}${more}: `;
  if (failed || result === undefined) return `${cause}nothing was written, ${ms} ms`;
  const { out, members, classes, changed } = result;
  return `${cause}${path.relative(cwd, out)} ${changed ? "written" : "is up to date"}, ${count(members, "member")} of ${count(classes, "class")}, ${ms} ms`;
}
