/** Finds the expected key that an unexpected one was probably meant to be. Serves the messages of refused arguments. */
import { distance } from "fastest-levenshtein";

const MAX_LENGTH = 64;
/** A quarter of the letters may differ, and one always. */
const TOLERANCE = 4;

/** The nearest of `expected`, or undefined where none is near enough to be worth proposing. */
export function suggestKey(key: string, expected: readonly string[]): string | undefined {
  if (key.length > MAX_LENGTH) return undefined;
  const plain = foldKey(key);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(plain.length / TOLERANCE)) + 1;
  for (const candidate of expected) {
    const far = distance(plain, foldKey(candidate));
    // One wrong letter in a key of two is a guess, not a slip.
    if (far < bestDistance && far < candidate.length - 1) {
      best = candidate;
      bestDistance = far;
    }
  }
  return best;
}

/** `max_rows`, `maxRows` and `MaxRows` are slips of one another. */
function foldKey(key: string): string {
  return key.replace(/[_\-\s]/g, "").toLowerCase();
}
