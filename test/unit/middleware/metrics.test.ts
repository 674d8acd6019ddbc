import { describe, expect, it } from "@jest/globals";
import { AccessDeniedError, Metrics, Principal, PromptSpec, Registry, ResourceSpec, ToolResult, ToolSpec } from "cloudg-mcp";
import type { Layer, LayerOptions, MetricsSnapshot, PolicyPort } from "cloudg-mcp";
import { serve } from "../../../src/server/serve.js";
import { layerOf, resource, template, tool } from "./support.js";

const SPECS = [
  tool("good", () => "ok"),
  tool("bad", () => {
    throw new Error("secret");
  }),
  tool("says", () => ToolResult.error("no")),
  tool("denied", () => {
    throw new AccessDeniedError("no");
  }),
  tool("strict", () => "ok", { inputSchema: { type: "object", properties: {}, additionalProperties: false } }),
  tool("hang", () => new Promise(() => undefined), { timeoutSeconds: 0.01 }),
  resource("note://a", () => "a"),
  template("note://{id}/text", ({ id }) => id),
  new PromptSpec({ name: "greet", arguments: [{ name: "who", completion: () => ["a"] }], handler: () => "hello" }),
];

function measured(options: LayerOptions = {}): { layer: Layer; metrics: Metrics } {
  const metrics = new Metrics();
  return { layer: layerOf(SPECS, [metrics], options), metrics };
}

async function snapshot(layer: Layer, principal?: Principal): Promise<MetricsSnapshot> {
  const [contents] = await layer.readResource("cloudg://metrics", principal === undefined ? {} : { principal });
  return JSON.parse((contents as { text: string }).text) as MetricsSnapshot;
}

async function callEverything(layer: Layer): Promise<void> {
  for (const name of ["good", "good", "bad", "says", "denied", "hang"]) await layer.callTool(name);
  await layer.callTool("strict", { extra: "secret" });
  await layer.callTool("hang", {}, { context: { signal: AbortSignal.abort() } });
  await layer.readResource("note://a");
  for (const id of ["secret1", "secret2"]) await layer.readResource(`note://${id}/text`);
  await layer.getPrompt("greet", { who: "secret" });
  await layer.complete({ type: "ref/prompt", name: "greet" }, { name: "who", value: "secret" });
}

