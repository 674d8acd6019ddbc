/** Finds the expected key that an unexpected one was probably meant to be. Serves the messages of refused arguments. */
import { distance } from "fastest-levenshtein";

const MAX_LENGTH = 64;
/** Letters that may differ, by length: two from five letters on, so that two swapped letters are found. */
const SLIPS = [
  { length: 9, letters: 3 },
  { length: 5, letters: 2 },
  { length: 0, letters: 1 },
];

/** The nearest of `expected`, or undefined where none is near enough to be worth proposing. */
export function suggestKey(key: string, expected: readonly string[]): string | undefined {
  if (key.length > MAX_LENGTH) return undefined;
  const plain = foldKey(key);
  const { letters } = SLIPS.find(({ length }) => plain.length >= length)!;
  let best: string | undefined;
  let nearest = letters + 1;
  for (const candidate of expected) {
    const far = distance(plain, foldKey(candidate));
    // One wrong letter of two is a guess, not a slip.
    if (far < nearest && far < candidate.length - 1) {
      best = candidate;
      nearest = far;
    }
  }
  return best;
}

/** `max_rows`, `maxRows` and `MaxRows` are slips of one another. */
function foldKey(key: string): string {
  return key.replace(/[_\-\s]/g, "").toLowerCase();
}
