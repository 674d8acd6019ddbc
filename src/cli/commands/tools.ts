/** `cloudg-mcp tools`: the tools as a client sees them, or all of them and why a caller may use each or not. */
import { compileFilters } from "../../layer/filters.js";
import type { CommandContext } from "../command-context.js";
import { ExitCode } from "../failure.js";
import { toFilters } from "../layer-flags.js";
import type { OpenedLayer } from "../open-layer.js";
import { withLayer } from "../open-layer.js";
import { renderTable } from "../table.js";
import { describeArguments, summarise } from "../wire-text.js";

export interface ToolsOptions {
  readonly explain?: boolean;
}

export function runTools(context: CommandContext, { explain = false }: ToolsOptions = {}): Promise<number> {
  return withLayer(context, async (_layer, opened) => {
    (explain ? explainTools : listTools)(context, opened);
    return ExitCode.Ok;
  });
}

function listTools({ globals, terminal }: CommandContext, { layer, principal }: OpenedLayer): void {
  const tools = layer.toolsWire(principal);
  if (globals.json === true) terminal.printJson({ tools });
  else if (tools.length === 0) terminal.note("no tools");
  else {
    const rows = tools.map((tool) => [String(tool["name"]), describeArguments(tool["inputSchema"]), summarise(tool)]);
    terminal.print(renderTable(terminal, ["TOOL", "ARGUMENTS", "DESCRIPTION"], rows));
  }
}

function explainTools({ globals, terminal }: CommandContext, { layer, policy, principal }: OpenedLayer): void {
  const isOffered = compileFilters(toFilters(globals));
  const offered = [...layer.registry.tools.values()].filter(isOffered);
  const tools = offered.map((spec) => ({ name: (globals.prefix ?? "") + spec.name, ...policy.explain(spec, principal) }));
  const caller = { id: principal.id, roles: [...principal.roles] };
  if (globals.json === true) return terminal.printJson({ policy: policy.name, principal: caller, tools });
  terminal.note(`policy ${policy.name}, for ${caller.id} with the roles ${caller.roles.join(", ")}`);
  if (tools.length === 0) return terminal.note("no tools");
  const rows = tools.map(({ name, allowed, reason, decidedBy, changes }) => [name, allowed ? "yes" : "no", reason, decidedBy, changes.join("; and ")]);
  terminal.print(renderTable(terminal, ["TOOL", "ALLOWED", "REASON", "DECIDED BY", "WHAT WOULD HAVE TO CHANGE"], rows));
}