describe("the metrics resource", () => {
  it("counts every primitive's calls, errors, rejections and cancellations", async () => {
    const { layer, metrics } = measured({ prefix: "p_" });
    for (const name of ["good", "good", "bad", "says", "denied", "hang"]) await layer.callTool(`p_${name}`);
    await layer.callTool("p_strict", { extra: "secret" });
    await layer.callTool("p_hang", {}, { context: { signal: AbortSignal.abort() } });
    for (const id of ["1", "2"]) await layer.readResource(`note://${id}/text`);
    const { since, primitives } = await snapshot(layer);
    expect(new Date(since).getTime()).toBeLessThanOrEqual(Date.now());
    expect(primitives.map(({ kind, name, calls, errors, rejections, cancelled }) => [kind, name, calls, errors, rejections, cancelled])).toEqual([
      ["tool", "p_good", 2, 0, 0, 0],
      ["tool", "p_bad", 1, 1, 0, 0],
      ["tool", "p_says", 1, 1, 0, 0],
      ["tool", "p_denied", 1, 0, 1, 0],
      ["tool", "p_hang", 2, 1, 0, 1],
      ["tool", "p_strict", 1, 0, 1, 0],
      ["resourceTemplate", "note://{id}/text", 2, 0, 0, 0],
      ["resource", "cloudg://metrics", 0, 0, 0, 0],
    ]);
    expect(metrics.snapshot().primitives.at(-1)).toMatchObject({ name: "cloudg://metrics", calls: 1 });
  });

  it("has durations in milliseconds that fit together", async () => {
    const { layer } = measured();
    for (let i = 0; i < 20; i++) await layer.callTool(i === 0 ? "hang" : "good");
    const { primitives } = await snapshot(layer);
    for (const { avg_ms, p95_ms, max_ms } of primitives.filter(({ calls }) => calls > 0)) {
      expect(avg_ms).toBeGreaterThan(0);
      expect(avg_ms).toBeLessThanOrEqual(max_ms);
      expect(p95_ms).toBeLessThanOrEqual(max_ms);
    }
    expect(primitives.find(({ name }) => name === "hang")!.max_ms).toBeGreaterThanOrEqual(9);
  });

  it("is listed, described, and refuses to replace one of the plugin's", () => {
    const { layer } = measured();
    expect(layer.resourcesWire().find(({ uri }) => uri === "cloudg://metrics")).toMatchObject({ name: "metrics", mimeType: "application/json" });
    const own = new ResourceSpec({ name: "mine", uri: "cloudg://metrics", handler: () => 1 });
    expect(() => layerOf([own], [new Metrics()])).toThrow(/cloudg:\/\/metrics" is already declared/);
  });

  it("one Metrics may serve two layers over one registry", async () => {
    const metrics = new Metrics();
    const registry = new Registry().add(new ToolSpec({ name: "t", handler: () => 1 }));
    const layers = [layerOf([], [metrics], { registry }), layerOf([], [metrics], { registry })];
    for (const layer of layers) await layer.callTool("t");
    expect((await snapshot(layers[0]!)).primitives[0]).toMatchObject({ name: "t", calls: 2 });
  });

  it("shows a principal only what it may see", async () => {
    const policy: PolicyPort = {
      viewKey: ({ roleKey }) => roleKey,
      isVisible: (spec, { roles }) => roles.has("admin") || spec.name !== "good",
      checkCall: () => undefined,
    };
    const { layer } = measured({ policy });
    const admin = new Principal({ id: "a", roles: ["admin"] });
    await layer.callTool("good", {}, { principal: admin });
    await layer.callTool("says");
    const names = async (principal: Principal): Promise<string[]> => (await snapshot(layer, principal)).primitives.map(({ name }) => name);
    expect(await names(admin)).toContain("good");
    expect(await names(Principal.anonymous())).toEqual(expect.not.arrayContaining(["good"]));
    expect(await names(Principal.anonymous())).toContain("says");
    layer.registry.remove("tool", "says");
    expect(await names(admin)).not.toContain("says");
  });

  it("counts what is too much to count apart together", async () => {
    const registry = new Registry();
    for (let i = 0; i < 5010; i++) registry.add(new ToolSpec({ name: `t${i}`, handler: () => 1 }));
    const metrics = new Metrics();
    const layer = layerOf([], [metrics], { registry });
    for (let i = 0; i < 5010; i++) await layer.callTool(`t${i}`);
    const { primitives } = metrics.snapshot();
    expect(primitives).toHaveLength(5001);
    expect(primitives.at(-1)).toMatchObject({ name: "(other)", calls: 10 });
    await layer.callTool("t7");
    const shown = await snapshot(layer);
    expect([shown.primitives.length, shown.omitted, shown.primitives[0]]).toEqual([500, 4500, expect.objectContaining({ name: "t0" })]);
    expect(shown.primitives.find(({ name }) => name === "t7")!.calls).toBe(2);
    expect(shown.primitives.some(({ name }) => name === "(other)")).toBe(false);
  });
});

/** Nothing of a test may outlive it. */
const once = { Connection: "close" };

/** Samples of the text format, by name and labels. */
function parse(text: string): Map<string, number> {
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    samples.map((line) => {
      const match = /^([a-z_]+\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)*\}) (\S+)$/.exec(line);
      return [match![1]!, Number(match![2])];
    }),
  );
}

