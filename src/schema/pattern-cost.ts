/** Estimates how long matching a regular expression may take at worst, from its source alone. Serves the choice of how to run it. */
import { compileRegExp } from "./reg-exp.js";

/** Steps that are taken without a second thought: some 0.1 ms. */
const STEPS = 2 ** 14;

/**
 * The length up to which even the worst text is matched in a few thousand steps, or in time linear in it: n^q for q repetitions side by side, once more
 * for the place where a match may start; 2^n where they are nested; twice as much for each `?`. Errs to the safe side: a back reference or a look-around
 * counts as nesting.
 */
export function longestSafeText(source: string): number {
  const { repetitions, certain, optionals, nested, isAnchored } = new CostReader(source).read();
  const steps = STEPS / 2 ** optionals;
  if (steps < 1) return 0;
  if (nested) return Math.floor(Math.log2(steps));
  const runs = repetitions === 0 && certain > 0 ? 1 : repetitions;
  const powers = runs === 0 || isAnchored ? runs : runs + 1;
  return powers <= 1 ? Infinity : Math.floor(steps ** (1 / powers));
}

interface Cost {
  repetitions: number;
  /** Repetitions that can end in one place only: they take time once, not times the others'. */
  certain: number;
  optionals: number;
  nested: boolean;
  isAnchored: boolean;
}

const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;
const GROUP_HEAD = /\((?:\?(?::|<?[=!]|<[^>]*>))?/y;
/** One character, escaped or plain, that stands for itself and must occur. */
const LITERAL = /(?:\\([^A-Za-z0-9])|([^\\^$.*+?()[\]{}|]))(?![*?{])/y;

class CostReader {
  readonly #source: string;
  #at = 0;
  readonly #cost: Cost;
  /** Of the groups that are open, whether each holds a choice: something of variable length, or alternatives. */
  readonly #choices: boolean[] = [false];

  constructor(source: string) {
    this.#source = source;
    this.#cost = { repetitions: 0, certain: 0, optionals: 0, nested: false, isAnchored: source.startsWith("^") };
  }

  read(): Cost {
    while (this.#at < this.#source.length) this.#readPart();
    return this.#cost;
  }

  #readPart(): void {
    const start = this.#at;
    switch (this.#source[start]) {
      case "(": {
        const head = this.#match(GROUP_HEAD)?.[0] ?? "";
        if (/[=!]$/.test(head)) this.#cost.nested = true;
        this.#choices.push(false);
        return;
      }
      case ")": {
        this.#at++;
        const choice = this.#choices.pop() ?? false;
        if (choice) this.#markChoice();
        this.#readQuantifier(undefined, choice);
        return;
      }
      case "|":
        this.#at++;
        // `^a|b`: only the first alternative is anchored.
        if (this.#choices.length === 1) this.#cost.isAnchored = false;
        this.#markChoice();
        return;
      case "\\":
        this.#cost.nested ||= /[1-9k]/.test(this.#source[start + 1] ?? "");
        this.#at += /^\\[pPu]\{/.test(this.#source.slice(start, start + 3)) ? this.#source.slice(start).indexOf("}") + 1 : 2;
        break;
      case "[":
        this.#skipClass();
        break;
      default:
        this.#at++;
    }
    this.#readQuantifier(this.#source.slice(start, this.#at), false);
  }

  /** @param atom The one-character expression that is repeated; undefined for a group. */
  #readQuantifier(atom: string | undefined, choice: boolean): void {
    const quantifier = this.#match(QUANTIFIER);
    if (quantifier === undefined) return;
    const isOptional = quantifier[0].startsWith("?");
    if (choice && !isOptional) this.#cost.nested = true;
    const isFixed = quantifier[1] !== undefined && (quantifier[2] === "" || quantifier[1] === quantifier[3]);
    if (isFixed) return;
    this.#markChoice();
    if (isOptional) this.#cost.optionals++;
    else if (atom !== undefined && this.#endsCertainly(atom)) this.#cost.certain++;
    else this.#cost.repetitions++;
  }

  /** `[a-z]+:` can end in one place only, so giving characters back is of no use, and of no cost. */
  #endsCertainly(atom: string): boolean {
    LITERAL.lastIndex = this.#at;
    const next = LITERAL.exec(this.#source);
    const literal = next?.[1] ?? next?.[2];
    return literal !== undefined && compileRegExp(`^(?:${atom})$`)?.test(literal) === false;
  }

  #markChoice(): void {
    this.#choices[this.#choices.length - 1] = true;
  }

  #skipClass(): void {
    this.#at++;
    while (this.#at < this.#source.length && this.#source[this.#at] !== "]") this.#at += this.#source[this.#at] === "\\" ? 2 : 1;
    this.#at++;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#source);
    if (match === null) return undefined;
    this.#at += match[0].length;
    return match;
  }
}
