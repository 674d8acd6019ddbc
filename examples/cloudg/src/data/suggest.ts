/** Guesses what somebody meant who named something that does not exist. Serves every "did you mean" of the estate. */

export interface Candidate {
  /** What the person could have typed. */
  text: string;
  /** What to suggest. */
  suggestion: string;
  /** What both stand for; of each, only the likeliest is suggested. @default the suggestion itself */
  subject?: string;
}

/** A longer text is no misspelt name; its beginning is enough to compare. */
const MAX_COMPARED = 120;

/** The likeliest suggestions first, at most `max`. */
export function suggest(wanted: string, candidates: Iterable<Candidate>, max = 5): string[] {
  const target = simplify(wanted);
  if (target === "") return [];
  const best = new Map<string, { score: number; suggestion: string }>();
  for (const { text, suggestion, subject = suggestion } of candidates) {
    const score = scoreOf(target, simplify(text));
    if (score !== undefined && score < (best.get(subject)?.score ?? Infinity)) best.set(subject, { score, suggestion });
  }
  return [...best.values()]
    .sort((one, other) => one.score - other.score || one.suggestion.length - other.suggestion.length || (one.suggestion < other.suggestion ? -1 : 1))
    .slice(0, max)
    .map(({ suggestion }) => suggestion);
}

/** Lower is likelier; undefined = no resemblance. A slip of the finger comes before a part of the name, and a beginning before a middle. */
function scoreOf(target: string, text: string): number | undefined {
  if (text === "") return undefined;
  if (text === target) return 0;
  const slips = allowedSlips(target);
  const distance = Math.abs(text.length - target.length) > slips ? Infinity : editDistance(target, text);
  if (distance <= slips) return distance;
  // Two letters occur in everything.
  if (target.length < 3 || text.length < 3) return undefined;
  if (text.startsWith(target)) return 4;
  if (text.includes(target)) return 5;
  if (target.includes(text)) return 6 + (1 - text.length / target.length);
  const shared = sharedWords(target, text);
  return shared === 0 ? undefined : 8 - shared;
}

function allowedSlips(target: string): number {
  return target.length <= 4 ? 1 : target.length <= 8 ? 2 : 3;
}

/** The share of the target's words that the text has, 0 to 1. */
function sharedWords(target: string, text: string): number {
  const words = target.split("-").filter((word) => word.length >= 3);
  const others = new Set(text.split("-"));
  return words.length === 0 ? 0 : words.filter((word) => others.has(word)).length / words.length;
}

/** Case and the kind of separator are what people get wrong first. */
function simplify(text: string): string {
  return text
    .slice(0, MAX_COMPARED)
    .toLowerCase()
    .replace(/[\s_./:[\]"'-]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn one text into the other. */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length]!;
}
