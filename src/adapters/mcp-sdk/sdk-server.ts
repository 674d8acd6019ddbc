/** One SDK server per serving unit, with no handlers registered: our wire objects go through its fallback, so they leave byte for byte. */
import type { ServerContext } from "@modelcontextprotocol/server";
import { ProtocolError, Server } from "@modelcontextprotocol/server";
import { ErrorCode, isLayerError, MCPLayerError } from "../../errors.js";
import { errorToProtocol, safeData } from "../../layer/error-result.js";
import type { Layer } from "../../layer/layer.js";
import type { Principal } from "../../model/principal.js";
import type { NotFoundIds } from "./legacy-not-found.js";
import type { Subscriptions, WireResult } from "./methods.js";
import { findMethod } from "./methods.js";
import { isRecord } from "../params.js";
import { transportFacts } from "./transport-facts.js";

export type Era = "legacy" | "modern";

export interface SdkServerOptions {
  readonly era: Era;
  readonly principalOf: (ctx: ServerContext) => Principal;
  readonly subscriptions?: Subscriptions | undefined;
  /** Notes the requests whose not-found must leave as -32002; 2025 era only. */
  readonly notFound?: NotFoundIds | undefined;
}

/** What is not found by these is a resource, whose error has a code and data of its own. */
const RESOURCE_METHODS = new Set(["resources/read", "resources/subscribe"]);

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

export function createSdkServer(layer: Layer, options: SdkServerOptions): Server {
  const info = { name: layer.name, version: layer.version };
  const server = new Server(info, { capabilities: CAPABILITIES, ...(layer.instructions === undefined ? {} : { instructions: layer.instructions }) });
  server.fallbackRequestHandler = async ({ method, params }, ctx) => {
    try {
      return await answer(layer, server, method, params, ctx, options);
    } catch (error) {
      if (!isLayerError(error)) layer.reportError(error);
      const uri = RESOURCE_METHODS.has(method) && isNotFound(error) ? params?.["uri"] : undefined;
      if (uri !== undefined) options.notFound?.note(ctx.mcpReq.id);
      throw toProtocolError(error, uri);
    }
  };
  return server;
}

async function answer(layer: Layer, server: Server, name: string, params: unknown, ctx: ServerContext, options: SdkServerOptions): Promise<WireResult> {
  const method = findMethod(name);
  if (method === undefined) throw new MCPLayerError("Method not found", { code: ErrorCode.MethodNotFound });
  return method({
    layer,
    params: isRecord(params) ? params : {},
    options: { principal: options.principalOf(ctx), context: transportFacts(server, ctx, options.era) },
    subscriptions: options.subscriptions,
  });
}

/** The SDK sends any object with an integer code as it is, and the text of anything else: so nothing unknown may get through. */
function toProtocolError(error: unknown, missingUri: unknown): ProtocolError {
  const { code, message, data } = errorToProtocol(error);
  const wireCode = Number.isSafeInteger(code) ? (code as number) : ErrorCode.InternalError;
  if (data !== undefined) return new ProtocolError(wireCode, message, safeData(data));
  // A plugin that says "not found" need not repeat what was looked for.
  return new ProtocolError(wireCode, message, missingUri === undefined ? undefined : { uri: missingUri });
}

/** By name, as `isLayerError` is by brand: plugins may have another copy of this package. */
function isNotFound(error: unknown): boolean {
  return isLayerError(error) && error.name === "NotFoundError";
}
