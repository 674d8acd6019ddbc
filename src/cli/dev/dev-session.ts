/** What `dev` serves: one layer that stays, and below it the generations of the project's code that come and go. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { formatDiagnostic } from "../../emit/diagnostics.js";
import { Layer } from "../../layer/layer.js";
import { Registry } from "../../registry/registry.js";
import type { Principal } from "../../model/principal.js";
import type { Metrics } from "../../middleware/metrics.js";
import type { Policy } from "../../policy/policy.js";
import type { CommandContext } from "../command-context.js";
import { CliFailure, describeError } from "../failure.js";
import { loadPolicy, principalOf } from "../governance.js";
import { loadPlugins } from "../load-plugins.js";
import type { BuiltMiddleware } from "../middleware-flags.js";
import { buildMiddleware, NO_MIDDLEWARE } from "../middleware-flags.js";
import { layerOptions, scanPlugins, startLayer } from "../open-layer.js";
import { describeServer } from "../serve-notice.js";
import { describeFault } from "./describe-fault.js";
import { Emitter } from "./emitter.js";
import type { Watched } from "./follow-changes.js";
import { Generation, Generations } from "./generation.js";
import { ModuleGraph } from "./module-graph.js";
import type { ListChange } from "./swap.js";
import { describeChanges, swapSpecs } from "./swap.js";
import { registerTsx } from "./tsx.js";

/** After a signal, handlers get so long to end. */
const GRACE_MS = 2000;
const LOAD_MS = 30_000;

interface Governance {
  readonly policy: Policy;
  readonly built: BuiltMiddleware;
}

export class DevSession implements Watched {
  /** Served from beginning to end; its registry holds what the last good generation offers. */
  readonly layer: Layer;
  readonly policy: Policy;
  readonly metrics: Metrics | undefined;
  readonly principal: Principal;
  readonly #context: CommandContext;
  readonly #names: readonly string[];
  readonly #dir: string;
  readonly #emitter: Emitter | undefined;
  readonly #modules: ModuleGraph;
  readonly #generations = new Generations();
  readonly #hurry = new AbortController();
  readonly #retiring = new Set<Promise<void>>();
  #current: Generation | undefined;

