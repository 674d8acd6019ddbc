/** What `serve` takes and gives, and what the options of HTTP mean when they are left out. */
import type { ServerOptions as TlsOptions } from "node:https";
import type { PeerCertificate } from "node:tls";
import type { Metrics } from "../middleware/metrics.js";
import type { Principal } from "../model/principal.js";

/** The facts of an HTTP request a principal may be made from. `clientInfo` is not among them: clients choose it. */
export interface RequestFacts {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly remoteAddress: string | undefined;
  readonly method: string;
  readonly url: string;
  /** Of a client that holds it and whose issuer `tls.ca` trusts; undefined without `tls.requestCert`, and for every other client. */
  readonly clientCertificate: PeerCertificate | undefined;
}

/** Where Prometheus looks unless told otherwise. */
export const METRICS_PATH = "/metrics";

export type PrincipalResolver = (request: RequestFacts) => Principal | undefined | Promise<Principal | undefined>;

export interface HttpOptions {
  readonly transport: "http";
  /** 0 = any free port. @default 8765 */
  readonly port?: number;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default "/mcp" */
  readonly path?: string;
  /** Host names (no port) a request may be addressed to; `*` matches any run. @default loopback names */
  readonly allowedHosts?: readonly string[];
  /** Host names of origins whose pages may call; `*` matches any run. The server's own origin always passes. @default loopback names */
  readonly allowedOrigins?: readonly string[];
  /** Bytes of a request body. @default 4 MiB */
  readonly maxBodyBytes?: number;
  /** Sessions of the 2025 era kept at once. @default 1000 */
  readonly maxSessions?: number;
  /** Seconds after which an unused session is closed. @default 1800 */
  readonly sessionIdleSeconds?: number;
  /** Key and certificate, as `node:https` takes them; with `requestCert` and `ca`, clients are asked for theirs. @default plain HTTP */
  readonly tls?: TlsOptions;
  /** @default everybody is `Principal.anonymous()` */
  readonly principalResolver?: PrincipalResolver;
  /** Answers `GET /metrics` for Prometheus, whoever asks: give it the layer's Metrics where only the operator's scraper can reach the port. @default not served */
  readonly metrics?: Pick<Metrics, "prometheus">;
}

/** {@link HttpOptions}, checked, with every default filled in. */
export interface HttpSettings extends Required<Omit<HttpOptions, "transport" | "principalResolver" | "sessionIdleSeconds" | "metrics" | "tls">> {
  readonly idleMs: number;
  readonly tls: TlsOptions | undefined;
  readonly principalResolver: PrincipalResolver | undefined;
  readonly metrics: Pick<Metrics, "prometheus"> | undefined;
}

/** @throws TypeError for a path or a number that cannot be used. */
export function checkHttpOptions(options: HttpOptions): HttpSettings {
  const { port = 8765, host = "127.0.0.1", path = "/mcp", maxBodyBytes = 4 * 1024 * 1024, maxSessions = 1000, sessionIdleSeconds = 1800 } = options;
  if (!(Number.isInteger(port) && port >= 0 && port <= 65535)) throw new TypeError(`port is a whole number from 0 to 65535; it is ${String(port)}`);
  if (!/^\/[^?#\s]*$/.test(path)) throw new TypeError(`path begins with "/" and has no query; it is ${JSON.stringify(path)}`);
  for (const [name, value] of Object.entries({ maxBodyBytes, maxSessions, sessionIdleSeconds })) {
    if (!(Number.isFinite(value) && value > 0)) throw new TypeError(`${name} is a number above 0; it is ${String(value)}`);
  }
  const { allowedHosts = [], allowedOrigins = [], principalResolver, metrics, tls } = options;
  if (metrics !== undefined && typeof metrics.prometheus !== "function") throw new TypeError("metrics is the Metrics that the layer was given");
  if (metrics !== undefined && path === METRICS_PATH) throw new TypeError(`path is ${METRICS_PATH}, where the metrics are; choose another`);
  const limits = { maxBodyBytes, maxSessions, idleMs: sessionIdleSeconds * 1000 };
  return { tls, port, host, path, allowedHosts, allowedOrigins, ...limits, principalResolver, metrics };
}

export interface StdioOptions {
  readonly transport: "stdio";
  /** Who the client is. @default Principal.local() */
  readonly principal?: Principal;
}

export type ServeOptions = HttpOptions | StdioOptions;

export interface Serving {
  /** Of the endpoint, over HTTP. */
  readonly url: string | undefined;
  /** Resolves when serving has ended: closed, or the client closed stdin. */
  readonly closed: Promise<void>;
  /** Takes no new calls, gives running ones a grace period, closes streams, stops the plugins. */
  close(): Promise<void>;
}
