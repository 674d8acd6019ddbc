/** What leaves through the SDK's server when something goes wrong. */
import { describe, expect, it } from "@jest/globals";
import type { ServerContext } from "@modelcontextprotocol/server";
import { MCPLayerError } from "../../../../src/errors.js";
import { NotFoundIds } from "../../../../src/adapters/mcp-sdk/legacy-not-found.js";
import { createSdkServer } from "../../../../src/adapters/mcp-sdk/sdk-server.js";
import type { Layer } from "../../../../src/layer/layer.js";
import { Principal } from "../../../../src/model/principal.js";
import { fixtureLayer } from "../../../flow/support/fixture-layer.js";

const CONTEXT = { mcpReq: { id: 7, signal: new AbortController().signal, _meta: undefined } } as unknown as ServerContext;

/** What a request is refused with, as the SDK would send it. */
async function refusal(layer: Layer, method: string, params: Record<string, unknown> = {}, notFound = new NotFoundIds()) {
  const server = createSdkServer(layer, { era: "modern", principalOf: () => Principal.anonymous(), notFound });
  return server.fallbackRequestHandler!({ jsonrpc: "2.0", id: 7, method, params } as never, CONTEXT).then(
    () => {
      throw new Error("it was not refused");
    },
    ({ code, message, data }: { code: unknown; message: string; data: unknown }) => ({ code, message, data }),
  );
}
function failingWith(error: unknown, reported: unknown[] = []): Layer {
  const layer = fixtureLayer({ onError: (given) => reported.push(given) });
  layer.getPrompt = () => Promise.reject(error as Error);
  return layer;
}

describe("errors", () => {
  it("of ours leave with code, message and data", async () => {
    const error = new MCPLayerError("slow down", { code: -31029, data: { retry_after: 3 } });
    expect(await refusal(failingWith(error), "prompts/get", { name: "x" })).toEqual({ code: -31029, message: "slow down", data: { retry_after: 3 } });
  });

  it.each(["timeout", Number.NaN, 1.5])("whose code is no integer (%p) leave as -32603", async (code) => {
    expect(await refusal(failingWith(new MCPLayerError("too slow", { code })), "prompts/get", { name: "x" })).toMatchObject({
      code: -32603,
      message: "too slow",
    });
  });

  it("whose data have no JSON form leave without them", async () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    expect(await refusal(failingWith(new MCPLayerError("no", { data: cycle })), "prompts/get", { name: "x" })).toMatchObject({ message: "no", data: null });
  });

  it.each([new Error("postgres://user:secret@db"), "a secret", undefined, { code: -1, message: "secret" }])(
    "of others are masked and reported: %p",
    async (thrown) => {
      const reported: unknown[] = [];
      expect(await refusal(failingWith(thrown, reported), "prompts/get", { name: "x" })).toEqual({ code: -32603, message: "Internal error", data: undefined });
      expect(reported).toEqual([thrown]);
    },
  );

  it.each(["no/such", "", "__proto__", "constructor", "toString"])("say that there is no method %j", async (method) => {
    expect(await refusal(fixtureLayer(), method)).toMatchObject({ code: -32601, message: "Method not found" });
  });
});
