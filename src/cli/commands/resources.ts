/** `cloudg-mcp resources`: the resources with a fixed URI, then the templates. */
import type { WireList } from "../../layer/view.js";
import type { CommandContext } from "../command-context.js";
import { ExitCode } from "../failure.js";
import { withLayer } from "../open-layer.js";
import { renderTable } from "../table.js";
import { summarise } from "../wire-text.js";

export function runResources(context: CommandContext): Promise<number> {
  return withLayer(context, async (layer, { principal }) => {
    const { globals, terminal } = context;
    const [resources, resourceTemplates] = [layer.resourcesWire(principal), layer.resourceTemplatesWire(principal)];
    const list = (heading: string, key: string, entries: WireList): string =>
      renderTable(
        terminal,
        [heading, "TYPE", "DESCRIPTION"],
        entries.map((entry) => [String(entry[key]), String(entry["mimeType"] ?? ""), summarise(entry) || String(entry["name"])]),
      );
    if (globals.json === true) terminal.printJson({ resources, resourceTemplates });
    else {
      const tables = [
        ...(resources.length === 0 ? [] : [list("RESOURCE", "uri", resources)]),
        ...(resourceTemplates.length === 0 ? [] : [list("TEMPLATE", "uriTemplate", resourceTemplates)]),
      ];
      if (tables.length === 0) terminal.note("no resources and no templates");
      else terminal.print(tables.join("\n\n"));
    }
    return ExitCode.Ok;
  });
}
