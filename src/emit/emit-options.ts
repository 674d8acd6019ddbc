/** What the emit stage is asked for, from its entry point down. */
import type { DiagnosticCode } from "./diagnostics.js";
import type { EmitMemory } from "./emit-memory.js";
import type { LintOptions } from "./lint.js";

export interface EmitOptions {
  /** Path of the tsconfig, absolute or relative to the working directory. */
  readonly project: string;
  /** @default `schemas.generated.ts` in the project's rootDir, else in `src` beside the tsconfig, else beside the tsconfig */
  readonly out?: string;
  /** @default `cloudg-mcp.schemas.json` beside the tsconfig */
  readonly manifest?: string;
  /** Compare only, write nothing. @default false */
  readonly check?: boolean;
  /** Warn of what some clients cannot take (CG5001 to CG5008). @default no lint */
  readonly lint?: LintOptions | undefined;
  /** Warnings that are not reported. Errors always are. @default [] */
  readonly allow?: readonly DiagnosticCode[] | undefined;
  /** Emit although nothing has changed since the last run. @default false */
  readonly force?: boolean;
  /** For several runs in one process: unchanged files are not parsed again, and every run is done. */
  readonly memory?: EmitMemory;
  /** Keep what is on disk while a source has a syntax error, as in the middle of an edit. @default false */
  readonly refuseBrokenSyntax?: boolean;
}
