/** Runs a command of the CLI inside the test: everything but the process itself, at a hundredth of the time. */
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import path from "node:path";
import { reportFailure } from "../../../src/cli/report-failure.js";
import { buildProgram } from "../../../src/cli/program.js";
import { Terminal } from "../../../src/cli/terminal.js";
import type { TerminalFacts } from "../../../src/cli/terminal.js";

export const QUIET_TOOLS = path.join(import.meta.dirname, "fixtures/quiet-tools.ts");
export const LIBRARY = path.join(import.meta.dirname, "fixtures/library.ts");

export interface Outcome {
  /** Of stdout. */
  readonly bytes: Buffer;
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** @param facts Of the stdout that the command believes to have. */
export async function runInProcess(args: readonly string[], facts: TerminalFacts = {}): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const terminal = new Terminal(stdout, facts, stderr, {});
  let code = 0;
  const program = buildProgram(terminal, (exitCode) => (code = exitCode));
  await program.parseAsync(args, { from: "user" }).catch((error: unknown) => (code = reportFailure(error, terminal)));
  stdout.end();
  stderr.end();
  const [bytes, notes] = [await buffer(stdout), await buffer(stderr)];
  return { bytes, stdout: bytes.toString(), stderr: notes.toString(), code };
}
