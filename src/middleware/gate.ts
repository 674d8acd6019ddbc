/** A gate that lets a number of calls be inside at once; the others wait their turn, first come first served. */

export class Gate {
  readonly #limit: number;
  /** In order of arrival; one that gives up leaves from anywhere at no cost. */
  readonly #waiting = new Set<() => void>();
  #inside = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isIdle(): boolean {
    return this.#inside === 0 && this.#waiting.size === 0;
  }

  /** Whether there was room; while somebody waits, there is none. */
  tryEnter(): boolean {
    if (this.#inside >= this.#limit) return false;
    this.#inside++;
    return true;
  }

  /** Resolves when the caller is inside. @throws the signal's reason, out of the queue again. */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.tryEnter()) return;
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.delete(admit);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting.add(admit);
    });
  }

  leave(): void {
    const [first] = this.#waiting;
    // The place goes from hand to hand, so that nobody can slip in between.
    if (first === undefined) this.#inside--;
    else {
      this.#waiting.delete(first);
      first();
    }
  }
}
