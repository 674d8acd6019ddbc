/** The schema step as something that is done again and again: what it emits, what it says about it, and what it has to be done again for. */
import path from "node:path";
import type { EmitOptions } from "../../emit/emit-options.js";
import type { EmitResult } from "../../emit/emit.js";
import type { Diagnostic } from "../../emit/diagnostics.js";
import type { EmitMemory } from "../../emit/emit-memory.js";
import type { Watched } from "./follow-changes.js";
import { sourceExcerpt } from "./source-excerpt.js";

/** Paths absolute. */
export type EmitTarget = Pick<EmitOptions, "project" | "out" | "lint" | "allow">;

/** One run: a result, or why nothing could be emitted at all. */
export interface Emission {
  readonly result: EmitResult | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Nothing was written. */
  readonly failed: boolean;
  /** Milliseconds. */
  readonly ms: number;
}

export class Emitter implements Watched {
  readonly #emit: (target: EmitTarget) => EmitResult;
  readonly #memory: EmitMemory;
  readonly #target: EmitTarget;
  #outputs: readonly string[] = [];

  private constructor(emit: (target: EmitTarget) => EmitResult, memory: EmitMemory, target: EmitTarget) {
    this.#emit = emit;
    this.#memory = memory;
    this.#target = target;
  }

  static async open(target: EmitTarget): Promise<Emitter> {
    const [{ emitSchemas }, { EmitMemory }] = await Promise.all([import("../../emit/emit.js"), import("../../emit/emit-memory.js")]);
    const memory = new EmitMemory(path.dirname(target.project));
    return new Emitter((again) => emitSchemas({ ...again, memory, refuseBrokenSyntax: true }), memory, target);
  }

  emit(): Emission {
    const before = performance.now();
    const done = (result: EmitResult | undefined, diagnostics: readonly Diagnostic[]): Emission => ({
      result,
      diagnostics,
      failed: diagnostics.some(({ severity }) => severity === "error"),
      ms: Math.round(performance.now() - before),
    });
    try {
      const result = this.#emit(this.#target);
      this.#outputs = [result.out, result.manifest];
      this.#memory.watchOutputs(this.#outputs);
      return done(result, result.diagnostics);
    } catch (error) {
      // By name, since its class is loaded with the emitter only.
      if (!(error instanceof Error && error.name === "EmitError")) throw error;
      return done(undefined, (error as Error & { diagnostics: readonly Diagnostic[] }).diagnostics);
    }
  }

  folders(): string[] {
    return [...new Set([...this.#memory.folders(), path.dirname(this.#target.project), ...this.#outputs.map((file) => path.dirname(file))])];
  }

  changes(): string[] {
    return this.#memory.changes();
  }

  /** As compilers write it, followed by the line of the source. */
  describe(diagnostic: Diagnostic, formatted: string): string {
    const { file, line, column } = diagnostic;
    if (file === undefined || line === undefined) return formatted;
    const excerpt = sourceExcerpt(path.join(path.dirname(this.#target.project), file), line, column);
    return excerpt === "" ? formatted : `${formatted}\n${excerpt}`;
  }
}
