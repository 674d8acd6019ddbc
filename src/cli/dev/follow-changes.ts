/** Waits for files to change and lets somebody act on it, one change after the other. Serves `dev` and `schemas --watch`. */
import { setTimeout as delay } from "node:timers/promises";
import { FolderWatcher } from "./folder-watcher.js";

export interface Watched {
  /** Where changes can happen; asked again after each change. */
  folders(): Iterable<string>;
  /** The files that are not what they were when they were last read. */
  changes(): readonly string[];
}

/** Editors write a file in several steps, and tools write several files: a change is over when nothing has happened for so long. */
const QUIET_MS = 15;
/** … or after so long, when it never gets quiet. */
const MAX_WAIT_MS = 200;

/** Resolves once `signal` fires and what it interrupted has ended. */
export async function followChanges(watched: Watched, signal: AbortSignal, act: (paths: readonly string[]) => Promise<void>): Promise<void> {
  const hints = new Hints();
  const watcher = new FolderWatcher(() => hints.add());
  signal.addEventListener("abort", () => hints.add(), { once: true });
  try {
    // What changed while the folders were not watched yet is found by the first look.
    hints.add();
    while (!signal.aborted) {
      watcher.set(watched.folders());
      await hints.settle(signal);
      if (signal.aborted) return;
      const paths = watched.changes();
      if (paths.length > 0) await act(paths);
    }
  } finally {
    watcher.close();
  }
}

class Hints {
  #count = 0;
  #wake: (() => void) | undefined;

  add(): void {
    this.#count++;
    this.#wake?.();
  }

  /** Resolves when there was a hint since the last time, and then none for a moment. */
  async settle(signal: AbortSignal): Promise<void> {
    if (this.#count === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = undefined;
    const end = performance.now() + MAX_WAIT_MS;
    while (this.#count > 0 && !signal.aborted && performance.now() < end) {
      this.#count = 0;
      await delay(QUIET_MS);
    }
    this.#count = 0;
  }
}
