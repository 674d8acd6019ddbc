/** What a handler knows about the call it serves. The interface is here, at the bottom; the layer makes the objects. */
import type { ResourceLink, ResourceLinkOptions } from "./content.js";
import type { PrimitiveKind } from "./kinds.js";
import type { Principal } from "./principal.js";
import type { ResourceContents } from "./resource-contents.js";
import type { ToolResult } from "./tool-result.js";

/** What a call is of: one of the four kinds, or a completion of an argument. */
export type CallKind = PrimitiveKind | "completion";

/** RFC 5424 severities, as MCP logging uses them. */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** What changed: a list of primitives, or (with a URI) one resource. */
export type ChangeKind = "tools" | "resources" | "prompts" | "resource";

/** The part of the layer that handlers may use. Nested calls go through the same policy as any other. */
export interface LayerHandle {
  readonly name: string;
  readonly version: string;
  /** Put before every key that the layer writes into `_meta`. */
  readonly metaPrefix: string;
  callTool(name: string, args?: Readonly<Record<string, unknown>>, options?: { readonly principal?: Principal }): Promise<ToolResult>;
  readResource(uri: string, options?: { readonly principal?: Principal }): Promise<readonly ResourceContents[]>;
  /** Tells clients that a list, or the resource at `uri`, is not what it was. */
  notifyChange(kind: ChangeKind, uri?: string): void;
}

/** A question to the user, answered by the client. `requestedSchema` is a flat JSON Schema of the form's fields. */
export interface ElicitRequest {
  readonly message: string;
  readonly requestedSchema: Readonly<Record<string, unknown>>;
}
export interface ElicitResult {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, unknown>>;
}
/** MCP `sampling/createMessage` parameters and result, passed through as they are. */
export type SampleRequest = Readonly<Record<string, unknown>>;
export type SampleResult = Readonly<Record<string, unknown>>;
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

export interface ToolContext {
  readonly layer: LayerHandle;
  readonly principal: Principal;
  readonly kind: CallKind;
  /** The primitive's own name, without the layer's prefix. */
  readonly name: string;
  readonly requestId: string | number | undefined;
  readonly session: string | undefined;
  /** The request's `_meta`. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly links: readonly ResourceLink[];
  /** Fires on timeout, cancellation, disconnect and shutdown. */
  readonly signal: AbortSignal;
  /** Tells a waiting client how far along the call is. Values that do not increase are dropped. */
  reportProgress(progress: number, total?: number, message?: string): void;
  /** A log message for the client, not for the server's own log. */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /** Adds a resource link to the result. */
  link(uri: string, name: string, options?: ResourceLinkOptions): void;
  /**
   * Runs `export function NAME(ctx: WorkerContext, ...args)` of a module in a worker thread, which the signal really stops.
   * Arguments and result are copied (structured clone): plain data, no instances. `@tool({ worker })` does this for a whole tool.
   * @param module A file, such as `new URL("./heavy.worker.js", import.meta.url)`.
   * @throws what the function throws; MCPLayerError when the thread cannot start.
   */
  runWorker(module: URL, exportName: string, args: readonly unknown[]): Promise<unknown>;
  /** Asks the client's model. @throws MCPLayerError when the client does not offer it. */
  sample(request: SampleRequest): Promise<SampleResult>;
  /** Asks the user. @throws MCPLayerError when the client does not offer it. */
  elicit(request: ElicitRequest): Promise<ElicitResult>;
  /** The client's roots. @throws MCPLayerError when the client does not offer them. */
  listRoots(): Promise<readonly Root[]>;
}

/** What a function in a worker thread knows of the call it serves. No signal: a call that ends ends its thread. */
export interface WorkerContext extends Pick<ToolContext, "kind" | "name" | "requestId" | "session" | "meta" | "reportProgress" | "log"> {
  readonly principal: Pick<Principal, "id" | "roles" | "attributes">;
}
