/** Who sent a request. */
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { Principal } from "../../../src/model/principal.js";
import { principalOfContext, resolvePrincipal, toAuthInfo } from "../../../src/server/caller.js";

const REQUEST = { headers: { authorization: "Bearer x" }, socket: { remoteAddress: "10.0.0.1" }, method: "POST", url: "/mcp" } as unknown as IncomingMessage;

describe("resolvePrincipal", () => {
  it("is anonymous without a resolver, or when it knows nobody", async () => {
    expect(await resolvePrincipal(undefined, REQUEST)).toBe(Principal.anonymous());
    expect(await resolvePrincipal(() => undefined, REQUEST)).toBe(Principal.anonymous());
  });

  it("gives the resolver the facts of the request, and takes its principal", async () => {
    const ada = new Principal({ id: "ada" });
    let facts: unknown;
    const resolver = (given: unknown): Promise<Principal> => {
      facts = given;
      return Promise.resolve(ada);
    };
    expect(await resolvePrincipal(resolver, REQUEST)).toBe(ada);
    expect(facts).toEqual({ headers: { authorization: "Bearer x" }, remoteAddress: "10.0.0.1", method: "POST", url: "/mcp" });
  });

  it.each([{ id: "x" }, "ada", 5, true])("refuses %j: a mistake must not make anybody somebody", async (wrong) => {
    await expect(resolvePrincipal(() => wrong as unknown as Principal, REQUEST)).rejects.toThrow("must return a Principal");
  });
});

it("a principal passes through the SDK's slot for verified callers", () => {
  const ada = new Principal({ id: "ada" });
  const authInfo = toAuthInfo({ principal: ada, ended: Promise.resolve() });
  expect(principalOfContext({ http: { authInfo } } as never)).toBe(ada);
  expect(principalOfContext({} as never)).toBe(Principal.anonymous());
});
