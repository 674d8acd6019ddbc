/** What the process says and returns when a command did not end well. */
import { CommanderError } from "commander";
import { CliFailure, describeError, ExitCode, isError } from "./failure.js";
import type { Terminal } from "./terminal.js";

/** Writes the message and answers the exit code. */
export function reportFailure(error: unknown, terminal: Terminal): number {
  // Commander has said what there was to say; help that was asked for is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
  if (error instanceof CliFailure) {
    terminal.note(`cloudg-mcp: ${error.message}`);
    return error.exitCode;
  }
  // Anything else is a fault of ours, or of a plugin in a place where nobody expects one: whoever mends it needs the stack.
  terminal.note(`cloudg-mcp: ${isError(error) ? (error.stack ?? error.message) : describeError(error)}`);
  return ExitCode.Failed;
}
