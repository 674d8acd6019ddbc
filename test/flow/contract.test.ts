/** One contract, every way in: memory, stdio and HTTP, the official v2 client in both eras and the v1 client. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { FlowClient } from "./support/clients.js";
import { connect, MATRIX } from "./support/clients.js";
import { fixtureLayer } from "./support/fixture-layer.js";

describe.each(MATRIX)("over %s with the client %s", (transport, name) => {
  let client: FlowClient;
  const local = fixtureLayer();
  beforeAll(async () => {
    client = await connect(transport, name);
  });
  afterAll(() => client.close());

  it("introduces itself", () => {
    expect(client.server).toMatchObject({ name: "fixture", version: "1.2.3" });
    expect(client.instructions).toBe("For tests.");
  });

  it("lists what the layer lists, object for object", async () => {
    expect(await client.listTools()).toEqual(local.toolsWire());
    expect(await client.listResources()).toEqual(local.resourcesWire());
    expect(await client.listResourceTemplates()).toEqual(local.resourceTemplatesWire());
    expect(await client.listPrompts()).toEqual(local.promptsWire());
  });

  it("calls a tool, coercing and filling arguments", async () => {
    expect(await client.callTool("add", { a: "2" })).toMatchObject({
      content: [{ type: "text", text: '{\n  "sum": 42\n}' }],
      structuredContent: { sum: 42 },
      isError: false,
      _meta: { "cloudg/duration_ms": expect.any(Number) },
    });
  });

  it("answers bad arguments and failing handlers with results", async () => {
    const refused = await client.callTool("add", { a: "SECRET", c: "SECRET" });
    expect(refused).toMatchObject({ isError: true, _meta: { "cloudg/error_code": -32602 } });
    expect(JSON.stringify(refused)).not.toContain("SECRET");
    expect(await client.callTool("fail", { how: "crash" })).toMatchObject({
      isError: true,
      content: [{ text: "RangeError: too far" }],
      _meta: { "cloudg/error_code": "handler_error" },
    });
    expect(await client.callTool("fail", { how: "text" })).toMatchObject({ isError: true, content: [{ text: "Error: just text" }] });
    expect(await client.callTool("fail", { how: "denied" })).toMatchObject({
      isError: true,
      _meta: { "cloudg/error_code": -31001, "cloudg/error_data": { why: "test" } },
    });
  });

  it("answers an unknown tool with an error of the protocol", async () => {
    await expect(client.callTool("nothing")).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("Unknown tool: nothing") });
  });

  it("tells how far a call is", async () => {
    const seen: unknown[] = [];
    await client.callTool("count", { steps: 3 }, { onprogress: (progress) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3, message: `step ${step}` })));
  });

  it("reads resources: text, bytes, and through a template", async () => {
    expect(await client.readResource("note://index")).toEqual([
      { uri: "note://index", mimeType: "application/json", text: '{\n  "notes": [\n    "1",\n    "2"\n  ]\n}' },
    ]);
    expect(await client.readResource("note://picture")).toEqual([{ uri: "note://picture", mimeType: "image/png", blob: "AQID" }]);
    expect(await client.readResource("note://a%20b/text")).toEqual([{ uri: "note://a%20b/text", mimeType: "text/plain", text: "note a b" }]);
  });

  it("says which resource is not there, with the code of the era", async () => {
    // The v2 client turns both codes into its own ResourceNotFoundError; v1 shows the wire.
    const code = name === "v1 2025-11-25" ? -32002 : -32602;
    await expect(client.readResource("note://nowhere")).rejects.toMatchObject({ code, data: { uri: "note://nowhere" } });
  });

  it("masks what a resource handler throws", async () => {
    const error: Error = await client.readResource("note://broken").then(
      () => new Error("not refused"),
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ code: -32603 });
    expect(error.message).toContain("Internal error");
    expect(error.message).not.toContain("secret");
  });

  it("gets a prompt, and refuses one without its required argument", async () => {
    expect(await client.getPrompt("greet", { who: "Ada", tone: "" })).toMatchObject({
      description: "Greets somebody.",
      messages: [
        { role: "user", content: { type: "text", text: "Hello Ada" } },
        { role: "assistant", content: { type: "text", text: "in a kind tone" } },
      ],
    });
    for (const args of [undefined, { who: "" }]) {
      await expect(client.getPrompt("greet", args)).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("who: Field required") });
    }
    await expect(client.getPrompt("nothing")).rejects.toMatchObject({ code: -32602 });
  });

  it("completes arguments and variables, 100 at most, and nothing for the unknown", async () => {
    expect(await client.complete({ type: "ref/resource", uri: "note://{id}/text" }, "id", "1")).toEqual({ values: ["1", "12"], total: 2, hasMore: false });
    const many = await client.complete({ type: "ref/prompt", name: "greet" }, "who", "x");
    expect(many).toMatchObject({ total: 250, hasMore: true });
    expect(many["values"]).toHaveLength(100);
    expect(await client.complete({ type: "ref/prompt", name: "nothing" }, "who", "")).toMatchObject({ values: [] });
    expect(await client.complete({ type: "ref/prompt", name: "greet" }, "tone", "")).toMatchObject({ values: [] });
  });

  it("keeps what handlers print away from the protocol", async () => {
    if (transport !== "stdio") return; // elsewhere stdout is nobody's protocol
    expect(await client.callTool("noisy")).toMatchObject({ structuredContent: { result: "quiet" } });
  });

  it("says clearly that it cannot ask a client that offers nothing", async () => {
    expect(await client.callTool("ask")).toMatchObject({
      isError: true,
      content: [{ text: "This client does not offer elicitation, so the call cannot ask it" }],
    });
  });
});