  private constructor(context: CommandContext, entry: string, { policy, built }: Governance, project: string | undefined, emitter: Emitter | undefined) {
    const { globals, cwd } = context;
    const file = path.resolve(cwd, entry);
    this.#context = context;
    this.#names = [file, ...(globals.plugin ?? [])];
    this.#dir = path.dirname(project ?? file);
    this.#emitter = emitter;
    this.#modules = new ModuleGraph();
    const options = layerOptions(globals, { sources: [], schemas: [], files: [pathToFileURL(file).href] });
    this.policy = policy;
    this.metrics = built.metrics;
    this.principal = principalOf(globals);
    this.layer = new Layer({ ...options, policy, registry: new Registry(), middleware: [...built.middleware, this.#generations.count] });
  }

  /** @param project A tsconfig; undefined where nothing is emitted. @throws CliFailure without tsx. */
  static async open(context: CommandContext, entry: string, project: string | undefined): Promise<DevSession> {
    const { globals, cwd } = context;
    const governance = { policy: await loadPolicy(globals, cwd), built: await buildMiddleware(globals, cwd) };
    if (project === undefined) return new DevSession(context, entry, governance, project, undefined);
    await registerTsx(project, cwd);
    return new DevSession(context, entry, governance, project, await Emitter.open({ project }));
  }

  /** Emits, imports, scans, starts and swaps. A fault anywhere is printed, and what was served before stays. Says whether the new state is served. */
  async load(): Promise<boolean> {
    try {
      if (this.#emitter !== undefined && !this.#emit(this.#emitter)) {
        this.#modules.acknowledge();
        return false;
      }
      this.#serve(await this.#modules.next((address) => this.#open(address)));
      return true;
    } catch (error) {
      this.#context.terminal.note(this.explain(error));
      return false;
    }
  }

  async reload(paths: readonly string[]): Promise<void> {
    const { terminal, cwd } = this.#context;
    const before = performance.now();
    const what = paths.map((file) => path.relative(cwd, file)).join(", ");
    terminal.note(`${what} changed`);
    const isServed = await this.load();
    if (!isServed) terminal.note(this.#current === undefined ? "nothing is served until this is mended" : "the last good state is still served");
    else terminal.note(`reloaded in ${Math.round(performance.now() - before)} ms`);
  }

  describe(url: string | undefined): string {
    const { cwd } = this.#context;
    if (this.#current !== undefined) return describeServer(this.#current.layer, this.#current.files, cwd, url, this.policy.name);
    return `${this.layer.name} ${this.layer.version} serves nothing yet${url === undefined ? " on stdio" : `; ${url}`}: mend the fault above and save`;
  }

  /** With the line of the source it is about. */
  explain(error: unknown): string {
    return describeFault(error, this.#dir, this.#context.cwd);
  }

  folders(): string[] {
    return [...new Set([...(this.#emitter?.folders() ?? []), ...this.#modules.folders(), this.#dir])];
  }

  changes(): string[] {
    return [...new Set([...(this.#emitter?.changes() ?? []), ...this.#modules.changes()])];
  }

  /** Stops every generation that was started. */
  async close(): Promise<void> {
    if (this.#current !== undefined) this.#retire(this.#current);
    this.#current = undefined;
    setTimeout(() => this.#hurry.abort(), GRACE_MS).unref();
    await Promise.all(this.#retiring);
    await this.policy.close();
  }

  #emit(emitter: Emitter): boolean {
    const { diagnostics, failed } = emitter.emit();
    for (const diagnostic of diagnostics) this.#context.terminal.note(emitter.describe(diagnostic, formatDiagnostic(diagnostic)));
    return !failed;
  }

  async #open(address: (url: URL) => URL): Promise<Generation> {
    const { globals, cwd } = this.#context;
    const { layer, files } = scanPlugins(globals, await inTime(loadPlugins(this.#names, cwd, address), "the modules did not load"), this.policy, NO_MIDDLEWARE);
    try {
      await inTime(startLayer(layer), "the plugins did not start");
    } catch (error) {
      await this.#stop(layer);
      throw error;
    }
    return new Generation(layer, files);
  }

  #serve(next: Generation): void {
    const changes = this.#offer(next);
    const last = this.#current;
    this.#current = next;
    // What the plugins do to their own layer, and tell it, is for the clients of this one.
    next.layer.onChange(({ kind, uri, specs }) => {
      if (this.#current !== next) return;
      if (specs === undefined) this.layer.notifyChange(kind, uri);
      else this.#offer(next);
    });
    if (last === undefined) return;
    if (changes.length > 0) this.#context.terminal.note(describeChanges(changes));
    this.#retire(last);
  }

  /** Clients hear of it from the layer, which follows its registry. */
  #offer(generation: Generation): ListChange[] {
    const specs = [...generation.layer.registry];
    for (const spec of specs) this.#generations.own(spec, generation);
    return swapSpecs(this.layer, specs);
  }

  #retire(generation: Generation): void {
    const done = generation
      .retire(this.#hurry.signal)
      .catch((error: unknown) => this.#context.terminal.note(`a plugin did not stop: ${describeError(error)}`))
      .finally(() => this.#retiring.delete(done));
    this.#retiring.add(done);
  }

  async #stop(layer: Layer): Promise<void> {
    await layer.close({ graceMs: 0 }).catch((error: unknown) => this.#context.terminal.note(`a plugin did not stop: ${describeError(error)}`));
  }
}

/** So that what never ends is not mistaken for what has ended well. */
async function inTime<T>(promise: Promise<T>, problem: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new CliFailure(`${problem} within ${LOAD_MS / 1000} s; is there an await that never ends?`)), LOAD_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