describe("the Prometheus text", () => {
  it("is a histogram by method, primitive and outcome, without a value that was passed in", async () => {
    const { layer, metrics } = measured();
    await callEverything(layer);
    const text = await metrics.prometheus();
    expect(text.split("\n").slice(0, 2)).toEqual([
      "# HELP mcp_server_operation_duration_seconds Duration of MCP requests, from their arrival at the layer to their answer.",
      "# TYPE mcp_server_operation_duration_seconds histogram",
    ]);
    expect(text).not.toContain("secret");
    const samples = parse(text);
    const name = "mcp_server_operation_duration_seconds";
    const count = (labels: string): number | undefined => samples.get(`${name}_count{${labels}}`);
    expect(count('mcp_method_name="tools/call",gen_ai_tool_name="good",outcome="ok"')).toBe(2);
    expect(count('mcp_method_name="tools/call",gen_ai_tool_name="bad",outcome="exception"')).toBe(1);
    expect(count('mcp_method_name="tools/call",gen_ai_tool_name="denied",outcome="denied"')).toBe(1);
    expect(count('mcp_method_name="tools/call",gen_ai_tool_name="strict",outcome="rejected"')).toBe(1);
    expect(count('mcp_method_name="tools/call",gen_ai_tool_name="hang",outcome="cancelled"')).toBe(1);
    expect(count('mcp_method_name="resources/read",mcp_resource_uri="note://{id}/text",outcome="ok"')).toBe(2);
    expect(count('mcp_method_name="prompts/get",gen_ai_prompt_name="greet",outcome="ok"')).toBe(1);
    expect(count('mcp_method_name="completion/complete",mcp_completion_ref="greet",outcome="ok"')).toBe(1);
    const hung = 'mcp_method_name="tools/call",gen_ai_tool_name="hang",outcome="error"';
    const buckets = [...samples].filter(([key]) => key.includes("_bucket{") && key.includes(hung)).map(([, value]) => value);
    expect(buckets).toHaveLength(15);
    expect([...buckets].sort((a, b) => a - b)).toEqual(buckets);
    expect([...samples.keys()].some((key) => key.endsWith('le="+Inf"}'))).toBe(true);
    expect(samples.get(`${name}_sum{${hung}}`)).toBeGreaterThan(0.009);
  });

  it("escapes what a URI may hold, and is empty before the first call", async () => {
    const { metrics } = measured();
    expect(parse(await metrics.prometheus()).size).toBe(0);
    const odd = new Metrics();
    const layer = layerOf([resource("note://a?q='b'", () => "a")], [odd]);
    await layer.readResource("note://a?q='b'");
    expect(parse(await odd.prometheus()).size).toBe(17);
  });

  it("is served at /metrics when asked for, behind the host guard, and not otherwise", async () => {
    const { layer, metrics } = measured();
    await layer.callTool("good");
    const serving = await serve(layer, { transport: "http", port: 0, metrics });
    const { origin } = new URL(serving.url!);
    try {
      const answer = await fetch(`${origin}/metrics`, { headers: once });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
      expect(parse(await answer.text()).size).toBe(17);
      expect((await fetch(`${origin}/metrics`, { method: "POST", body: "x", headers: once })).status).toBe(405);
      expect((await fetch(`${origin}/metrics`, { headers: { ...once, Origin: "https://evil.example" } })).status).toBe(403);
    } finally {
      await serving.close();
    }
    const plain = await serve(measured().layer, { transport: "http", port: 0 });
    expect((await fetch(`${new URL(plain.url!).origin}/metrics`, { headers: once })).status).toBe(404);
    await plain.close();
  });

  it("a failure to write it is reported, and masked", async () => {
    const { layer } = measured();
    const metrics = { prometheus: () => Promise.reject(new Error("secret")) };
    const serving = await serve(layer, { transport: "http", port: 0, metrics });
    const answer = await fetch(`${new URL(serving.url!).origin}/metrics`, { headers: once });
    expect([answer.status, (await answer.text()).includes("secret")]).toEqual([500, false]);
    expect((layer as unknown as { reported: unknown[] }).reported.map(String)).toEqual(["Error: secret"]);
    await serving.close();
  });

  it("options of the server are checked", async () => {
    const { layer, metrics } = measured();
    await expect(serve(layer, { transport: "http", metrics: {} as never })).rejects.toThrow("metrics is the Metrics that the layer was given");
    await expect(serve(layer, { transport: "http", path: "/metrics", metrics })).rejects.toThrow("path is /metrics");
  });
});
