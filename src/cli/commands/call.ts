/** `cloudg-mcp call TOOL`: one call, its result on stdout, its progress and log messages on stderr. */
import { inspect } from "node:util";
import type { Layer } from "../../layer/layer.js";
import type { TransportContext } from "../../layer/transport-context.js";
import { contentToWire } from "../../model/content.js";
import { toJsonValue } from "../../model/json-value.js";
import type { Principal } from "../../model/principal.js";
import type { ToolResult } from "../../model/tool-result.js";
import type { CommandContext } from "../command-context.js";
import { CliFailure, ExitCode } from "../failure.js";
import { Interrupts } from "../interrupts.js";
import { withLayer } from "../open-layer.js";
import { readArguments } from "../read-arguments.js";
import { unknownName } from "../suggest.js";
import type { Terminal } from "../terminal.js";
import { printable } from "../terminal.js";
import { describeContent } from "../wire-text.js";

export interface CallOptions {
  /** `JSON`, `@FILE` or `-`. */
  readonly args: string;
}

export async function runCall(context: CommandContext, tool: string, { args }: CallOptions): Promise<number> {
  // A slip in the arguments is told before plugins are started for nothing.
  const values = await readArguments(args);
  return withLayer(context, (layer, { principal }) => callTool(context, layer, principal, tool, values));
}

async function callTool(
  { globals, terminal }: CommandContext,
  layer: Layer,
  principal: Principal,
  tool: string,
  values: Record<string, unknown>,
): Promise<number> {
  const names = layer.toolsWire(principal).map((wire) => String(wire["name"]));
  if (!names.includes(tool)) throw new CliFailure(unknownName("tool", tool, names));
  const interrupts = new Interrupts();
  try {
    const result = await layer.callTool(tool, values, { principal, context: followCall(terminal, interrupts.signal) });
    if (globals.json === true) terminal.printJson(result.toWire());
    else printResult(terminal, result);
    return interrupts.exitCode ?? (result.isError ? ExitCode.Failed : ExitCode.Ok);
  } finally {
    interrupts.stop();
  }
}

function printResult(terminal: Terminal, { content }: ToolResult): void {
  const text = content.map((block) => describeContent(contentToWire(block))).join("\n");
  if (text !== "") terminal.print(terminal.isInteractive ? printable(text) : text);
}

/** Whatever a handler logs: JSON where it has that form. */
function describeData(data: unknown): string {
  if (typeof data === "string") return data;
  try {
    return JSON.stringify(toJsonValue(data));
  } catch {
    return inspect(data, { depth: 3, breakLength: Infinity });
  }
}

function followCall(terminal: Terminal, signal: AbortSignal): TransportContext {
  return {
    signal,
    sendProgress: (progress, total, message) => {
      terminal.note(printable(`progress: ${progress}${total === undefined ? "" : `/${total}`}${message === undefined ? "" : ` ${message}`}`));
    },
    sendLog: (level, data, logger) => {
      terminal.note(printable(`${level}: ${logger === undefined ? "" : `${logger}: `}${describeData(data)}`));
    },
  };
}
