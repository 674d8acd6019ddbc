/** Two channels for failures: a tool's become results the model can read and correct, everything else becomes an error of the protocol. */
import { isLayerError, MCPLayerError, ResultErrorCode } from "../errors.js";
import { toJsonValue } from "../model/json-value.js";
import { MetaKey } from "../model/meta-prefix.js";
import { ToolResult } from "../model/tool-result.js";

/** Text and codes only: the stack goes to the server's log. */
export function errorToResult(error: unknown, metaPrefix: string): ToolResult {
  if (!isLayerError(error)) return ToolResult.error(describeThrown(error), { [metaPrefix + MetaKey.ErrorCode]: ResultErrorCode.HandlerError });
  const meta: Record<string, unknown> = { [metaPrefix + MetaKey.ErrorCode]: error.code };
  if (error.data !== undefined) meta[metaPrefix + MetaKey.ErrorData] = safeData(error.data);
  return ToolResult.error(error.message, meta);
}

/** An error that may leave as it is; anything unknown is masked, since its text may hold what no caller should see. */
export function errorToProtocol(error: unknown): MCPLayerError {
  return isLayerError(error) ? error : new MCPLayerError("Internal error", { cause: error });
}

/** `Name: message` for errors; strings as they are; never throws, whatever was thrown. */
export function describeThrown(error: unknown): string {
  try {
    if (isErrorLike(error)) return error.message === "" ? error.name : `${error.name}: ${error.message}`;
    if (typeof error === "string") return `Error: ${error}`;
    return `Error: the handler threw ${error === null ? "null" : typeof error === "object" ? "an object that is no Error" : `${typeof error} (${String(error)})`}`;
  } catch {
    return "Error: the handler threw something that cannot be described";
  }
}

/** By shape: what another realm or a worker thread threw is no instance of this realm's Error. */
export function isErrorLike(error: unknown): error is { readonly name: string; readonly message: string } {
  if (typeof error !== "object" || error === null) return false;
  const { name, message } = error as { name?: unknown; message?: unknown };
  return typeof name === "string" && typeof message === "string";
}

/** Null for what has no JSON form: a failure must not fail again on its way out. */
export function safeData(data: unknown): unknown {
  try {
    return toJsonValue(data);
  } catch {
    return null;
  }
}
