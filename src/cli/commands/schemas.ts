/** `cloudg-mcp schemas`: emits the schemas of a project's decorated classes, or checks that they are up to date. */
import path from "node:path";
import type { EmitResult } from "../../emit/emit.js";
import type { CommandContext } from "../command-context.js";
import type { SourceOptions } from "../emit-options.js";
import { toEmitOptions } from "../emit-options.js";
import { CliFailure, ExitCode } from "../failure.js";
import { count } from "../wire-text.js";

export interface SchemasOptions extends SourceOptions {
  readonly check?: boolean;
  /** Emit although nothing has changed since the last run. */
  readonly force?: boolean;
  /** Emit again whenever a source is saved, until a signal comes. */
  readonly watch?: boolean;
  /** Print the size of each tool instead. */
  readonly stats?: boolean;
  /** An earlier manifest: print what changed since instead. */
  readonly diff?: string;
}

export async function runSchemas(context: CommandContext, options: SchemasOptions): Promise<number> {
  const { globals, terminal, cwd } = context;
  const { check = false, force = false, watch = false } = options;
  if (watch && check) throw new CliFailure("--check looks once and writes nothing, --watch goes on writing: leave one of them out", ExitCode.Usage);
  if (watch) return (await import("../dev/watch-schemas.js")).watchSchemas(context, await toEmitOptions(cwd, options));
  const { emitSchemas } = await import("../../emit/emit.js");
  const { EmitError, formatDiagnostic } = await import("../../emit/diagnostics.js");
  try {
    if (options.stats === true) return await (await import("./schemas-stats.js")).runSchemasStats(context, options);
    if (options.diff !== undefined) return await (await import("./schemas-diff.js")).runSchemasDiff(context, options, options.diff);
    const result = emitSchemas({ ...(await toEmitOptions(cwd, options)), check, force });
    const failed = result.diagnostics.some(({ severity }) => severity === "error");
    const stale = check && result.changed && !failed;
    if (globals.json === true) terminal.printJson({ ...result, ok: !failed && !stale });
    else {
      for (const diagnostic of result.diagnostics) terminal.note(formatDiagnostic(diagnostic));
      const summary = failed ? "nothing was written: mend the errors above" : summarise(result, check, path.relative(cwd, result.out));
      if (failed || stale) terminal.note(summary);
      else terminal.print(summary);
    }
    return failed || stale ? ExitCode.Failed : ExitCode.Ok;
  } catch (error) {
    // Nothing can be emitted at all: no tsconfig, no compiler. The message has the remedy.
    if (!(error instanceof EmitError)) throw error;
    if (globals.json === true) terminal.printJson({ diagnostics: error.diagnostics, ok: false });
    else terminal.note(error.message);
    return ExitCode.Failed;
  }
}

function summarise({ members, classes, changed }: EmitResult, check: boolean, file: string): string {
  if (check && changed) return `${file} is older than the sources: run \`npx cloudg-mcp schemas\``;
  const of = `${count(members, "member")} of ${count(classes, "class")}`;
  return changed ? `${file} written: ${of}` : `${file} is up to date: ${of}`;
}
