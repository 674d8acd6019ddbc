/** Imports the project's modules anew for every generation, and knows which files they came from. Serves `dev`. */
import { createRequire, register } from "node:module";
import path from "node:path";
import type { MessagePort } from "node:worker_threads";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { changedPaths, InputLog } from "../../emit/input-log.js";
import type { Watched } from "./follow-changes.js";
import type { HookData, LoadedFile } from "./reload-hooks.js";
import { addressIn } from "./reload-hooks.js";

/** Of this package's code, in src and in dist alike. */
const OWN = new URL("../../", import.meta.url).href;
const PACKAGES = /[\\/]node_modules[\\/]/;
const require = createRequire(import.meta.url);

export class ModuleGraph implements Watched {
  readonly #loaded: MessagePort;
  #generation = 0;
  #log = new InputLog();

  /** Once in a process, and after whatever else has hooks: this one's names are given last. */
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#loaded = port1;
    const data: HookData = { port: port2, own: OWN };
    register(new URL("./reload-hooks.js", import.meta.url), { data, transferList: [port2] });
  }

  /** Runs `load` with the addresses of a new generation. */
  async next<T>(load: (address: (url: URL) => URL) => Promise<T>): Promise<T> {
    const generation = ++this.#generation;
    this.#log = new InputLog();
    dropRequired();
    try {
      return await load((url) => addressIn(generation, url));
    } finally {
      for (const file of requiredFiles()) this.#log.ask("text", file);
      // A module that was missing appears in one of these.
      for (const folder of this.folders()) this.#log.ask("names", folder);
    }
  }

  folders(): string[] {
    this.#collect();
    const files = this.#log.facts().filter(([question]) => question === "text");
    return [...new Set(files.map(([, file]) => path.dirname(file)))];
  }

  changes(): string[] {
    this.#collect();
    return changedPaths(this.#log.facts());
  }

  /** What has changed by now is known, and was not loaded for another reason. */
  acknowledge(): void {
    this.#collect();
    this.#log.askAgain();
  }

  /** What the loader thread has reported since the last time, late `import()`s included. */
  #collect(): void {
    for (;;) {
      const received = receiveMessageOnPort(this.#loaded);
      if (received === undefined) return;
      const { file, hash } = received.message as LoadedFile;
      this.#log.note("text", file, hash);
    }
  }
}

/** CommonJS modules are kept by file name; the project's own are forgotten before each generation. */
function dropRequired(): void {
  for (const file of requiredFiles()) Reflect.deleteProperty(require.cache, file);
}

function requiredFiles(): string[] {
  return Object.keys(require.cache).filter((file) => path.isAbsolute(file) && !PACKAGES.test(file));
}
