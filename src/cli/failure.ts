/** How a command ends badly: a message for stderr and an exit code. Serves every command of the CLI. */
import { types } from "node:util";

/** Exit codes: what was asked failed; the question itself was wrong. Signals end with 128 + their number. */
export const ExitCode = { Ok: 0, Failed: 1, Usage: 2 } as const;

/** Printed without a stack: the message is all that a person needs. */
export class CliFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = ExitCode.Failed, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "CliFailure";
    this.exitCode = exitCode;
  }
}

/** `Name: message` of anything thrown; never throws itself. */
export function describeError(error: unknown): string {
  try {
    if (isError(error)) return error.name === "Error" || error.name === "" ? error.message : `${error.name}: ${error.message}`;
    return `the value ${typeof error === "string" ? JSON.stringify(error) : String(error)} was thrown`;
  } catch {
    return "something that cannot be described was thrown";
  }
}

/** Also one that was made in another context of this process, such as a vm's. */
export function isError(error: unknown): error is Error {
  return error instanceof Error || types.isNativeError(error);
}

/** A DefinitionError by name, since the plugin may have it from another copy of this package. */
export function isDefinitionError(error: unknown): error is Error & { readonly faults: unknown } {
  return isError(error) && error.name === "DefinitionError" && "faults" in error;
}

/** The first line of the stack that is not Node's: where the author's own code was. Empty where there is none. */
export function firstPlace(error: unknown): string {
  const stack = isError(error) && typeof error.stack === "string" ? error.stack : "";
  const line = stack.split("\n").find((text) => /^\s+at .*(?:file:|[/\\])/.test(text) && !text.includes("node:"));
  return line === undefined ? "" : `\n  ${line.trim()}`;
}
