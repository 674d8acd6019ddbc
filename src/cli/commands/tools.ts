/** `cloudg-mcp tools`: the tools as a client sees them. */
import type { CommandContext } from "../command-context.js";
import { ExitCode } from "../failure.js";
import { withLayer } from "../open-layer.js";
import { renderTable } from "../table.js";
import { describeArguments, summarise } from "../wire-text.js";

export function runTools(context: CommandContext): Promise<number> {
  return withLayer(context, async (layer) => {
    const { globals, terminal } = context;
    const tools = layer.toolsWire();
    if (globals.json === true) terminal.printJson({ tools });
    else if (tools.length === 0) terminal.note("no tools");
    else {
      const rows = tools.map((tool) => [String(tool["name"]), describeArguments(tool["inputSchema"]), summarise(tool)]);
      terminal.print(renderTable(terminal, ["TOOL", "ARGUMENTS", "DESCRIPTION"], rows));
    }
    return ExitCode.Ok;
  });
}
