/** The catalogue without a protocol: definitions as one principal sees them, and handlers that go through the layer. Serves gateways, agents and jobs. */
import { ErrorCode, MCPLayerError } from "../errors.js";
import type { CallOptions, Layer } from "../layer/layer.js";
import type { TransportContext } from "../layer/transport-context.js";
import type { WireList } from "../layer/view.js";
import { quoteShort } from "../model/name.js";
import { Principal } from "../model/principal.js";
import type { MethodName, WireResult } from "./methods.js";
import { METHOD_NAMES, METHODS } from "./methods.js";
import { isRecord } from "./params.js";

/** How one call of an export is made. */
export interface ExportCallOptions {
  /** Whom this call is for; lists, look-ups and policy are this principal's. @default the export's principal */
  readonly principal?: Principal | undefined;
  /** Cancels the call: the handler's `ctx.signal` fires, the result is an error with the code `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: number, total: number | undefined, message: string | undefined) => void) | undefined;
  /** Anything else a handler may see of the request; `signal` and `onProgress` above win. */
  readonly context?: TransportContext | undefined;
}

export type ExportedHandler = (params?: Readonly<Record<string, unknown>>, options?: ExportCallOptions) => Promise<WireResult>;
/** Resolves to a CallToolResult, failures included. */
export type ToolFunction = (args?: Readonly<Record<string, unknown>>, options?: Omit<ExportCallOptions, "principal">) => Promise<WireResult>;

export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly instructions?: string;
}

/** A method that MCP has not, or that only a connection can answer. */
export class UnknownMethodError extends MCPLayerError {
  constructor(method: string) {
    super(`Unknown method: ${quoteShort(method)}; the methods are ${METHOD_NAMES.join(", ")}`, { code: ErrorCode.MethodNotFound });
  }
}

/** What the export consists of, for {@link JSON.stringify}. */
export interface Definitions {
  readonly server: ServerInfo;
  readonly tools: WireList;
  readonly resources: WireList;
  readonly resourceTemplates: WireList;
  readonly prompts: WireList;
}

/** MCP wire objects as they were for one principal when the export was made, and the live handlers behind them. */
export class ExportedDefinitions implements Definitions {
  readonly server: ServerInfo;
  readonly tools: WireList;
  readonly resources: WireList;
  readonly resourceTemplates: WireList;
  readonly prompts: WireList;
  readonly handlers: Readonly<Record<MethodName, ExportedHandler>>;
  /** By exposed name, prefix included; bound to the export's principal. */
  readonly toolFunctions: Readonly<Record<string, ToolFunction>>;

  constructor(layer: Layer, principal: Principal) {
    const { name, version, instructions } = layer;
    this.server = Object.freeze({ name, version, ...(instructions === undefined ? {} : { instructions }) });
    this.tools = layer.toolsWire(principal);
    this.resources = layer.resourcesWire(principal);
    this.resourceTemplates = layer.resourceTemplatesWire(principal);
    this.prompts = layer.promptsWire(principal);
    this.handlers = Object.freeze(
      Object.fromEntries(METHOD_NAMES.map((method) => [method, bindHandler(layer, method, principal)])) as Record<MethodName, ExportedHandler>,
    );
    this.toolFunctions = Object.freeze(Object.fromEntries(this.tools.map((tool) => [String(tool["name"]), bindTool(layer, String(tool["name"]), principal)])));
  }

  /**
   * Runs one handler.
   * @throws UnknownMethodError; NotFoundError for an unknown or hidden tool, prompt or resource; InvalidArgumentsError for a prompt's arguments; other MCPLayerErrors.
   */
  async dispatch(method: string, params: Readonly<Record<string, unknown>> = {}, options: ExportCallOptions = {}): Promise<WireResult> {
    if (!Object.hasOwn(this.handlers, method)) throw new UnknownMethodError(method);
    return this.handlers[method as MethodName](params, options);
  }

  /** The definitions alone. */
  toJSON(): Definitions {
    const { server, tools, resources, resourceTemplates, prompts } = this;
    return { server, tools, resources, resourceTemplates, prompts };
  }
}

/**
 * @param principal Whose view is exported, and for whom calls are made unless a call says otherwise. @default Principal.local()
 * @example
 * const definitions = exportDefinitions(layer);
 * await definitions.dispatch("tools/call", { name: "find_assets", arguments: { limit: 3 } });
 */
export function exportDefinitions(layer: Layer, principal: Principal = Principal.local()): ExportedDefinitions {
  return new ExportedDefinitions(layer, principal);
}

function bindHandler(layer: Layer, method: MethodName, principal: Principal): ExportedHandler {
  // Async, so that what a list or a malformed parameter throws is a rejection like any other failure.
  return async (params = {}, options = {}) => METHODS[method]({ layer, params: isRecord(params) ? params : {}, options: toCallOptions(options, principal) });
}

function bindTool(layer: Layer, name: string, principal: Principal): ToolFunction {
  return async (args = {}, options = {}) => (await layer.callTool(name, args, toCallOptions({ ...options, principal }, principal))).toWire();
}

function toCallOptions({ principal, signal, onProgress, context }: ExportCallOptions, fallback: Principal): CallOptions {
  return {
    principal: principal ?? fallback,
    context: { ...context, ...(signal === undefined ? {} : { signal }), ...(onProgress === undefined ? {} : { sendProgress: onProgress }) },
  };
}
