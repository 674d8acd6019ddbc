/** Ctrl-C and its kin: the first asks the command to end, the second ends the process. Serves the commands that take their time. */
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export class Interrupts {
  readonly #controller = new AbortController();
  readonly #signals: readonly NodeJS.Signals[];
  #exitCode: number | undefined;
  readonly #listener = (name: NodeJS.Signals): void => this.#receive(name);
  /** Resolves at the first signal. */
  readonly first: Promise<void>;

  /** @param heedsHangUp False where SIGHUP means something else: with an audit log, that its file was moved away. */
  constructor(heedsHangUp = true) {
    this.#signals = heedsHangUp ? SIGNALS : SIGNALS.filter((name) => name !== "SIGHUP");
    this.first = new Promise((resolve) => this.signal.addEventListener("abort", () => resolve(), { once: true }));
    for (const name of this.#signals) process.on(name, this.#listener);
  }

  /** Fires at the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** 128 + the signal's number, once there was one. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** From here on signals do what they do by default. */
  stop(): void {
    for (const name of this.#signals) process.off(name, this.#listener);
  }

  #receive(name: NodeJS.Signals): void {
    if (this.#exitCode !== undefined) process.exit(this.#exitCode);
    this.#exitCode = 128 + constants.signals[name];
    this.#controller.abort(`interrupted by ${name}`);
  }
}
