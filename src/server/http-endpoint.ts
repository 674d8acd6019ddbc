/** The MCP endpoint as a fetch function: reads the body once, tells the eras apart, and hands the request to the one that serves it. */
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  readRequestBody,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { NotFoundIds } from "../adapters/mcp-sdk/legacy-not-found.js";
import { findMethod } from "../adapters/mcp-sdk/methods.js";
import { isRecord } from "../adapters/params.js";
import { createSdkServer } from "../adapters/mcp-sdk/sdk-server.js";
import { ErrorCode } from "../errors.js";
import type { Layer } from "../layer/layer.js";
import type { Caller } from "./caller.js";
import { currentPrincipal, principalOfContext, toAuthInfo } from "./caller.js";
import { ChangeBus } from "./change-bus.js";
import { jsonRpcError } from "./json-rpc-response.js";
import type { SessionLimits } from "./sessions.js";
import { Sessions } from "./sessions.js";

/** Methods of the 2026 era that the SDK's entry answers itself. */
const SDK_METHODS = new Set(["server/discover", "subscriptions/listen"]);

export interface EndpointOptions extends SessionLimits {
  readonly maxBodyBytes: number;
}

export class HttpEndpoint {
  readonly #layer: Layer;
  readonly #options: EndpointOptions;
  readonly #sessions: Sessions;
  readonly #modern: McpHttpHandler;
  readonly #stop: () => void;

  constructor(layer: Layer, options: EndpointOptions) {
    this.#layer = layer;
    this.#options = options;
    this.#sessions = new Sessions(layer, options);
    const bus = new ChangeBus(layer);
    this.#stop = layer.onChange((event) => bus.announce(event));
    const factory = () => createSdkServer(layer, { era: "modern", principalOf: principalOfContext });
    this.#modern = createMcpHandler(factory, { legacy: "reject", bus, maxRequestBodySize: options.maxBodyBytes });
  }

  async fetch(request: Request, caller: Caller): Promise<Response> {
    const read = request.method === "POST" ? await this.#readBody(request) : { body: undefined };
    if ("refusal" in read) return read.refusal;
    const { body } = read;
    return currentPrincipal.run(caller.principal, async () => {
      if (await isLegacyRequest(request, body)) return this.#serveLegacy(request, caller, body);
      return hideUnknownMethod(await this.#modern.fetch(request, { authInfo: toAuthInfo(caller), parsedBody: body }), body);
    });
  }

  async close(): Promise<void> {
    this.#stop();
    await Promise.all([this.#modern.close(), this.#sessions.close()]);
  }

  async #readBody(request: Request): Promise<{ body: unknown } | { refusal: Response }> {
    if (!isJsonContentType(request.headers.get("content-type"))) {
      return { refusal: jsonRpcError(415, ErrorCode.InvalidRequest, "Unsupported Media Type: Content-Type must be application/json") };
    }
    const read = await readRequestBody(request, this.#options.maxBodyBytes);
    if (read.tooLarge) {
      return { refusal: jsonRpcError(413, ErrorCode.InvalidRequest, `Payload Too Large: a body may have ${this.#options.maxBodyBytes} bytes`) };
    }
    try {
      return { body: JSON.parse(read.text) as unknown };
    } catch {
      return { refusal: jsonRpcError(400, ErrorCode.ParseError, "Parse error: the body is not JSON") };
    }
  }

  async #serveLegacy(request: Request, caller: Caller, body: unknown): Promise<Response> {
    const options = { authInfo: toAuthInfo(caller), parsedBody: body };
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const answer = this.#sessions.use(id, caller, (transport) => transport.handleRequest(request, options));
      return (await answer) ?? jsonRpcError(404, -32001, "Session not found");
    }
    if (request.method !== "POST") return jsonRpcError(405, -32000, "Method Not Allowed: without a session only POST is served", { Allow: "POST" });
    if (!isInitializeRequest(body)) return this.#serveOnce(request, caller, body);
    if (this.#sessions.full) return jsonRpcError(503, -32000, "Too many open sessions; try again later", { "Retry-After": "30" });
    return this.#sessions.open(caller, (transport) => transport.handleRequest(request, options));
  }

  /** A request of the 2025 era without a session: answered by a server that lives as long as the exchange, so a caller who leaves cancels it. */
  async #serveOnce(request: Request, caller: Caller, body: unknown): Promise<Response> {
    const notFound = new NotFoundIds();
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsProgress(body) });
    const server = createSdkServer(this.#layer, { era: "legacy", principalOf: principalOfContext, notFound });
    await server.connect(notFound.mend(transport));
    void caller.ended.then(() => server.close());
    return transport.handleRequest(request, { authInfo: toAuthInfo(caller), parsedBody: body });
  }
}

/** Progress needs a stream; everything else is one JSON answer. */
function wantsProgress(body: unknown): boolean {
  const messages = Array.isArray(body) ? body : [body];
  return messages.some((message) => {
    const params: unknown = isRecord(message) ? message["params"] : undefined;
    const meta: unknown = isRecord(params) ? params["_meta"] : undefined;
    return isRecord(meta) && meta["progressToken"] !== undefined;
  });
}

/** 2026 answers a method that does not exist with 404; the SDK knows only the methods it has handlers for, and we register none. */
function hideUnknownMethod(response: Response, body: unknown): Response {
  const method = isRecord(body) ? body["method"] : undefined;
  if (response.status !== 200 || typeof method !== "string" || findMethod(method) !== undefined || SDK_METHODS.has(method)) return response;
  return new Response(response.body, { status: 404, headers: response.headers });
}
