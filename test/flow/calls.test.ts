/** Calling tools: results, results that are errors, errors of the protocol, progress and logs. */
import { expect, it } from "@jest/globals";
import { overEveryTransport, until } from "./support/suite.js";

overEveryTransport((flow) => {
  it("calls a tool, coercing and filling arguments", async () => {
    expect(await flow.face.callTool("add", { a: "2" })).toMatchObject({
      content: [{ type: "text", text: '{\n  "sum": 42\n}' }],
      structuredContent: { sum: 42 },
      isError: false,
      _meta: { "cloudg/duration_ms": expect.any(Number) },
    });
  });

  it("answers bad arguments with a result that lists them and repeats none", async () => {
    const refused = await flow.face.callTool("add", { a: "SECRET", c: "SECRET" });
    expect(refused).toMatchObject({ isError: true, _meta: { "cloudg/error_code": -32602 } });
    expect(JSON.stringify(refused)).toMatch(/a: .*c: /);
    expect(JSON.stringify(refused)).not.toContain("SECRET");
  });

  it.each([
    ["crash", "RangeError: too far", { "cloudg/error_code": "handler_error" }],
    ["text", "Error: just text", { "cloudg/error_code": "handler_error" }],
    ["denied", "not you", { "cloudg/error_code": -31001, "cloudg/error_data": { why: "test" } }],
  ])("answers a handler that fails (%s) with a result", async (how, text, meta) => {
    expect(await flow.face.callTool("fail", { how })).toMatchObject({ isError: true, content: [{ text }], _meta: meta });
  });

  it("answers an unknown tool with an error of the protocol", async () => {
    await expect(flow.face.callTool("nothing")).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("Unknown tool: nothing") });
    await expect(flow.face.callTool("__proto__")).rejects.toMatchObject({ code: -32602 });
  });

  it("tells how far a call is", async () => {
    const told: unknown[] = [];
    await flow.face.callTool("count", { steps: 3 }, { onprogress: (progress) => told.push(progress) });
    expect(told).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3, message: `step ${step}` })));
  });

  it("sends logs in 2025; in 2026 only to a request that asks for them, which this one does not", async () => {
    flow.face.notices.length = 0;
    await flow.face.callTool("count", { steps: 2 });
    const logs = [1, 2].map((step) => ({ method: "notifications/message", params: { level: "info", data: { step } } }));
    if (flow.era === "2025") await until(() => flow.face.notices.length >= logs.length);
    expect(flow.face.notices).toMatchObject(flow.era === "2025" ? logs : []);
  });

  it("is not troubled by logs and progress that have no JSON form", async () => {
    flow.face.notices.length = 0;
    const told: unknown[] = [];
    expect(await flow.face.callTool("log_anything", {}, { onprogress: (progress) => told.push(progress) })).toMatchObject({ isError: false });
    expect(told).toEqual([]);
    if (flow.era === "2026") return;
    await until(() => flow.face.notices.length >= 2);
    expect(flow.face.notices.map(({ params }) => params)).toMatchObject([
      { level: "warning", data: null, logger: "fixture" },
      { level: "error", data: { big: String(2n ** 70n) } },
    ]);
  });

  it("keeps what handlers print away from the protocol", async () => {
    expect(await flow.face.callTool("noisy")).toMatchObject({ structuredContent: { result: "quiet" } });
  });

  it("makes the principal from the transport, never from what the client says of itself", async () => {
    const { structuredContent } = await flow.face.callTool("whoami");
    expect(structuredContent).toEqual({ id: flow.transport === "http" ? "anonymous" : "local", session: flow.transport === "http" && flow.era === "2025" });
  });
});
