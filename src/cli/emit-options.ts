/** The options of `schemas` that say what to emit and what to warn of, as the emitter takes them. Serves the forms of the command. */
import path from "node:path";
import type { DiagnosticCode } from "../emit/diagnostics.js";
import type { EmitOptions } from "../emit/emit-options.js";
import { CliFailure, ExitCode } from "./failure.js";

export interface SourceOptions {
  /** A tsconfig.json. */
  readonly project: string;
  /** The generated module, relative to the working directory. */
  readonly out?: string;
  /** False with `--no-lint`. */
  readonly lint?: boolean;
  readonly prefixBudget?: number;
  readonly tokenBudget?: number;
  /** Codes of warnings, `CG5001,CG5004`; repeatable. */
  readonly allow?: readonly string[];
}

/** @throws CliFailure for a code to allow that is no warning's. */
export async function toEmitOptions(cwd: string, options: SourceOptions): Promise<EmitOptions> {
  const { project, out, lint = true, prefixBudget, tokenBudget } = options;
  return {
    project: path.resolve(cwd, project),
    ...(out === undefined ? {} : { out: path.resolve(cwd, out) }),
    ...(lint ? { lint: { ...(prefixBudget === undefined ? {} : { prefixBudget }), ...(tokenBudget === undefined ? {} : { tokenBudget }) } } : {}),
    allow: await readAllowed(options.allow ?? []),
  };
}

async function readAllowed(lists: readonly string[]): Promise<readonly DiagnosticCode[]> {
  const codes = lists.flatMap((list) => list.split(/[\s,]+/)).filter((code) => code !== "");
  if (codes.length === 0) return [];
  const { DIAGNOSTICS } = await import("../emit/diagnostics.js");
  const known: Readonly<Record<string, { severity: string }>> = DIAGNOSTICS;
  for (const code of codes) {
    const severity = Object.hasOwn(known, code) ? known[code]!.severity : undefined;
    if (severity === undefined) throw new CliFailure(`--allow ${code}: there is no such code; they look like CG5004`, ExitCode.Usage);
    if (severity === "error") throw new CliFailure(`--allow ${code}: that is an error, and errors cannot be allowed; mend the source`, ExitCode.Usage);
  }
  return codes as DiagnosticCode[];
}
