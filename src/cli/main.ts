#!/usr/bin/env node
/** The bin: takes stdout before anything else could write to it, runs one command, and ends the process with its exit code. */
import { takeStdout } from "../server/stdout-guard.js";
import { ExitCode } from "./failure.js";
import { buildProgram } from "./program.js";
import { reportFailure } from "./report-failure.js";
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
  // A call may wait for nothing but its timeout, whose timer keeps no process alive.
  const alive = setInterval(() => undefined, 2 ** 30);
  try {
    await buildProgram(terminal, (code) => (exitCode = code)).parseAsync();
    return exitCode;
  } catch (error) {
    return reportFailure(error, terminal);
  } finally {
    clearInterval(alive);
  }
}
