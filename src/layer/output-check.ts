/** Says, in development, where a tool's result is not what its output schema promises. Serves the normalising of results; in production nothing of it runs. */
import type { JsonObject } from "../model/json-schema.js";
import type { ToolSpec } from "../model/tool-spec.js";
import { isHostileKey } from "../schema/check-any.js";
import { reportIssues } from "../schema/report-issues.js";
import { compileSchema } from "../schema/schema-compiler.js";
import { UnusableSchemaError } from "../schema/unusable-schema.js";
import type { Check } from "../schema/walk.js";
import { FAIL, Walk } from "../schema/walk.js";

/** @param structured As the handler gave it, before transforms; undefined where it gave none. Never called for error results. */
export type OutputCheck = (spec: ToolSpec, structured: JsonObject | undefined) => void;

/** Keys of maps are data: a tool that answers with ever new ones is not reported for ever. */
const MAX_TOLD = 20;

interface Checked {
  /** Undefined when the schema cannot be enforced. */
  readonly check: Check | undefined;
  readonly told: Set<string>;
}

/**
 * Each tool and path is told once; a value never is.
 * @param warn Takes one sentence. @default process.emitWarning
 */
export function createOutputCheck(warn: (text: string) => void = emitWarning): OutputCheck {
  const known = new WeakMap<ToolSpec, Checked>();
  return (spec, structured) => {
    if (spec.outputSchema === undefined) return;
    let checked = known.get(spec);
    if (checked === undefined) known.set(spec, (checked = compileCheck(spec, warn)));
    const { check, told } = checked;
    if (check === undefined) return;
    for (const { place, problem } of findMismatches(check, structured)) {
      if (told.has(place) || told.size >= MAX_TOLD) continue;
      told.add(place);
      warn(`tool "${spec.name}"${originOf(spec)}: its result is not what its output schema says: ${place}: ${problem}. Correct the handler, or the schema.`);
    }
  };
}

function compileCheck({ outputSchema, name }: ToolSpec, warn: (text: string) => void): Checked {
  const told = new Set<string>();
  try {
    return { check: compileSchema(outputSchema!, []), told };
  } catch (error) {
    if (!(error instanceof UnusableSchemaError)) throw error;
    warn(`tool "${name}": its results are not checked, since its output schema cannot be enforced: ${error.message}`);
    return { check: undefined, told };
  }
}

interface Mismatch {
  readonly place: string;
  readonly problem: string;
}

function findMismatches(check: Check, structured: JsonObject | undefined): Mismatch[] {
  if (structured === undefined) return [{ place: "(the whole)", problem: "there is no structured content, without which clients refuse the result" }];
  const walk = new Walk(true);
  if (check(structured, walk) !== FAIL) return [];
  return reportIssues(walk)
    .filter(({ loc }) => !isHostileKey(loc.slice(loc.lastIndexOf(".") + 1)))
    .map(({ loc, msg }) => ({ place: loc === "" ? "(the whole)" : withoutIndexes(loc), problem: msg }));
}

/** `rows.17.name` and `rows.4.name` are one mistake. */
function withoutIndexes(loc: string): string {
  return loc.replace(/(^|\.)\d+(?=\.|$)/g, "[]");
}

function originOf({ origin }: ToolSpec): string {
  return origin === undefined ? "" : ` (${origin})`;
}

function emitWarning(text: string): void {
  process.emitWarning(text, "CloudgMcpWarning");
}
