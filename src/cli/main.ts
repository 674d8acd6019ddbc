#!/usr/bin/env node
/** The bin: takes stdout before anything else could write to it, runs one command, and ends the process with its exit code. */
import { CommanderError } from "commander";
import { takeStdout } from "../server/stdout-guard.js";
import { CliFailure, describeError, ExitCode } from "./failure.js";
import { buildProgram } from "./program.js";
import { Terminal } from "./terminal.js";

const terminal = new Terminal(takeStdout(), process.stdout, process.stderr);
// A reader that left (`… | head`) is no failure of ours.
process.stderr.on("error", () => undefined);

const exitCode = await runCommand();
await terminal.flush();
// Plugins may leave timers and sockets behind; the command is done.
process.exit(exitCode);

async function runCommand(): Promise<number> {
  let exitCode: number = ExitCode.Ok;
  try {
    await buildProgram(terminal, (code) => (exitCode = code)).parseAsync();
    return exitCode;
  } catch (error) {
    return reportFailure(error);
  }
}

function reportFailure(error: unknown): number {
  // Commander has said what there was to say; help that was asked for is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
  if (error instanceof CliFailure) {
    terminal.note(`cloudg-mcp: ${error.message}`);
    return error.exitCode;
  }
  // Anything else is a fault of ours, or of a plugin in a place where nobody expects one: whoever mends it needs the stack.
  terminal.note(`cloudg-mcp: ${error instanceof Error ? (error.stack ?? error.message) : describeError(error)}`);
  return ExitCode.Failed;
}
