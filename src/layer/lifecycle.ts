/** Starting and stopping: the plugins' own hooks, and the calls that are still running when the layer closes. */
import { CancelledError } from "../errors.js";
import type { Plugin } from "../model/plugin.js";
import type { LayerHandle } from "../model/tool-context.js";
import type { CallContext } from "./call-context.js";
import type { Middleware } from "./call-info.js";

export class Lifecycle {
  readonly #plugins: readonly Partial<Plugin>[];
  readonly #middleware: readonly Middleware[];
  readonly #running = new Set<CallContext>();
  #idle: (() => void) | undefined;
  #started: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  /** @param middleware Read when the layer closes: it may grow until then. */
  constructor(instances: readonly object[], middleware: readonly Middleware[]) {
    this.#plugins = instances;
    this.#middleware = middleware;
  }

  get closing(): boolean {
    return this.#closed !== undefined;
  }

  /** Runs every plugin's onStart once, in order; later calls wait for the first. */
  start(layer: LayerHandle): Promise<void> {
    return (this.#started ??= (async () => {
      for (const plugin of this.#plugins) await plugin.onStart?.(layer);
    })());
  }

  enter(context: CallContext): void {
    this.#running.add(context);
  }

  leave(context: CallContext): void {
    this.#running.delete(context);
    if (this.#running.size === 0) this.#idle?.();
  }

  /** Waits for running calls, ends those that are left and fires their signals when the grace period is over, then stops the plugins, then the middleware, in reverse order. */
  close(graceMs: number): Promise<void> {
    return (this.#closed ??= (async () => {
      await this.#drain(graceMs);
      for (const context of this.#running) context.abort(new CancelledError("The server is shutting down"));
      const failures: unknown[] = [];
      const stop = async (close: () => unknown): Promise<void> => {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      };
      for (const plugin of [...this.#plugins].reverse()) await stop(() => plugin.onStop?.());
      for (const middleware of [...this.#middleware].reverse()) if (typeof middleware === "object") await stop(() => middleware.close?.());
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of the plugins or middleware failed to stop`);
    })());
  }

  async #drain(graceMs: number): Promise<void> {
    if (this.#running.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
