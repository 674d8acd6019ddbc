/** `cloudg-mcp prompts`: the prompts as a client sees them. */
import type { CommandContext } from "../command-context.js";
import { ExitCode } from "../failure.js";
import { withLayer } from "../open-layer.js";
import { renderTable } from "../table.js";
import { summarise } from "../wire-text.js";

export function runPrompts(context: CommandContext): Promise<number> {
  return withLayer(context, async (layer, { principal }) => {
    const { globals, terminal } = context;
    const prompts = layer.promptsWire(principal);
    if (globals.json === true) terminal.printJson({ prompts });
    else if (prompts.length === 0) terminal.note("no prompts");
    else {
      const rows = prompts.map((prompt) => [String(prompt["name"]), describeFields(prompt["arguments"]), summarise(prompt)]);
      terminal.print(renderTable(terminal, ["PROMPT", "ARGUMENTS", "DESCRIPTION"], rows));
    }
    return ExitCode.Ok;
  });
}

/** A prompt has a list of arguments where a tool has a schema. */
function describeFields(given: unknown): string {
  const fields = (given ?? []) as readonly { readonly name: string; readonly required?: boolean }[];
  return fields.map(({ name, required }) => (required === true ? name : `${name}?`)).join(", ");
}
