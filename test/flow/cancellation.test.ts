/** Calls that end before their handler does: cancelled, too slow, or left by their caller. */
import { request } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { serve } from "../../src/server/serve.js";
import type { FlowClient } from "./support/clients.js";
import { connect, MATRIX } from "./support/clients.js";
import { fixtureLayer } from "./support/fixture-layer.js";
import { overEveryTransport, until } from "./support/suite.js";

interface History {
  started: number;
  aborted: string[];
}
const historyOf = async (face: FlowClient): Promise<History> => (await face.callTool("history"))["structuredContent"] as unknown as History;

overEveryTransport((flow) => {
  it("a cancelled call fires the handler's signal, and the connection serves on", async () => {
    const before = await historyOf(flow.face);
    const caller = new AbortController();
    const call = flow.face.callTool("hang", {}, { signal: caller.signal });
    call.catch(() => undefined);
    await until(async () => (await historyOf(flow.face)).started > before.started);
    caller.abort("enough");
    await expect(call).rejects.toThrow();
    await until(async () => (await historyOf(flow.face)).aborted.length > before.aborted.length);
    expect((await historyOf(flow.face)).aborted.slice(before.aborted.length)).toEqual(["CancelledError"]);
  });
});

describe.each(MATRIX.filter(([transport]) => transport !== "stdio"))("over %s with the client %s", (transport, name) => {
  it("a call that takes too long ends as a result that says so", async () => {
    const client = await connect(transport, name, fixtureLayer({ defaultTimeout: 0.05 }));
    try {
      expect(await client.callTool("hang")).toMatchObject({
        isError: true,
        content: [{ text: 'tool "hang" did not answer within 0.05 s' }],
        _meta: { "cloudg/error_code": "timeout" },
      });
      expect((await historyOf(client)).aborted.at(-1)).toBe("TimeoutError");
    } finally {
      await client.close();
    }
  });
});

describe("a caller without a session who hangs up", () => {
  it.each([
    ["2025", {}, {}],
    [
      "2026",
      { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "hang" },
      { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} } },
    ],
  ])("cancels the call (%s)", async (_, headers, extra) => {
    const layer = fixtureLayer();
    const history = async (): Promise<History> => (await layer.callTool("history")).structuredContent as unknown as History;
    const serving = await serve(layer, { transport: "http", port: 0 });
    try {
      const before = await history();
      const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
      const outgoing = request(serving.url!, { method: "POST", headers: all });
      outgoing.on("error", () => undefined);
      outgoing.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "hang", ...extra } }));
      await until(async () => (await history()).started > before.started);
      outgoing.destroy();
      await until(async () => (await history()).aborted.length > before.aborted.length);
      expect((await history()).aborted.slice(before.aborted.length)).toEqual(["CancelledError"]);
    } finally {
      await serving.close();
    }
  });
});
