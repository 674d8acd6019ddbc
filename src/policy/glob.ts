/** Globs of policy documents, compiled once at load: `*` any run (`/` and `:` too), `?` one character, `[abc]`, `[a-z]`, `[!abc]`; case-sensitive, whole string. */

/** A pattern that cannot be used; the message says what to write instead. */
export class GlobError extends TypeError {
  override readonly name = "GlobError";
}

export interface Glob {
  readonly text: string;
  /** Linear in the length of `subject`: every character is looked at once, whatever the pattern. */
  matches(subject: string): boolean;
}

const MAX_LENGTH = 2000;

/** @throws GlobError */
export function compileGlob(text: string): Glob {
  if (text === "") throw new GlobError("the pattern is empty; write * to match everything");
  if (text.length > MAX_LENGTH) throw new GlobError(`the pattern is ${text.length} characters long; ${MAX_LENGTH} are allowed`);
  const { tokens, loops } = parseGlob(Array.from(text));
  if (tokens.length === 0) return { text, matches: () => true };
  if (loops.size === 0 && tokens.every((token) => typeof token === "string")) return { text, matches: (subject) => subject === text };
  const automaton = new Automaton(tokens, loops);
  return { text, matches: (subject) => automaton.accepts(subject) };
}

/** One character of the subject: this very one, any, or one of a set. */
type Token = string | AnyCharacter | CharacterSet;
interface AnyCharacter {
  readonly any: true;
}
interface CharacterSet {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [number, number])[];
}
const ANY: AnyCharacter = { any: true };

/** @returns The tokens, and the positions before which any run may stand. */
function parseGlob(characters: readonly string[]): { tokens: Token[]; loops: Set<number> } {
  const tokens: Token[] = [];
  const loops = new Set<number>();
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    if (character === "*") loops.add(tokens.length);
    else if (character === "?") tokens.push(ANY);
    else if (character === "[") {
      const end = findSetEnd(characters, at);
      tokens.push(parseSet(characters.slice(at + 1, end)));
      at = end;
    } else tokens.push(character);
  }
  return { tokens, loops };
}

/** A `]` right after `[` or `[!` is one of the characters. */
function findSetEnd(characters: readonly string[], start: number): number {
  const first = characters[start + 1] === "!" ? start + 2 : start + 1;
  const end = characters.indexOf("]", first + 1);
  if (end === -1) throw new GlobError(`the "[" at character ${start + 1} is never closed; write [[] for a bracket itself`);
  return end;
}

function parseSet(inner: readonly string[]): CharacterSet {
  const negated = inner[0] === "!";
  const members = inner.slice(negated ? 1 : 0);
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < members.length; at++) {
    const isRange = members[at + 1] === "-" && at + 2 < members.length;
    const [from, to] = [members[at]!, isRange ? members[at + 2]! : members[at]!];
    if (from.codePointAt(0)! > to.codePointAt(0)!) throw new GlobError(`the range ${from}-${to} runs backwards`);
    ranges.push([from.codePointAt(0)!, to.codePointAt(0)!]);
    if (isRange) at += 2;
  }
  return { negated, ranges };
}

/**
 * All positions in the pattern at once, one bit each: bit i says that the first i tokens have matched what was read so far.
 * A character moves every bit one on where its token accepts it, and leaves the bits where `*` stands.
 */
class Automaton {
  readonly #last: number;
  readonly #words: number;
  readonly #loops: Int32Array;
  readonly #masks = new Map<number, Int32Array>();
  readonly #sets: readonly (readonly [number, CharacterSet])[];
  /** For a character that the pattern does not spell. */
  readonly #other: Int32Array;

  constructor(tokens: readonly Token[], loops: ReadonlySet<number>) {
    this.#last = tokens.length;
    this.#words = (tokens.length >> 5) + 1;
    this.#loops = new Int32Array(this.#words);
    this.#other = new Int32Array(this.#words);
    this.#sets = tokens.flatMap((token, i) => (typeof token === "object" && "ranges" in token ? [[i, token] as const] : []));
    for (const position of loops) setBit(this.#loops, position);
    tokens.forEach((token, i) => {
      if (token === ANY) setBit(this.#other, i + 1);
    });
    for (const character of new Set(tokens.filter((token) => typeof token === "string"))) {
      const mask = this.#maskOfSets(character.codePointAt(0)!);
      tokens.forEach((token, i) => {
        if (token === character) setBit(mask, i + 1);
      });
      this.#masks.set(character.codePointAt(0)!, mask);
    }
  }

  accepts(subject: string): boolean {
    let [now, next] = [new Int32Array(this.#words), new Int32Array(this.#words)];
    now[0] = 1;
    for (const character of subject) {
      const code = character.codePointAt(0)!;
      const mask = this.#masks.get(code) ?? (this.#sets.length === 0 ? this.#other : this.#maskOfSets(code));
      let carry = 0;
      let alive = 0;
      for (let word = 0; word < this.#words; word++) {
        const bits = now[word]!;
        next[word] = (((bits << 1) | carry) & mask[word]!) | (bits & this.#loops[word]!);
        carry = bits >>> 31;
        alive |= next[word]!;
      }
      if (alive === 0) return false;
      [now, next] = [next, now];
    }
    return (now[this.#last >> 5]! & (1 << (this.#last & 31))) !== 0;
  }

  #maskOfSets(code: number): Int32Array {
    const mask = this.#other.slice();
    for (const [position, { negated, ranges }] of this.#sets)
      if (ranges.some(([from, to]) => code >= from && code <= to) !== negated) setBit(mask, position + 1);
    return mask;
  }
}

function setBit(words: Int32Array, bit: number): void {
  words[bit >> 5]! |= 1 << (bit & 31);
}
