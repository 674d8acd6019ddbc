/** The ToolContext of one call: everything about the call lives here and nothing of it on shared objects. */
import { CancelledError, MCPLayerError } from "../errors.js";
import type { ResourceLinkOptions } from "../model/content.js";
import { ResourceLink } from "../model/content.js";
import type { Principal } from "../model/principal.js";
import type { CallKind, ElicitRequest, ElicitResult, LayerHandle, LogLevel, Root, SampleRequest, SampleResult, ToolContext } from "../model/tool-context.js";
import { Progress } from "./progress.js";
import type { TransportContext } from "./transport-context.js";
import type { Workers } from "./workers.js";

const NO_META = Object.freeze({});

/** What the contexts of one layer share. */
export interface CallHost {
  readonly layer: LayerHandle;
  readonly workers: Workers;
}

export class CallContext implements ToolContext {
  readonly links: ResourceLink[] = [];
  /** Hears of the abort at once, without a signal: set by whoever waits for the handler. */
  onAbort: ((reason: Error) => void) | undefined;
  #progress: Progress | undefined;
  readonly #parent: CallContext | undefined;
  #fork: CallContext | undefined;
  #controller: AbortController | undefined;
  #abortReason: Error | undefined;

  constructor(
    readonly host: CallHost,
    readonly principal: Principal,
    readonly kind: CallKind,
    readonly name: string,
    readonly transport: TransportContext,
    parent?: CallContext,
  ) {
    this.#parent = parent;
  }

  /** A context for another attempt at the same call: what ended the last attempt does not end it, what ends the call does. */
  fork(): CallContext {
    const first = this.#parent ?? this;
    return (first.#fork = new CallContext(this.host, this.principal, this.kind, this.name, this.transport, first));
  }

  get layer(): LayerHandle {
    return this.host.layer;
  }

  get requestId(): string | number | undefined {
    return this.transport.requestId;
  }

  get session(): string | undefined {
    return this.transport.session;
  }

  get meta(): Readonly<Record<string, unknown>> {
    return this.transport.meta ?? NO_META;
  }

  /** Made when first read: most handlers never look, and a controller costs more than the rest of the context. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const caller = this.transport.signal;
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
      else if (caller?.aborted === true) this.abort(cancelledBy(caller));
      else caller?.addEventListener("abort", () => this.abort(cancelledBy(caller)), { once: true });
    }
    return this.#controller.signal;
  }

  get abortReason(): Error | undefined {
    return this.#abortReason;
  }

  /** Of all attempts together. Made when first needed: most calls have nobody who waits for it. */
  get progress(): Progress {
    return this.#parent?.progress ?? (this.#progress ??= new Progress(this.transport));
  }

  /** Fires the signal, if anybody ever reads it. The first reason counts. */
  abort(reason: Error): void {
    this.#fork?.abort(reason);
    if (this.#abortReason !== undefined) return;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
    this.onAbort?.(reason);
  }

  reportProgress(progress: number, total?: number, message?: string): void {
    if (this.transport.sendProgress !== undefined) this.progress.report(progress, total, message);
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    this.transport.sendLog?.(level, data, logger);
  }

  link(uri: string, name: string, options: ResourceLinkOptions = {}): void {
    this.links.push(new ResourceLink(uri, name, options));
  }

  runWorker(module: URL, exportName: string, args: readonly unknown[]): Promise<unknown> {
    return this.host.workers.run(this, module, exportName, args);
  }

  sample(request: SampleRequest): Promise<SampleResult> {
    return this.transport.client?.sample?.(request) ?? notOffered("sampling");
  }

  elicit(request: ElicitRequest): Promise<ElicitResult> {
    return this.transport.client?.elicit?.(request) ?? notOffered("elicitation");
  }

  listRoots(): Promise<readonly Root[]> {
    return this.transport.client?.listRoots?.() ?? notOffered("roots");
  }
}

export function cancelledBy(caller: AbortSignal): CancelledError {
  const reason: unknown = caller.reason;
  const text = typeof reason === "string" ? reason : reason instanceof Error && reason.name !== "AbortError" ? reason.message : "";
  return new CancelledError(text === "" ? "The caller cancelled the call" : `The caller cancelled the call: ${text}`);
}

function notOffered(feature: string): Promise<never> {
  return Promise.reject(new MCPLayerError(`This client does not offer ${feature}, so the call cannot ask it`));
}
