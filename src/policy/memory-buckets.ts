/**
 * Token buckets in this process. Not rate-limiter-flexible's memory limiter, which counts in fixed windows: two bursts would pass at the edge of one, and a
 * refused caller would be told the end of the window instead of when the next token comes. Serves checkCall.
 */
import type { BucketStore, Charge, Refusal } from "./rate-limit.js";

/** Full buckets are forgotten when this many are kept, then when twice as many as were left. */
const FIRST_SWEEP = 1024;

export class MemoryBuckets implements BucketStore {
  /** When a bucket will be full again, in milliseconds; one that is full is not kept. */
  readonly #fullAt = new Map<string, number>();
  readonly #now: () => number;
  #sweepAt = FIRST_SWEEP;

  /** @param now A clock that does not go backwards, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Buckets that are kept. */
  get size(): number {
    return this.#fullAt.size;
  }

  take(charges: readonly Charge[]): Refusal | undefined {
    const now = this.#now();
    let refusal: Refusal | undefined;
    for (const { limit, bucket } of charges) {
      // An empty bucket is full after capacity × interval; the call needs one interval of that to be over.
      const waitMs = this.#full(limit.id + bucket, now) + limit.intervalMs - now - limit.capacity * limit.intervalMs;
      // Sums of fractions are off by a hair.
      if (waitMs > limit.intervalMs * 1e-9 && (refusal === undefined || waitMs > refusal.waitMs)) refusal = { limit, waitMs };
    }
    if (refusal !== undefined) return refusal;
    for (const { limit, bucket } of charges) this.#fullAt.set(limit.id + bucket, this.#full(limit.id + bucket, now) + limit.intervalMs);
    if (this.#fullAt.size >= this.#sweepAt) this.#sweep(now);
    return undefined;
  }

  #full(key: string, now: number): number {
    return Math.max(this.#fullAt.get(key) ?? now, now);
  }

  #sweep(now: number): void {
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key);
    this.#sweepAt = Math.max(FIRST_SWEEP, this.#fullAt.size * 2);
  }
}
