/** What happens while a call or a connection lives: cancelling, timeouts, questions to the user, change notices. */
import { describe, expect, it } from "@jest/globals";
import { connect, MATRIX } from "./support/clients.js";
import type { FlowClient } from "./support/clients.js";
import { fixtureLayer, seen } from "./support/fixture-layer.js";

async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
}
async function withClient(connecting: Promise<FlowClient>, use: (client: FlowClient) => Promise<void>): Promise<void> {
  const client = await connecting;
  try {
    await use(client);
  } finally {
    await client.close();
  }
}
const inProcess = MATRIX.filter(([transport]) => transport !== "stdio");

describe.each(inProcess)("over %s with the client %s", (transport, name) => {
  it("a cancelled call fires the handler's signal", async () => {
    await withClient(connect(transport, name), async (client) => {
      const before = seen.aborted.length;
      const caller = new AbortController();
      const call = client.callTool("hang", {}, { signal: caller.signal });
      setTimeout(() => caller.abort("enough"), 50);
      await expect(call).rejects.toThrow();
      await until(() => seen.aborted.length > before);
      expect(seen.aborted.slice(before)).toEqual(["CancelledError"]);
    });
  });

  it("a call that takes too long ends as a result that says so", async () => {
    await withClient(connect(transport, name, fixtureLayer({ defaultTimeout: 0.05 })), async (client) => {
      const before = seen.aborted.length;
      expect(await client.callTool("hang")).toMatchObject({
        isError: true,
        content: [{ text: 'tool "hang" did not answer within 0.05 s' }],
        _meta: { "cloudg/error_code": "timeout" },
      });
      await until(() => seen.aborted.length > before);
      expect(seen.aborted.at(-1)).toBe("TimeoutError");
    });
  });
});

describe.each(MATRIX.filter(([, name]) => name !== "v2 2026-07-28"))("over %s with the client %s", (transport, name) => {
  it("asks the user of a client that offers it", async () => {
    const answer = { action: "accept", content: { name: "Ada" } };
    await withClient(connect(transport, name, fixtureLayer(), { answer }), async (client) => {
      expect(await client.callTool("ask")).toMatchObject({ structuredContent: answer });
    });
  });

  it("tells the connected client that a list changed", async () => {
    await withClient(connect(transport, name), async (client) => {
      await new Promise((resolve) => setTimeout(resolve, 100)); // the stream for notices opens after connecting
      await client.callTool("touch");
      await until(() => client.notices.length > 0);
      expect(client.notices.map((notice) => notice["method"])).toEqual(["notifications/tools/list_changed"]);
    });
  });
});
