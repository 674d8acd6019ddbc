/** What the plugins of this server share: the workspace they all work on, and how its errors reach a caller. */
import { MCPLayerError, NotFoundError, Plugin } from "cloudg-mcp";
import { DatasetError, EstateError } from "./data/errors.js";
import type { Workspace } from "./workspace.js";
import { sharedWorkspace } from "./workspace.js";

const INVALID_PARAMS = -32602;

export abstract class CloudPlugin extends Plugin {
  /** @param workspace A test passes its own; a server uses the one of the process. */
  constructor(protected readonly workspace: Workspace = sharedWorkspace()) {
    super();
  }

  /** Runs a question; what its asker can mend is told as it is, also where other errors are masked. */
  protected async ask<T>(question: (workspace: Workspace) => T | Promise<T>): Promise<T> {
    try {
      return await question(this.workspace);
    } catch (error) {
      throw toLayerError(error);
    }
  }
}

function toLayerError(error: unknown): unknown {
  if (error instanceof DatasetError) return new MCPLayerError(error.message, { code: INVALID_PARAMS, data: { reason: error.reason }, cause: error });
  if (!(error instanceof EstateError)) return error;
  const data = { reason: error.reason, ...(error.suggestions.length === 0 ? {} : { suggestions: error.suggestions }) };
  const hint = error.suggestions.length === 0 ? "" : ` Did you mean ${error.suggestions.join(", ")}?`;
  const message = error.message.includes(error.suggestions[0] ?? "\0") ? error.message : error.message + hint;
  return error.reason === "not-found" ? new NotFoundError(message, data) : new MCPLayerError(message, { code: INVALID_PARAMS, data, cause: error });
}
