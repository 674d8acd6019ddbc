/**
 * Regular expressions of a schema, matched against texts of a stranger without ever holding the process. Serves string patterns and pattern properties.
 *
 * A pattern comes from the schema's author and is kept as it is written; only its worst case decides how it is run. A text short enough for even the worst
 * backtracking (of any length, for a pattern that cannot backtrack) is matched directly. A longer one is matched under node:vm's timeout, which interrupts
 * the engine: some 0.2 ms dearer, and certain to end. One call's arguments share one allowance of such time, so that a list of hostile texts gains nothing.
 */
import { createContext, Script } from "node:vm";
import { longestSafeText } from "./pattern-cost.js";
import { compileRegExp } from "./reg-exp.js";

/** What is left for slow patterns, in milliseconds. */
export interface Allowance {
  patternTime: number;
}

/** The allowance of one call: far more than honest texts need, little enough for a server to bear. */
export const PATTERN_TIME = 250;

export interface Pattern {
  readonly source: string;
  /** undefined: the allowance is used up, so the answer is unknown. */
  readonly test: (text: string, allowance: Allowance) => boolean | undefined;
}

/** @throws SyntaxError for a pattern that is no regular expression, with or without the `u` flag. */
export function compilePattern(source: string): Pattern {
  const regExp = compileRegExp(source);
  if (regExp === undefined) throw new SyntaxError("not a regular expression");
  const safeLength = longestSafeText(source);
  return { source, test: (text, allowance) => (text.length <= safeLength ? regExp.test(text) : testWithin(regExp, text, allowance)) };
}

const sandbox: { regExp: RegExp; text: string } = { regExp: /(?:)/, text: "" };
let script: Script | undefined;

function testWithin(regExp: RegExp, text: string, allowance: Allowance): boolean | undefined {
  if (allowance.patternTime <= 0) return undefined;
  const start = performance.now();
  const answer = testInterruptibly(regExp, text, Math.ceil(allowance.patternTime));
  allowance.patternTime -= performance.now() - start;
  return answer;
}

function testInterruptibly(regExp: RegExp, text: string, timeout: number): boolean | undefined {
  if (script === undefined) {
    script = new Script("regExp.test(text)");
    createContext(sandbox);
  }
  sandbox.regExp = regExp;
  sandbox.text = text;
  try {
    return script.runInContext(sandbox, { timeout }) as boolean;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  } finally {
    sandbox.text = "";
  }
}
