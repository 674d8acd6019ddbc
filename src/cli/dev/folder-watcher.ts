/** Says that something may have changed below a set of folders. Serves `dev` and `schemas --watch`, which then find out what. */
import type { FSWatcher } from "node:fs";
import { watch } from "node:fs";

/** Events get lost: on network drives, when a folder is replaced, when the system has no watchers left. A look now and then finds what they missed. */
const SWEEP_MS = 2000;

export class FolderWatcher {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #hint: () => void;
  readonly #sweep: NodeJS.Timeout;

  constructor(hint: () => void) {
    this.#hint = hint;
    this.#sweep = setInterval(hint, SWEEP_MS);
  }

  /** From now on these folders, without what is below them. Folders rather than files: editors that save by renaming replace the file that would be watched. */
  set(folders: Iterable<string>): void {
    const wanted = new Set(folders);
    for (const [folder, watcher] of this.#watchers) {
      if (wanted.has(folder)) continue;
      this.#watchers.delete(folder);
      watcher.close();
    }
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#open(folder);
  }

  close(): void {
    clearInterval(this.#sweep);
    this.set([]);
  }

  #open(folder: string): void {
    try {
      const watcher = watch(folder, () => this.#hint());
      watcher.on("error", () => this.#drop(folder, watcher));
      this.#watchers.set(folder, watcher);
    } catch {
      // Gone, or no watchers left: the sweep will do.
    }
  }

  #drop(folder: string, watcher: FSWatcher): void {
    watcher.close();
    if (this.#watchers.get(folder) === watcher) this.#watchers.delete(folder);
    this.#hint();
  }
}
