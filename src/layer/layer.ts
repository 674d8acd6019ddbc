/** One path for every request, whoever brings it: look-up and visibility, middleware, then the inside of the call. */
import { ErrorCode, isLayerError, MCPLayerError, NotFoundError } from "../errors.js";
import { MetaKey } from "../model/meta-prefix.js";
import { Principal } from "../model/principal.js";
import type { PromptResult } from "../model/prompt-result.js";
import type { ResourceContents } from "../model/resource-contents.js";
import type { CallKind, ChangeKind, LayerHandle } from "../model/tool-context.js";
import type { ToolResult } from "../model/tool-result.js";
import type { AnySpec } from "../registry/registry.js";
import type { Registry } from "../registry/registry.js";
import { scan } from "../scan/scan.js";
import { CallContext } from "./call-context.js";
import type { Call } from "./call-core.js";
import { CallCores } from "./call-core.js";
import type { CallCore, Middleware } from "./call-info.js";
import { composeMiddleware } from "./call-info.js";
import type { ChangeListener } from "./changes.js";
import { Changes } from "./changes.js";
import type { CompletionArgument, CompletionRef, CompletionResult } from "./complete.js";
import { findCompletion, NO_COMPLETIONS } from "./complete.js";
import { Deadlines } from "./deadlines.js";
import { errorToProtocol, errorToResult } from "./error-result.js";
import { compileFilters } from "./filters.js";
import { Lifecycle } from "./lifecycle.js";
import type { LayerOptions, Settings } from "./options.js";
import { checkOptions } from "./options.js";
import type { TransportContext } from "./transport-context.js";
import type { WireList } from "./view.js";
import { Views } from "./views.js";

export interface CallOptions {
  /** @default Principal.local() */
  readonly principal?: Principal | undefined;
  /** What the transport knows of the request. */
  readonly context?: TransportContext | undefined;
}

const IN_PROCESS: TransportContext = Object.freeze({});
const NO_ARGUMENTS = Object.freeze({});
/** Names in messages are cut: a caller may send a megabyte for a name. */
const MAX_SHOWN_NAME = 200;

export class Layer implements LayerHandle {
  readonly registry: Registry;
  /** The plugin objects, in the order given. */
  readonly plugins: readonly object[];
  readonly #settings: Settings;
  readonly #views: Views;
  readonly #cores: CallCores;
  readonly #changes: Changes;
  readonly #lifecycle: Lifecycle;
  readonly #middleware: Middleware[];
  #chain: CallCore;

