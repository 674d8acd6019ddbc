/** `cloudg-mcp policy profiles`: the built-in policies. */
import { PROFILE_DOCUMENTS, PROFILE_NAMES } from "../../policy/profile-documents.js";
import type { CommandContext } from "../command-context.js";
import { ExitCode } from "../failure.js";
import { renderTable } from "../table.js";

export async function runPolicyProfiles({ globals, terminal }: CommandContext): Promise<number> {
  const profiles = PROFILE_NAMES.map((name) => PROFILE_DOCUMENTS[name]);
  if (globals.json === true) terminal.printJson({ profiles });
  else
    terminal.print(
      renderTable(
        terminal,
        ["PROFILE", "EXTENDS", "DESCRIPTION"],
        PROFILE_NAMES.map((name) => [name, PROFILE_DOCUMENTS[name].extends ?? "", PROFILE_DOCUMENTS[name].description ?? ""]),
      ),
    );
  return ExitCode.Ok;
}
