/** One state of the project's code: its plugins, scanned and started, and the calls that still run in them. Serves `dev`. */
import type { CallInfo } from "../../layer/call-info.js";
import type { Layer } from "../../layer/layer.js";
import type { AnySpec } from "../../registry/registry.js";

export class Generation {
  readonly layer: Layer;
  /** Modules of the plugins. */
  readonly files: readonly string[];
  #running = 0;
  #idle: (() => void) | undefined;

  constructor(layer: Layer, files: readonly string[]) {
    this.layer = layer;
    this.files = files;
  }

  enter(): void {
    this.#running++;
  }

  leave(): void {
    this.#running--;
    if (this.#running === 0) this.#idle?.();
  }

  /** Lets running calls end, however long they take or until `hurry` fires, then stops the plugins. @throws what their onStop throws */
  async retire(hurry: AbortSignal): Promise<void> {
    if (this.#running > 0 && !hurry.aborted) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
        hurry.addEventListener("abort", () => resolve(), { once: true });
      });
    }
    await this.layer.close({ graceMs: 0 });
  }
}

/** Which generation a spec came from, and a middleware that counts the calls of each. */
export class Generations {
  readonly #owners = new WeakMap<AnySpec, Generation>();

  own(spec: AnySpec, generation: Generation): void {
    this.#owners.set(spec, generation);
  }

  readonly count = async (info: CallInfo, next: () => Promise<unknown>): Promise<unknown> => {
    const generation = this.#owners.get(info.spec);
    generation?.enter();
    try {
      return await next();
    } finally {
      // A handler may go on after its call was answered, by a timeout for one.
      const rest = info.unfinished();
      if (rest === undefined) generation?.leave();
      else void rest.finally(() => generation?.leave());
    }
  };
}
