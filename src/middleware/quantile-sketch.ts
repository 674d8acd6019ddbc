/**
 * Quantiles of a stream of durations in a fixed amount of memory: counts in buckets that grow by 4 %, so that an answer is within 2 % of a value
 * that was really there (the idea of DDSketch). From 1 µs to about a day; what is outside counts as the nearer end.
 */

const ERROR = 0.02;
const GROWTH = Math.log((1 + ERROR) / (1 - ERROR));
const SMALLEST_MS = 0.001;
const BUCKETS = Math.ceil(Math.log(1e8 / SMALLEST_MS) / GROWTH) + 1;

export class QuantileSketch {
  readonly #counts = new Uint32Array(BUCKETS);
  #total = 0;

  add(ms: number): void {
    const bucket = ms > SMALLEST_MS ? Math.ceil(Math.log(ms / SMALLEST_MS) / GROWTH) : 0;
    this.#counts[Math.min(bucket, BUCKETS - 1)]!++;
    this.#total++;
  }

  /** Milliseconds; 0 when nothing was added. @param q 0 to 1 */
  quantile(q: number): number {
    if (this.#total === 0) return 0;
    const rank = Math.max(1, Math.ceil(q * this.#total));
    let seen = 0;
    let bucket = -1;
    while (seen < rank) seen += this.#counts[++bucket]!;
    // The middle of the bucket, in the sense of relative error.
    return bucket === 0 ? SMALLEST_MS : SMALLEST_MS * Math.exp(GROWTH * bucket) * (1 - ERROR);
  }
}
