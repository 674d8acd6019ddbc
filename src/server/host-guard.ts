/** Keeps web pages of strangers away from a local server (DNS rebinding): Host and Origin are checked on every request, before anything else. */
import type { IncomingHttpHeaders } from "node:http";

/** A name and perhaps a port: nothing that a URL would read as a user, a path or a query. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+)(?::\d{1,5})?$/i;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

export class HostGuard {
  readonly #hosts: readonly RegExp[];
  readonly #origins: readonly RegExp[];

  /** Globs over host names; loopback is always allowed for hosts, so that a health check on the machine works. */
  constructor(allowedHosts: readonly string[] = [], allowedOrigins: readonly string[] = []) {
    this.#hosts = [...LOOPBACK, ...allowedHosts].map(globToPattern);
    this.#origins = [...LOOPBACK, ...allowedOrigins].map(globToPattern);
  }

  /** Undefined when the request may pass. */
  check(headers: IncomingHttpHeaders): Refusal | undefined {
    const host = HOST.test(headers.host ?? "") ? hostName(`http://${headers.host}`) : undefined;
    if (host === undefined || !matches(this.#hosts, host))
      return { status: 421, message: "This server does not answer for that Host; allow it with --allowed-host" };
    const { origin } = headers;
    if (origin === undefined || isSameOrigin(origin, headers.host)) return undefined;
    const from = hostName(origin);
    return from !== undefined && matches(this.#origins, from)
      ? undefined
      : { status: 403, message: "Pages of that Origin may not call this server; allow it with --allowed-origin" };
  }
}

function hostName(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function isSameOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

function matches(patterns: readonly RegExp[], name: string): boolean {
  return patterns.some((pattern) => pattern.test(name));
}

function globToPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, ".*");
  return new RegExp(`^${escaped}$`, "i");
}
