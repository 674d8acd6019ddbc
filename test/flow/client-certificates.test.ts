/** Mutual TLS: a client is who its certificate says, if the server trusts the issuer; nobody otherwise. */
import { request } from "node:https";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Principal } from "../../src/model/principal.js";
import type { Serving } from "../../src/server/options.js";
import { serve } from "../../src/server/serve.js";
import { makeAuthority } from "./support/certificates.js";
import { fixtureLayer } from "./support/fixture-layer.js";

const authority = makeAuthority({ CN: "test ca" });
const server = authority.issue({ CN: "localhost" });
const ann = authority.issue({ CN: "ann", OU: "analyst" });
const eve = makeAuthority({ CN: "eve", OU: "admin" });

let serving: Serving;
beforeAll(async () => {
  serving = await serve(fixtureLayer(), {
    transport: "http",
    port: 0,
    tls: { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: false },
    principalResolver: ({ clientCertificate }) =>
      clientCertificate === undefined ? undefined : new Principal({ id: String(clientCertificate.subject.CN), roles: [String(clientCertificate.subject.OU)] }),
  });
});
afterAll(() => serving.close());

function whoAmI(credentials: { key?: string; cert?: string }): Promise<unknown> {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" };
  return new Promise((resolve, reject) => {
    const outgoing = request(serving.url!, { method: "POST", headers, ca: authority.cert, agent: false, ...credentials }, (incoming) => {
      let text = "";
      incoming.on("data", (chunk) => (text += String(chunk)));
      incoming.on("end", () => {
        resolve(/"structuredContent":\{"id":"([^"]*)"/.exec(text)?.[1] ?? text);
      });
    });
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "whoami" } }));
  });
}

describe("a client with a certificate", () => {
  it("of an issuer that is trusted is who it says", async () => {
    expect(serving.url).toMatch(/^https:/);
    expect(await whoAmI({ key: ann.key, cert: ann.cert })).toBe("ann");
  });

  it("of anybody else is nobody, whatever it says", async () => {
    expect(await whoAmI({ key: eve.key, cert: eve.cert })).toBe("anonymous");
  });

  it("that it does not have is nobody", async () => {
    expect(await whoAmI({})).toBe("anonymous");
  });
});
