/** What the SDK knows of a request, in the layer's terms. */
import type { RequestMethod, Server, ServerContext } from "@modelcontextprotocol/server";
import { safeData } from "../../layer/error-result.js";
import type { ClientPort, TransportContext } from "../../layer/transport-context.js";
import type { LogLevel } from "../../model/tool-context.js";

/** A question put to a person may stay open this long, milliseconds. */
const ASK_TIMEOUT_MS = 600_000;

export function transportFacts(server: Server, ctx: ServerContext, era: "legacy" | "modern"): TransportContext {
  const { mcpReq } = ctx;
  const token: unknown = mcpReq._meta?.progressToken;
  return {
    requestId: mcpReq.id,
    session: ctx.sessionId,
    meta: mcpReq._meta,
    signal: mcpReq.signal,
    sendProgress:
      typeof token === "string" || typeof token === "number"
        ? (progress, total, message) => {
            const params = { progressToken: token, progress, ...(Number.isFinite(total) ? { total } : {}), ...(message === undefined ? {} : { message }) };
            drop(mcpReq.notify({ method: "notifications/progress", params }));
          }
        : undefined,
    sendLog: (level: LogLevel, data, logger) => drop(mcpReq.log(level, safeData(data), logger)),
    client: era === "legacy" ? clientPort(server, ctx) : undefined,
  };
}

/** Notices to a client that has gone are nobody's error. */
function drop(sent: Promise<unknown>): void {
  sent.catch(() => undefined);
}

/** What a client of the 2025 era offered when it connected; nothing on a connection without a handshake. */
function clientPort(server: Server, { mcpReq }: ServerContext): ClientPort | undefined {
  const offered = server.getClientCapabilities();
  if (offered === undefined) return undefined;
  const ask = async <T>(method: RequestMethod, params: Record<string, unknown>): Promise<T> =>
    (await mcpReq.send({ method, params }, { timeout: ASK_TIMEOUT_MS, signal: mcpReq.signal })) as T;
  return {
    ...(offered.sampling === undefined ? {} : { sample: (request) => ask("sampling/createMessage", request) }),
    ...(offered.elicitation === undefined ? {} : { elicit: (request) => ask("elicitation/create", { ...request }) }),
    ...(offered.roots === undefined ? {} : { listRoots: async () => (await ask<{ roots: [] }>("roots/list", {})).roots }),
  };
}
