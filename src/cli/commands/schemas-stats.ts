/** `cloudg-mcp schemas --stats`: what each tool of a project takes of a model's context. */
import type { CommandContext } from "../command-context.js";
import type { SourceOptions } from "../emit-options.js";
import { toEmitOptions } from "../emit-options.js";
import { ExitCode } from "../failure.js";
import { renderTable } from "../table.js";
import { count } from "../wire-text.js";

const ESTIMATE = "≈ tokens of the JSON a model is given, estimated with tokenx: tokenisers differ from model to model";

export async function runSchemasStats({ globals, terminal, cwd }: CommandContext, options: SourceOptions): Promise<number> {
  const { emitManifest } = await import("../../emit/emit.js");
  const { formatDiagnostic } = await import("../../emit/diagnostics.js");
  const { readSurface } = await import("../../emit/surface.js");
  const { measureTools } = await import("../../emit/stats.js");
  const { manifest, diagnostics } = emitManifest(await toEmitOptions(cwd, { ...options, lint: false }));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  for (const error of errors) terminal.note(formatDiagnostic(error));
  const surface = readSurface(manifest);
  const tools = measureTools(surface);
  const total = {
    tools: tools.length,
    tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0),
    outputTokens: tools.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  };
  if (globals.json === true) terminal.printJson({ estimate: ESTIMATE, tools, total, unnamed: surface.unnamed });
  else {
    const row = (name: string, tokens: number, outputTokens: number, where: string) => [
      name,
      String(tokens),
      outputTokens === 0 ? "" : String(outputTokens),
      where,
    ];
    const rows = tools.map(({ name, tokens, outputTokens, cls }) => row(name, tokens, outputTokens, cls));
    const totals = row(count(total.tools, "tool"), total.tokens, total.outputTokens, "");
    terminal.print(renderTable(terminal, ["TOOL", "≈ TOKENS", "≈ OUTPUT", "CLASS"], [...rows, totals]));
    terminal.note(ESTIMATE);
    for (const member of surface.unnamed) terminal.note(`not counted: the name of ${member} is known only when it runs`);
  }
  return errors.length > 0 ? ExitCode.Failed : ExitCode.Ok;
}
