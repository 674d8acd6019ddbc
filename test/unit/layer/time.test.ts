/** One signal for timeout, cancellation and shutdown; what becomes of handlers that do not listen to it; heartbeats. */
import { describe, expect, it } from "@jest/globals";
import { Layer, PromptSpec, Registry, ResourceSpec, ToolSpec } from "cloudg-mcp";
import type { CallInfo, LayerOptions, MiddlewareObject, ToolHandler } from "cloudg-mcp";

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const code = (result: { toWire(): Record<string, unknown> }): unknown => (result.toWire()["_meta"] as Record<string, unknown>)["cloudg/error_code"];

function layerOf(handler: ToolHandler, options: LayerOptions = {}): { layer: Layer; errors: unknown[] } {
  const errors: unknown[] = [];
  const layer = new Layer({ registry: new Registry().add(new ToolSpec({ name: "t", handler })), onError: (error) => errors.push(error), ...options });
  return { layer, errors };
}

describe("a handler that ignores its signal", () => {
  it("is answered for at the timeout, and its late result is dropped and reported without its value", async () => {
    const { layer, errors } = layerOf(() => later(60).then(() => "secret"), { defaultTimeout: 0.01 });
    expect(code(await layer.callTool("t"))).toBe("timeout");
    await later(90);
    expect(errors.map(String)).toEqual([
      expect.stringMatching(
        /^LateEndError: tool "t" ended \d+ ms after its call was answered \(tool "t" did not answer within 0.01 s\); its result was dropped\. Pass ctx\.signal on/,
      ),
    ]);
    expect(String(errors)).not.toContain("secret");
  });

  it("does not hold up a shutdown", async () => {
    const { layer } = layerOf(() => later(400));
    const call = layer.callTool("t");
    await later(5);
    await layer.close({ graceMs: 5 });
    expect((await call).text).toBe("The server is shutting down");
  });

  it("is known to middleware as unfinished until it really ends", async () => {
    const seen: string[] = [];
    const watch: MiddlewareObject = {
      async handle(info: CallInfo, next) {
        const result = await next();
        const pending = info.unfinished();
        seen.push(pending === undefined ? "ended" : "running");
        void pending?.then(() => seen.push(info.unfinished() === undefined ? "ended late" : "running late"));
        return result;
      },
    };
    const { layer } = layerOf((_ctx, { ms = 50 }: { ms?: number }) => later(ms), { defaultTimeout: 0.01, middleware: [watch] });
    await layer.callTool("t");
    expect(seen).toEqual(["running"]);
    await later(80);
    expect(seen).toEqual(["running", "ended late"]);
  });
});

describe("a handler that obeys its signal", () => {
  it("is not reported as late, also when it throws an AbortError of its own", async () => {
    const { layer, errors } = layerOf(
      (ctx) => later(1).then(() => new Promise((_, reject) => ctx.signal.addEventListener("abort", () => reject(new DOMException("", "AbortError"))))),
      {
        defaultTimeout: 0.02,
      },
    );
    expect(code(await layer.callTool("t"))).toBe("timeout");
    await later(10);
    expect(errors).toEqual([]);
  });

  it.each(["timeout", "cancelled", "shutdown"])("hears of %s with the reason", async (why) => {
    const reasons: unknown[] = [];
    const handler: ToolHandler = (ctx) =>
      new Promise((resolve) => {
        ctx.signal.addEventListener("abort", () => {
          reasons.push(ctx.signal.reason);
          resolve(0);
        });
      });
    const { layer } = layerOf(handler, { defaultTimeout: why === "timeout" ? 0.01 : 10 });
    const caller = new AbortController();
    const call = layer.callTool("t", {}, { context: { signal: caller.signal } });
    await later(1);
    if (why === "cancelled") caller.abort();
    if (why === "shutdown") await layer.close({ graceMs: 1 });
    await call;
    expect(reasons).toEqual([expect.objectContaining({ name: why === "timeout" ? "TimeoutError" : "CancelledError" })]);
  });
});

it("resources and prompts have a timeout too", async () => {
  const registry = new Registry()
    .add(new ResourceSpec({ name: "slow", uri: "x://slow", handler: () => later(200) }))
    .add(new PromptSpec({ name: "slow", handler: () => later(200) as never }));
  const layer = new Layer({ registry, defaultTimeout: 0.01, onError: () => undefined });
  await expect(layer.readResource("x://slow")).rejects.toMatchObject({ code: "timeout", message: 'resource "x://slow" did not answer within 0.01 s' });
  await expect(layer.getPrompt("slow")).rejects.toMatchObject({ code: "timeout" });
});

describe("heartbeats", () => {
  it("tell a client that waits for progress that a silent call still runs, and stop with it", async () => {
    const sent: [number, string | undefined][] = [];
    const { layer } = layerOf((ctx) => later(70).then(() => ctx.reportProgress(1, 2)), { heartbeatSeconds: 0.02 });
    await layer.callTool("t", {}, { context: { sendProgress: (progress, _total, message) => sent.push([progress, message]) } });
    const count = sent.length;
    expect(sent.slice(0, 2)).toEqual([
      [0, "still working"],
      [expect.closeTo(0, 6), "still working"],
    ]);
    expect(sent.at(-1)).toEqual([1, undefined]);
    await later(50);
    expect(sent).toHaveLength(count);
  });

  it("cannot be sent after the answer, by a handler that goes on either", async () => {
    const sent: number[] = [];
    const { layer } = layerOf((ctx) => later(40).then(() => ctx.reportProgress(9)), { defaultTimeout: 0.01, heartbeatSeconds: 0.005 });
    await layer.callTool("t", {}, { context: { sendProgress: (progress) => sent.push(progress) } });
    const count = sent.length;
    await later(60);
    expect(sent).toHaveLength(count);
  });

  it("refuse a number that is none", () => {
    expect(() => new Layer({ heartbeatSeconds: -1 })).toThrow("heartbeatSeconds is a number of seconds, 0 for none; it is -1");
  });
});
