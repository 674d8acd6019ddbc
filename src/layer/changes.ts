/** Who wants to know that a list or a resource changed, and telling them. */
import type { ChangeKind } from "../model/tool-context.js";

export interface ChangeEvent {
  readonly kind: ChangeKind;
  /** Of the resource, when `kind` is "resource". */
  readonly uri: string | undefined;
}
export type ChangeListener = (event: ChangeEvent) => void;

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

  /** @throws TypeError when a changed resource has no URI. */
  notify(kind: ChangeKind, uri?: string): void {
    if (kind === "resource" && uri === undefined) throw new TypeError('notifyChange("resource", uri) needs the URI of the resource that changed');
    const event: ChangeEvent = { kind, uri };
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