  /** @throws DefinitionError with every fault of every plugin; TypeError for an option that cannot be used. */
  constructor(options: LayerOptions = {}) {
    this.#settings = checkOptions(options);
    const scanned = scan(options.plugins ?? [], { schemas: options.schemas, instantiate: this.#settings.instantiate });
    this.registry = options.registry === undefined ? scanned.registry : options.registry.merge(scanned.registry);
    this.plugins = scanned.instances;
    this.#views = new Views(this.registry, this.#settings, compileFilters(options));
    this.#cores = new CallCores(this.#settings, new Deadlines());
    this.#changes = new Changes(this.#settings.onError);
    this.#lifecycle = new Lifecycle(scanned.instances);
    this.#middleware = [...(options.middleware ?? [])];
    this.#chain = this.#compose();
  }

  get name(): string {
    return this.#settings.name;
  }
  get version(): string {
    return this.#settings.version;
  }
  get instructions(): string | undefined {
    return this.#settings.instructions;
  }
  get metaPrefix(): string {
    return this.#settings.metaPrefix;
  }

  /** Appends middleware, innermost so far, effective from the next call. */
  use(middleware: Middleware): this {
    this.#middleware.push(middleware);
    this.#chain = this.#compose();
    return this;
  }

  toolsWire(principal: Principal = Principal.local()): WireList {
    return this.#views.of(principal).toolsWire;
  }
  resourcesWire(principal: Principal = Principal.local()): WireList {
    return this.#views.of(principal).resourcesWire;
  }
  resourceTemplatesWire(principal: Principal = Principal.local()): WireList {
    return this.#views.of(principal).resourceTemplatesWire;
  }
  promptsWire(principal: Principal = Principal.local()): WireList {
    return this.#views.of(principal).promptsWire;
  }

  /** Failures of every kind are results with `isError`. @throws NotFoundError for a tool that is unknown or hidden. */
  async callTool(name: string, args: Readonly<Record<string, unknown>> = NO_ARGUMENTS, options: CallOptions = {}): Promise<ToolResult> {
    const exposed = this.#views.of(options.principal ?? Principal.local()).tools.get(name);
    if (exposed === undefined) throw new NotFoundError(`Unknown tool: ${shownName(name)}`);
    const call = this.#begin("tool", name, exposed.spec, exposed, args, options);
    const result = (await this.#through(call).catch((error: unknown) => this.#failedTool(error, call))) as ToolResult;
    const duration = Math.round(performance.now() - call.startedAt);
    return result.with({ meta: { ...result.meta, [this.#settings.metaPrefix + MetaKey.DurationMs]: duration } });
  }

  /** @throws NotFoundError (`data: {uri}`), AccessDeniedError, RateLimitedError, TimeoutError, the handler's MCPLayerError, or a masked MCPLayerError. */
  async readResource(uri: string, options: CallOptions = {}): Promise<readonly ResourceContents[]> {
    const view = this.#views.of(options.principal ?? Principal.local());
    const resource = view.resources.get(uri);
    if (resource !== undefined) return this.#read(this.#begin("resource", uri, resource.spec, resource, NO_ARGUMENTS, options));
    const hit = view.findTemplate(uri);
    if (hit === undefined) throw unknownResource(uri);
    return this.#read(this.#begin("resourceTemplate", uri, hit.exposed.spec, hit.exposed, hit.variables, options));
  }

  /** @throws NotFoundError (`data: {uri}`) for a resource that is unknown or hidden. */
  checkResource(uri: string, principal: Principal = Principal.local()): void {
    const view = this.#views.of(principal);
    if (!view.resources.has(uri) && view.findTemplate(uri) === undefined) throw unknownResource(uri);
  }

  /** @throws NotFoundError, InvalidArgumentsError, and what {@link readResource} throws. */
  async getPrompt(name: string, args: Readonly<Record<string, unknown>> = NO_ARGUMENTS, options: CallOptions = {}): Promise<PromptResult> {
    const exposed = this.#views.of(options.principal ?? Principal.local()).prompts.get(name);
    if (exposed === undefined) throw new NotFoundError(`Unknown prompt: ${shownName(name)}`);
    return this.#read(this.#begin("prompt", name, exposed.spec, exposed, args, options));
  }

  /** Empty for what is unknown or hidden, and when the handler fails. @throws AccessDeniedError or RateLimitedError. */
  async complete(ref: CompletionRef, argument: CompletionArgument, options: CallOptions = {}): Promise<CompletionResult> {
    const target = findCompletion(this.#views.of(options.principal ?? Principal.local()), ref, argument.name);
    if (target === undefined) return NO_COMPLETIONS;
    const name = ref.type === "ref/prompt" ? ref.name : ref.uri;
    const call = this.#begin("completion", name, target.spec, target, { [argument.name]: argument.value }, options);
    return (await this.#through(call).catch((error: unknown) => this.#failedCompletion(error, call))) as CompletionResult;
  }

  notifyChange(kind: ChangeKind, uri?: string): void {
    this.#changes.notify(kind, uri);
  }

  /** Returns the function that stops listening. */
  onChange(listener: ChangeListener): () => void {
    return this.#changes.subscribe(listener);
  }

  /** Hands a failure that belongs to no call to the host's `onError`. */
  reportError(error: unknown): void {
    this.#settings.onError(error);
  }

  /** Runs the plugins' onStart, once. */
  start(): Promise<void> {
    return this.#lifecycle.start(this);
  }

  /** Refuses new calls, gives running ones `graceMs`, then fires their signals and stops the plugins. */
  close({ graceMs = 5000 }: { readonly graceMs?: number } = {}): Promise<void> {
    return this.#lifecycle.close(graceMs);
  }

  #begin<S>(kind: CallKind, name: string, spec: AnySpec, exposed: S, args: Readonly<Record<string, unknown>>, options: CallOptions): Call<S> {
    const principal = options.principal ?? Principal.local();
    const context = new CallContext(this, principal, kind, spec.name, options.context ?? IN_PROCESS);
    return { kind, name, spec, exposed, arguments: args, principal, context, startedAt: performance.now() };
  }

  async #through(call: Call): Promise<unknown> {
    if (this.#lifecycle.closing) throw new MCPLayerError("The server is shutting down and takes no new calls");
    this.#lifecycle.enter(call.context);
    try {
      return await this.#chain(call);
    } finally {
      this.#lifecycle.leave(call.context);
    }
  }

  async #read<T>(call: Call): Promise<T> {
    try {
      return (await this.#through(call)) as T;
    } catch (error) {
      if (!isLayerError(error)) this.#settings.onError(error, call);
      throw errorToProtocol(error);
    }
  }

  /** The inside never rejects, so this is what a middleware threw. */
  #failedTool(error: unknown, call: Call): ToolResult {
    if (!isLayerError(error)) this.#settings.onError(error, call);
    return errorToResult(error, this.#settings.metaPrefix);
  }

  #failedCompletion(error: unknown, call: Call): CompletionResult {
    // A policy may come with another copy of this package: by brand and code, not by class.
    if (isLayerError(error) && (error.code === ErrorCode.AccessDenied || error.code === ErrorCode.RateLimited)) throw error;
    this.#settings.onError(error, call);
    return NO_COMPLETIONS;
  }

  #compose(): CallCore {
    const cores = this.#cores;
    return composeMiddleware(this.#middleware, (info) => runCore(cores, info as Call<never>));
  }
}

function runCore(cores: CallCores, call: Call<never>): Promise<unknown> {
  switch (call.kind) {
    case "tool":
      return cores.tool(call);
    case "resource":
      return cores.resource(call);
    case "resourceTemplate":
      return cores.template(call);
    case "prompt":
      return cores.prompt(call);
    case "completion":
      return cores.completion(call);
  }
}

function unknownResource(uri: string): NotFoundError {
  return new NotFoundError(`Unknown resource: ${shownName(uri)}`, { uri });
}

function shownName(name: string): string {
  return name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name;
}
