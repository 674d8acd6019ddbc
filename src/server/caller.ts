/** Who sent an HTTP request: found out by the host's resolver, carried through the SDK in the slot it keeps for verified callers. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { AuthInfo, ServerContext } from "@modelcontextprotocol/server";
import { Principal } from "../model/principal.js";
import type { PrincipalResolver } from "./options.js";

export interface Caller {
  readonly principal: Principal;
  /** Resolves when the answer has been sent to its end, or the caller has gone. */
  readonly ended: Promise<void>;
}

const KEY = "principal";

/** @throws TypeError when the resolver returns something else than a Principal; whatever the resolver throws. */
export async function resolvePrincipal(resolver: PrincipalResolver | undefined, { headers, socket, method, url }: IncomingMessage): Promise<Principal> {
  const facts = { headers, remoteAddress: socket.remoteAddress, method: method ?? "", url: url ?? "" };
  const principal = await resolver?.({ ...facts, clientCertificate: clientCertificateOf(socket) });
  if (principal === undefined) return Principal.anonymous();
  // By shape, not by class: the host may have another copy of this package.
  if (typeof principal.id === "string" && typeof principal.roleKey === "string") return principal;
  throw new TypeError("principalResolver must return a Principal, or undefined for an anonymous caller");
}

/** Only one that the handshake has verified: a name in an unverified certificate is anybody's to write. */
function clientCertificateOf(socket: IncomingMessage["socket"] | TLSSocket): PeerCertificate | undefined {
  if (!("authorized" in socket && socket.authorized)) return undefined;
  const certificate = socket.getPeerCertificate();
  return Object.keys(certificate).length === 0 ? undefined : certificate;
}

export function toAuthInfo({ principal }: Caller): AuthInfo {
  return { token: "", clientId: principal.id, scopes: [], extra: { [KEY]: principal } };
}

export function principalOfContext(ctx: ServerContext): Principal {
  return (ctx.http?.authInfo?.extra?.[KEY] as Principal | undefined) ?? Principal.anonymous();
}

/** Whose request is being served: the SDK opens change streams without saying for whom. */
export const currentPrincipal = new AsyncLocalStorage<Principal>();
