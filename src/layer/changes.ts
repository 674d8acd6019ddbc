/** Who wants to know that a list or a resource changed, and telling them. */
import type { PrimitiveKind } from "../model/kinds.js";
import type { ChangeKind } from "../model/tool-context.js";
import type { AnySpec, Registry } from "../registry/registry.js";
import { kindOf } from "../registry/registry.js";

export interface ChangeEvent {
  readonly kind: ChangeKind;
  /** Of the resource, when `kind` is "resource". */
  readonly uri: string | undefined;
  /** Of a list, where the registry changed: what was added or removed. Who may see none of it is not told. */
  readonly specs?: readonly AnySpec[];
}
export type ChangeListener = (event: ChangeEvent) => void;

type ListKind = Exclude<ChangeKind, "resource">;
/** MCP has one notice for the resources and the templates. */
const LIST_OF: Readonly<Record<PrimitiveKind, ListKind>> = { tool: "tools", resource: "resources", resourceTemplate: "resources", prompt: "prompts" };

export class Changes {
  readonly #listeners = new Set<ChangeListener>();
  readonly #onError: (error: unknown) => void;

  /** @param onError Takes what a listener throws: one listener's fault is nobody else's. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Returns the function that stops listening. */
  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Announces what changes in the registry: once for all changes of one turn, however many there were. Returns the function that stops. */
  follow(registry: Registry): () => void {
    let batch: Map<ListKind, AnySpec[]> | undefined;
    return registry.onChange((spec) => {
      if (batch === undefined) {
        batch = new Map();
        queueMicrotask(() => {
          const changed = batch!;
          batch = undefined;
          for (const [kind, specs] of changed) this.#tell({ kind, uri: undefined, specs });
        });
      }
      const kind = LIST_OF[kindOf(spec)];
      const specs = batch.get(kind);
      if (specs === undefined) batch.set(kind, [spec]);
      else specs.push(spec);
    });
  }

  /** @throws TypeError when a changed resource has no URI. */
  notify(kind: ChangeKind, uri?: string): void {
    if (kind === "resource" && uri === undefined) throw new TypeError('notifyChange("resource", uri) needs the URI of the resource that changed');
    this.#tell({ kind, uri });
  }

  #tell(event: ChangeEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
