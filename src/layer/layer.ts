/** One path for every request, whoever brings it: look-up and visibility, middleware, then the inside of the call. */
import { ErrorCode, isLayerError, MCPLayerError, NotFoundError } from "../errors.js";
import { MetaKey } from "../model/meta-prefix.js";
import { Principal } from "../model/principal.js";
import type { PromptResult } from "../model/prompt-result.js";
import type { ResourceContents } from "../model/resource-contents.js";
import type { ResourceSpec, ResourceTemplateSpec } from "../model/resource-spec.js";
import type { CallKind, ChangeKind } from "../model/tool-context.js";
import type { ToolResult } from "../model/tool-result.js";
import type { AnySpec } from "../registry/registry.js";
import type { Registry } from "../registry/registry.js";
import { scan } from "../scan/scan.js";
import { Call } from "./call.js";
import type { CallHost } from "./call-context.js";
import { CallContext } from "./call-context.js";
import { CallCores } from "./call-core.js";
import type { LayerHost, Middleware } from "./call-info.js";
import type { Exposed } from "./catalogue.js";
import type { ChangeEvent, ChangeListener } from "./changes.js";
import { Changes } from "./changes.js";
import type { CompletionArgument, CompletionRef, CompletionResult } from "./complete.js";
import { findCompletion, NO_COMPLETIONS } from "./complete.js";
import { Deadlines } from "./deadlines.js";
import { errorToProtocol, errorToResult } from "./error-result.js";
import { compileFilters } from "./filters.js";
import { startHeartbeat } from "./heartbeat.js";
import { describeLate } from "./late.js";
import { Lifecycle } from "./lifecycle.js";
import type { CallCore } from "./middleware-chain.js";
import { composeMiddleware } from "./middleware-chain.js";
import type { LayerOptions, Settings } from "./options.js";
import { checkOptions } from "./options.js";
import type { TransportContext } from "./transport-context.js";
import type { WireList } from "./view.js";
import { Views } from "./views.js";
import { Workers } from "./workers.js";

export interface CallOptions {
  /** @default Principal.local() */
  readonly principal?: Principal | undefined;
  /** What the transport knows of the request. */
  readonly context?: TransportContext | undefined;
}

const IN_PROCESS: TransportContext = Object.freeze({});
interface Found {
  readonly kind: "resource" | "resourceTemplate";
  readonly exposed: Exposed<ResourceSpec> | Exposed<ResourceTemplateSpec>;
  readonly variables: Arguments;
  readonly canonical: string;
}

type Arguments = Readonly<Record<string, unknown>>;
const NO_ARGUMENTS: Arguments = Object.freeze({});
/** Names in messages are cut: a caller may send a megabyte for a name. */
const MAX_SHOWN_NAME = 200;

export class Layer implements LayerHost {
  readonly registry: Registry;
  /** The plugin objects, in the order given. */
  readonly plugins: readonly object[];
  readonly #settings: Settings;
  readonly #keep: (spec: AnySpec) => boolean;
  readonly #views: Views;
  readonly #cores: CallCores;
  readonly #changes: Changes;
  readonly #unfollow: () => void;
  readonly #lifecycle: Lifecycle;
  readonly #deadlines = new Deadlines();
  readonly #host: CallHost = { layer: this, workers: new Workers() };
  readonly #middleware: Middleware[];
  #chain: CallCore;

