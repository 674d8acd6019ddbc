/** Carries the principal of an HTTP request through the SDK, in the slot it keeps for verified callers. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { AuthInfo, ServerContext } from "@modelcontextprotocol/server";
import { Principal } from "../model/principal.js";

const KEY = "principal";

export function toAuthInfo(principal: Principal): AuthInfo {
  return { token: "", clientId: principal.id, scopes: [], extra: { [KEY]: principal } };
}

export function fromAuthInfo(authInfo: AuthInfo | undefined): Principal {
  const principal = authInfo?.extra?.[KEY];
  return principal instanceof Principal ? principal : Principal.anonymous();
}

export function principalOfContext(ctx: ServerContext): Principal {
  return fromAuthInfo(ctx.http?.authInfo);
}

/** Whose request is being served: the SDK opens change streams without saying for whom. */
export const currentPrincipal = new AsyncLocalStorage<Principal>();
