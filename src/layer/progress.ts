/** The progress of one call as its client hears of it: always rising, whoever reports it, and never silent for long. */
import type { TransportContext } from "./transport-context.js";

/** Of a value that is already the largest sent: the step to the next one, relative to it. Far below what a handler counts in. */
const STEP = 2 ** -30;
const STILL_WORKING = "still working";

export class Progress {
  readonly #transport: TransportContext;
  /** By the handler. */
  #reported = -Infinity;
  /** To the client, heartbeats included. */
  #sent = -Infinity;
  #total: number | undefined;
  #isFresh = false;
  #isOver = false;

  constructor(transport: TransportContext) {
    this.#transport = transport;
  }

  /** What the handler says. Values that do not increase are dropped. */
  report(progress: number, total?: number, message?: string): void {
    if (!(progress > this.#reported) || progress === Infinity) return;
    this.#reported = progress;
    this.#total = total;
    this.#isFresh = true;
    this.#send(progress, message);
  }

  /** A sign of life, unless the handler gave one since the last: the counter rises by next to nothing, since MCP lets it neither stand still nor fall. */
  beat(): void {
    if (!this.#isFresh) this.#send(Math.max(this.#sent, 0), STILL_WORKING);
    this.#isFresh = false;
  }

  /** The call is answered: a handler that goes on has nobody to tell. */
  end(): void {
    this.#isOver = true;
  }

  #send(progress: number, message: string | undefined): void {
    if (this.#isOver) return;
    // What a heartbeat has already passed is sent as a hair more.
    const next = progress > this.#sent ? progress : this.#sent + Math.max(1, Math.abs(this.#sent)) * STEP;
    if (next === Infinity) return;
    this.#sent = next;
    this.#transport.sendProgress?.(this.#sent, this.#total, message);
  }
}
