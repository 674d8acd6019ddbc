/** Listens on a port: guards, health check, path and verb, then the endpoint. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuthInfo } from "@modelcontextprotocol/server";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { ErrorCode } from "../errors.js";
import type { Layer } from "../layer/layer.js";
import { Principal } from "../model/principal.js";
import { HostGuard } from "./host-guard.js";
import { HttpEndpoint } from "./http-endpoint.js";
import type { HttpOptions, Serving } from "./options.js";
import { toAuthInfo } from "./request-principal.js";

const VERBS = new Set(["POST", "GET", "DELETE"]);
const HEALTH_PATH = "/healthz";

export async function serveHttp(layer: Layer, options: HttpOptions): Promise<Serving> {
  const { port = 8765, host = "127.0.0.1", path = "/mcp", maxBodyBytes = 4 * 1024 * 1024, maxSessions = 1000, sessionIdleSeconds = 1800 } = options;
  const guard = new HostGuard(options.allowedHosts, options.allowedOrigins);
  const endpoint = new HttpEndpoint(layer, { maxBodyBytes, maxSessions, idleMs: sessionIdleSeconds * 1000 });
  const handle = toNodeHandler(
    { fetch: (request, given) => endpoint.fetch(request, given?.authInfo ?? toAuthInfo(Principal.anonymous())) },
    { maxRequestBodySize: maxBodyBytes },
  );
  const server = createServer((request, response) => {
    const refused = refuse(request, guard, path);
    if (refused !== undefined) sendRefusal(response, refused);
    else void answer(request, response, handle, options);
  });
  await listen(server, port, host);
  let close: Promise<void> | undefined;
  const closed = new Promise<void>((resolve) => server.once("close", () => resolve()));
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${path}`,
    closed,
    close: () =>
      (close ??= (async () => {
        server.close();
        await layer.close();
        await endpoint.close();
        server.closeAllConnections();
        await closed;
      })()),
  };
}

interface Refused {
  readonly status: number;
  readonly body: string;
  readonly allow?: string;
}

function refuse(request: IncomingMessage, guard: HostGuard, path: string): Refused | undefined {
  const refusal = guard.check(request.headers);
  if (refusal !== undefined) return { status: refusal.status, body: errorBody(refusal.message) };
  const target = (request.url ?? "/").split("?", 1)[0];
  if (target === HEALTH_PATH) return { status: 200, body: '{"status":"ok"}' };
  if (target !== path) return { status: 404, body: errorBody(`Not Found: the endpoint is ${path}`) };
  if (!VERBS.has(request.method ?? "")) return { status: 405, body: errorBody("Method Not Allowed"), allow: [...VERBS].join(", ") };
  return undefined;
}

function errorBody(message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } });
}

function sendRefusal(response: ServerResponse, { status, body, allow }: Refused): void {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    ...(allow === undefined ? {} : { Allow: allow }),
  });
  response.end(body);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  handle: ReturnType<typeof toNodeHandler>,
  { principalResolver }: HttpOptions,
): Promise<void> {
  try {
    const facts = { headers: request.headers, remoteAddress: request.socket.remoteAddress, method: request.method ?? "", url: request.url ?? "" };
    const principal = (await principalResolver?.(facts)) ?? Principal.anonymous();
    (request as IncomingMessage & { auth?: AuthInfo }).auth = toAuthInfo(principal);
    await handle(request, response);
  } catch (error) {
    process.stderr.write(`cloudg-mcp: an HTTP request failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    if (!response.headersSent)
      sendRefusal(response, {
        status: 500,
        body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: ErrorCode.InternalError, message: "Internal error" } }),
      });
    else response.destroy();
  }
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} on ${host} is taken; stop the other server or choose another with --port`, { cause: error })
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
}
