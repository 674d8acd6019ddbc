/**
 * Regular expressions of a schema, matched against texts of a stranger without ever holding the process. Serves string patterns and pattern properties.
 *
 * A pattern comes from the schema's author and is kept as it is written; only its worst case decides how it is run. A text short enough that even
 * the worst backtracking stays near ten million steps (any length, for a pattern that cannot backtrack) is matched directly. A longer one is matched
 * under node:vm's timeout, which interrupts the engine: some 0.2 ms dearer, and certain to end.
 */
import { createContext, Script } from "node:vm";

export interface Pattern {
  readonly source: string;
  /** undefined: it took more than {@link TIME_LIMIT} ms, so the answer is unknown. */
  readonly test: (text: string) => boolean | undefined;
}

const TIME_LIMIT = 100;
const STEPS = 1e7;
/** Shortest text for which nested repetition is run under the timeout: 2^20 steps. */
const NESTED_LENGTH = 20;

/** @throws SyntaxError for a pattern that is no regular expression, with or without the `u` flag. */
export function compilePattern(source: string): Pattern {
  const regExp = compileRegExp(source);
  if (regExp === undefined) throw new SyntaxError("not a regular expression");
  const safeLength = longestSafeText(source);
  return { source, test: (text) => (text.length <= safeLength ? regExp.test(text) : testWithin(regExp, text)) };
}

/** Unicode-aware where the pattern allows it, as JSON Schema asks; undefined where it is no regular expression. */
export function compileRegExp(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Escapes such as `\-` are errors with `u` and harmless without.
    }
  }
  return undefined;
}

const sandbox: { regExp: RegExp; text: string } = { regExp: /(?:)/, text: "" };
let script: Script | undefined;

function testWithin(regExp: RegExp, text: string): boolean | undefined {
  if (script === undefined) {
    script = new Script("regExp.test(text)");
    createContext(sandbox);
  }
  sandbox.regExp = regExp;
  sandbox.text = text;
  try {
    return script.runInContext(sandbox, { timeout: TIME_LIMIT }) as boolean;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  } finally {
    sandbox.text = "";
  }
}

/** n^(q+1) steps for q repetitions side by side, the one being for where a match may start, and twice as many for each `?`; exponential where they are nested. */
function longestSafeText(source: string): number {
  const { repetitions, optionals, nested } = countRepetitions(source);
  const steps = STEPS / 2 ** optionals;
  if (steps < 1) return 0;
  if (nested) return Math.min(NESTED_LENGTH, steps);
  return repetitions === 0 ? Infinity : Math.floor(steps ** (1 / (repetitions + (source.startsWith("^") ? 0 : 1))));
}

interface Group {
  /** Holds a choice: something of variable length, or alternatives. */
  choice: boolean;
}

/** Errs to the safe side: a back reference or a look-around counts as nesting. */
function countRepetitions(source: string): { repetitions: number; optionals: number; nested: boolean } {
  const open: Group[] = [{ choice: false }];
  let closed: Group | undefined;
  let repetitions = 0;
  let optionals = 0;
  let nested = false;
  for (let i = 0; i < source.length; i++) {
    const character = source[i]!;
    const atom = closed;
    closed = undefined;
    if (character === "\\") {
      nested ||= /[1-9k]/.test(source[i + 1] ?? "");
      i++;
    } else if (character === "[") i = endOfClass(source, i);
    else if (character === "(") {
      open.push({ choice: false });
      const head = /^\(\?(?::|<?[=!]|<[^>]*>)/.exec(source.slice(i))?.[0] ?? "(";
      nested ||= /[=!]$/.test(head);
      i += head.length - 1;
    } else if (character === ")") {
      closed = open.pop() ?? { choice: false };
      const outer = open.at(-1);
      if (outer !== undefined && closed.choice) outer.choice = true;
    } else if (character === "|") open.at(-1)!.choice = true;
    else {
      const quantifier = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(source.slice(i, i + 32));
      if (quantifier === null) continue;
      i += quantifier[0].length - 1;
      if (atom?.choice === true && quantifier[0] !== "?") nested = true;
      const fixed = quantifier[1] !== undefined && (quantifier[2] === "" || quantifier[1] === quantifier[3]);
      if (fixed) continue;
      open.at(-1)!.choice = true;
      if (quantifier[0] === "?") optionals++;
      else repetitions++;
    }
  }
  return { repetitions, optionals, nested };
}

function endOfClass(source: string, start: number): number {
  let i = start + 1;
  while (i < source.length && source[i] !== "]") i += source[i] === "\\" ? 2 : 1;
  return i;
}
