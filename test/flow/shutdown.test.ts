/** Closing a server while it works: running calls are answered, new ones refused, streams ended, plugins stopped. */
import { describe, expect, it } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Layer } from "../../src/layer/layer.js";
import { serve } from "../../src/server/serve.js";
import type { ClientName } from "./support/clients.js";
import { connect } from "./support/clients.js";
import { fixtureLayer } from "./support/fixture-layer.js";
import { until } from "./support/suite.js";

const startedOf = async (layer: Layer): Promise<number> => ((await layer.callTool("history")).structuredContent as { started: number }).started;

describe.each<ClientName>(["v2 2026-07-28", "v2 2025-11-25", "v1 2025-11-25"])("over HTTP with the client %s", (name) => {
  it("a running call gets its answer, a new one is refused", async () => {
    const layer = fixtureLayer();
    const before = await startedOf(layer);
    const client = await connect("http", name, layer);
    const running = client.callTool("slow");
    await until(async () => (await startedOf(layer)) > before);
    const closed = client.stop();
    // By whichever comes first: the port that takes no more connections, or the layer that takes no more calls.
    const late = await client.callTool("whoami").then(JSON.stringify, (error: Error) => error.message);
    expect(late).toMatch(/shutting down|fetch failed/);
    expect(await running).toMatchObject({ isError: false, structuredContent: { result: "done" } });
    await closed;
    await client.close();
  });
});

describe("serving over HTTP", () => {
  it("ends a 2026 stream with its result, and is closed once however often it is asked", async () => {
    const serving = await serve(fixtureLayer(), { transport: "http", port: 0 });
    const client = new Client({ name: "t", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(serving.url!)));
    const stream = await client.listen({ toolsListChanged: true });
    await Promise.all([serving.close(), serving.close()]);
    await serving.closed;
    expect(await stream.closed).toBe("graceful");
    await client.close();
    await expect(fetch(serving.url!)).rejects.toThrow();
  });

  it("closes although a plugin fails to stop, and says so", async () => {
    const layer = fixtureLayer();
    layer.close = () => Promise.reject(new AggregateError([new Error("db")], "1 of the plugins failed to stop"));
    const serving = await serve(layer, { transport: "http", port: 0 });
    await expect(serving.close()).rejects.toThrow("failed to stop");
    await serving.closed;
    await expect(fetch(serving.url!)).rejects.toThrow();
  });

  it("says what to do when the port is taken, and can then be started on another", async () => {
    const first = await serve(fixtureLayer(), { transport: "http", port: 0 });
    const port = Number(new URL(first.url!).port);
    const layer = fixtureLayer();
    await expect(serve(layer, { transport: "http", port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken; stop the other server or choose another with --port`,
    );
    await expect(serve(layer, { transport: "http", port: 0, host: "203.0.113.7" })).rejects.toThrow("203.0.113.7 is no address of this machine");
    const second = await serve(layer, { transport: "http", port: 0 });
    await Promise.all([first.close(), second.close()]);
  });
});