  /** @throws DefinitionError with every fault of every plugin; TypeError for an option that cannot be used. */
  constructor(options: LayerOptions = {}) {
    this.#settings = checkOptions(options);
    const scanned = scan(options.plugins ?? [], { schemas: options.schemas, instantiate: this.#settings.instantiate });
    this.registry = options.registry === undefined ? scanned.registry : options.registry.merge(scanned.registry);
    this.plugins = scanned.instances;
    this.#keep = compileFilters(options);
    this.#views = new Views(this.registry, this.#settings, this.#keep);
    this.#cores = new CallCores(this.#settings, {
      deadlines: this.#deadlines,
      onLate: (call, lateMs, failure) => this.#settings.onError(describeLate(call, lateMs, failure), call),
    });
    this.#changes = new Changes(this.#settings.onError);
    this.#unfollow = this.#changes.follow(this.registry);
    this.#middleware = [...(options.middleware ?? [])];
    this.#lifecycle = new Lifecycle(scanned.instances, this.#middleware);
    this.#chain = this.#compose();
    for (const middleware of this.#middleware) if (typeof middleware === "object") middleware.attach?.(this);
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
    if (typeof middleware === "object") middleware.attach?.(this);
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
  async callTool(name: string, args: Arguments = NO_ARGUMENTS, options: CallOptions = {}): Promise<ToolResult> {
    const exposed = this.#views.of(options.principal ?? Principal.local()).tools.get(name);
    if (exposed === undefined) throw this.#missing("tool", name, options.principal);
    const call = this.#begin("tool", name, exposed.spec, exposed, args, options);
    const result = (await this.#through(call).catch((error: unknown) => this.#failedTool(error, call))) as ToolResult;
    const duration = Math.round(performance.now() - call.startedAt);
    return result.with({ meta: { ...result.meta, [this.#settings.metaPrefix + MetaKey.DurationMs]: duration } });
  }

  /** @throws NotFoundError (`data: {uri}`), AccessDeniedError, RateLimitedError, TimeoutError, the handler's MCPLayerError, or a masked MCPLayerError. */
  async readResource(uri: string, options: CallOptions = {}): Promise<readonly ResourceContents[]> {
    const { kind, exposed, variables, canonical } = this.#find(uri, options.principal);
    return this.#read(this.#begin(kind, uri, exposed.spec, exposed, variables, options, canonical));
  }

  isVisible(spec: AnySpec, principal: Principal): boolean {
    return this.#settings.policy.isVisible(spec, principal);
  }

  /** @throws NotFoundError (`data: {uri}`) for a resource that is unknown or hidden. */
  checkResource(uri: string, principal: Principal = Principal.local()): void {
    this.#find(uri, principal);
  }

  /** @throws NotFoundError, InvalidArgumentsError, and what {@link readResource} throws. */
  async getPrompt(name: string, args: Arguments = NO_ARGUMENTS, options: CallOptions = {}): Promise<PromptResult> {
    const exposed = this.#views.of(options.principal ?? Principal.local()).prompts.get(name);
    if (exposed === undefined) throw this.#missing("prompt", name, options.principal);
    return this.#read(this.#begin("prompt", name, exposed.spec, exposed, args, options));
  }

  /** Empty for what is unknown or hidden, and when the handler fails. @throws AccessDeniedError or RateLimitedError. */
  async complete(ref: CompletionRef, argument: CompletionArgument, options: CallOptions = {}): Promise<CompletionResult> {
    const principal = options.principal ?? Principal.local();
    const target = findCompletion(this.#views.of(principal), ref, argument, this.#settings.policy, principal);
    const name = ref.type === "ref/prompt" ? ref.name : ref.uri;
    if (target === undefined) {
      this.#settings.policy.recordMissing?.("completion", name, principal);
      return NO_COMPLETIONS;
    }
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

  /** Whether a change is this principal's to know of: it may see the resource, or something of what the list gained or lost. */
  isAudible({ kind, uri, specs }: ChangeEvent, principal: Principal): boolean {
    if (kind === "resource") return this.#look(uri!, principal) !== undefined;
    return specs === undefined || specs.some((spec) => this.#keep(spec) && this.#settings.policy.isVisible(spec, principal));
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
    this.#unfollow();
    return this.#lifecycle.close(graceMs).finally(() => this.#host.workers.close());
  }

  #begin<S>(kind: CallKind, name: string, spec: AnySpec, exposed: S, args: Arguments, options: CallOptions, uri?: string): Call<S> {
    const context = new CallContext(this.#host, options.principal ?? Principal.local(), kind, spec.name, options.context ?? IN_PROCESS);
    return new Call({ kind, name, spec, uri, exposed, arguments: args, context, policy: this.#settings.policy });
  }

  /** The resource or template behind a URI. @throws NotFoundError for one that is unknown, or hidden from this principal. */
  #find(uri: string, principal: Principal = Principal.local()): Found {
    const found = this.#look(uri, principal);
    if (found === undefined) throw this.#missing("resource", uri, principal);
    return found;
  }

  #look(uri: string, principal: Principal): Found | undefined {
    const view = this.#views.of(principal);
    const resource = view.resources.get(uri);
    if (resource !== undefined) return { kind: "resource", exposed: resource, variables: NO_ARGUMENTS, canonical: uri };
    const hit = view.findTemplate(uri);
    if (hit === undefined) return undefined;
    const canonical = hit.exposed.spec.canonical(hit.variables);
    return this.#settings.policy.isVisible(hit.exposed.spec, principal, canonical) ? { kind: "resourceTemplate", ...hit, canonical } : undefined;
  }

  #missing(kind: "tool" | "resource" | "prompt", name: string, principal: Principal = Principal.local()): NotFoundError {
    this.#settings.policy.recordMissing?.(kind, name, principal);
    return new NotFoundError(`Unknown ${kind}: ${shownName(name)}`, kind === "resource" ? { uri: name } : undefined);
  }

  async #through(call: Call): Promise<unknown> {
    if (this.#lifecycle.closing) throw new MCPLayerError("The server is shutting down and takes no new calls");
    const { context } = call;
    const isWatched = context.transport.sendProgress !== undefined;
    const stopBeating = isWatched && this.#settings.heartbeatMs > 0 ? startHeartbeat(context.progress, this.#deadlines, this.#settings.heartbeatMs) : undefined;
    this.#lifecycle.enter(context);
    try {
      return await this.#chain(call);
    } finally {
      this.#lifecycle.leave(context);
      stopBeating?.();
      if (isWatched) context.progress.end();
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
    return composeMiddleware(this.#middleware, (call) => runCore(cores, call as Call<never>));
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

function shownName(name: string): string {
  return name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name;
}
