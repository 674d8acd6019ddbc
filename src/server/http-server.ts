/** Listens on a port: guards, health check, path and verb, then the endpoint. */
import type { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { ErrorCode } from "../errors.js";
import type { Layer } from "../layer/layer.js";
import { resolvePrincipal } from "./caller.js";
import { HostGuard } from "./host-guard.js";
import { HttpEndpoint } from "./http-endpoint.js";
import { jsonRpcError } from "./json-rpc-response.js";
import { listen } from "./listen.js";
import type { HttpSettings, Serving } from "./options.js";
import { METRICS_PATH } from "./options.js";

const VERBS = new Set(["POST", "GET", "DELETE"]);
const HEALTH_PATH = "/healthz";
/** Of Prometheus' text format. */
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** Answers that are ready when the server closes get this long to reach a slow caller. */
const FLUSH_MS = 1000;

export async function serveHttp(layer: Layer, settings: HttpSettings): Promise<Serving> {
  const { port, host } = settings;
  const guard = new HostGuard(settings.allowedHosts, settings.allowedOrigins);
  const endpoint = new HttpEndpoint(layer, settings);
  const unanswered = new Set<Promise<void>>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const ended = closeOf(response).then(() => void unanswered.delete(ended));
    unanswered.add(ended);
    const report = (error: unknown): void => layer.reportError(error);
    const refused = refuse(request, guard, settings);
    if (refused === METRICS) void answerMetrics(settings.metrics!, response, report);
    else if (refused !== undefined) sendRefusal(response, refused);
    else void answer({ request, response, ended, endpoint, settings, report });
  };
  const server = settings.tls === undefined ? createServer(handle) : createTlsServer(settings.tls, handle);
  await listen(server, port, host).catch(async (error: unknown) => {
    await endpoint.close();
    throw error;
  });
  server.on("error", (error) => layer.reportError(error));
  const closed = closeOf(server);
  let closing: Promise<void> | undefined;
  return { url: urlOf(settings, server), closed, close: () => (closing ??= closeAll(layer, endpoint, server, unanswered)) };
}

async function closeAll(layer: Layer, endpoint: HttpEndpoint, server: Server, unanswered: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = closeOf(server);
  server.close();
  try {
    await layer.close();
  } finally {
    // The answers of the calls that just ended are on their way to the streams that close next.
    await nextTurn();
    await endpoint.close();
    await Promise.race([Promise.all(unanswered), delay(FLUSH_MS, undefined, { ref: false })]);
    server.closeAllConnections();
    await closed;
  }
}

function closeOf(emitter: EventEmitter): Promise<void> {
  return new Promise((resolve) => emitter.once("close", () => resolve()));
}

function urlOf({ host, path, tls }: HttpSettings, server: Server): string {
  return `${tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${path}`;
}

interface Refused {
  readonly status: number;
  readonly body: string;
  readonly allow?: string;
  readonly type?: string;
}

/** The request is for the metrics. */
const METRICS = Symbol("metrics");

/** Undefined when the request is for the endpoint. */
function refuse(request: IncomingMessage, guard: HostGuard, { path, metrics }: HttpSettings): Refused | typeof METRICS | undefined {
  const refusal = guard.check(request.headers);
  if (refusal !== undefined) return { status: refusal.status, body: errorBody(refusal.message) };
  const target = (request.url ?? "/").split("?", 1)[0];
  if (target === HEALTH_PATH) return { status: 200, body: '{"status":"ok"}' };
  if (target === METRICS_PATH && metrics !== undefined)
    return request.method === "GET" ? METRICS : { status: 405, body: errorBody("Method Not Allowed"), allow: "GET" };
  if (target !== path) return { status: 404, body: errorBody(`Not Found: the endpoint is ${path}`) };
  if (!VERBS.has(request.method ?? "")) return { status: 405, body: errorBody("Method Not Allowed"), allow: [...VERBS].join(", ") };
  return undefined;
}

function errorBody(message: string, code = -32000): string {
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });
}

function sendRefusal(response: ServerResponse, { status, body, allow, type = "application/json" }: Refused): void {
  response.writeHead(status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(body),
    ...(allow === undefined ? {} : { Allow: allow }),
  });
  response.end(body);
}

async function answerMetrics(metrics: NonNullable<HttpSettings["metrics"]>, response: ServerResponse, report: (error: unknown) => void): Promise<void> {
  try {
    sendRefusal(response, { status: 200, body: await metrics.prometheus(), type: METRICS_TYPE });
  } catch (error) {
    report(error);
    sendRefusal(response, { status: 500, body: errorBody("Internal error", ErrorCode.InternalError) });
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly ended: Promise<void>;
  readonly endpoint: HttpEndpoint;
  readonly settings: HttpSettings;
  readonly report: (error: unknown) => void;
}

async function answer({ request, response, ended, endpoint, settings, report }: Exchange): Promise<void> {
  try {
    const principal = await resolvePrincipal(settings.principalResolver, request);
    const fetch = async (web: Request): Promise<Response> => {
      try {
        return await endpoint.fetch(web, { principal, ended });
      } catch (error) {
        report(error);
        return jsonRpcError(500, ErrorCode.InternalError, "Internal error");
      }
    };
    const handle = toNodeHandler({ fetch }, { maxRequestBodySize: settings.maxBodyBytes });
    await handle(request, response);
  } catch (error) {
    report(error);
    if (response.headersSent) response.destroy();
    else sendRefusal(response, { status: 500, body: errorBody("Internal error", ErrorCode.InternalError) });
  }
}
