/** What the plugins of this server share: the workspace they all work on. */
import { Plugin } from "cloudg-mcp";
import type { Workspace } from "./workspace.js";
import { sharedWorkspace } from "./workspace.js";

export abstract class CloudPlugin extends Plugin {
  /** @param workspace A test passes its own; a server uses the one of the process. */
  constructor(protected readonly workspace: Workspace = sharedWorkspace()) {
    super();
  }
}
