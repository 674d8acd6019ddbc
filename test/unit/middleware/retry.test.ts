import { describe, expect, it } from "@jest/globals";
import { MCPLayerError, RateLimitedError, Retry } from "cloudg-mcp";
import type { CallFailure, RetryOptions, ToolContext } from "cloudg-mcp";
import { ERROR_CODE, layerOf, resource, settled, tool, writer } from "./support.js";

const RETRIES = "cloudg/retries";
const unavailable = (): MCPLayerError => new MCPLayerError("try later", { code: "unavailable" });

/** A tool that fails `failures` times, then answers; and how often it ran. */
function flaky(failures: number, options: RetryOptions, fail: (ctx: ToolContext) => unknown = () => Promise.reject(unavailable())) {
  const runs: ToolContext[] = [];
  const handler = (ctx: ToolContext): unknown => (runs.push(ctx) <= failures ? fail(ctx) : "done");
  const layer = layerOf([tool("t", handler, { timeoutSeconds: 0.02 })], [new Retry({ backoff: 0.001, ...options })]);
  return { layer, runs };
}

describe("Retry", () => {
  it("tries again after a timeout, with a signal that has not fired, and says how often", async () => {
    const { layer, runs } = flaky(2, {}, () => new Promise(() => undefined));
    const result = await layer.callTool("t");
    expect([result.text, result.meta![RETRIES], runs.length]).toEqual(["done", 2, 3]);
    expect(runs.map((ctx) => ctx.signal.aborted)).toEqual([true, true, false]);
  });

  it("gives up after so many, with the last failure", async () => {
    const { layer, runs } = flaky(9, { retries: 3, retryCodes: ["unavailable"] });
    const result = await layer.callTool("t");
    expect([result.isError, result.text, result.meta![ERROR_CODE], result.meta![RETRIES], runs.length]).toEqual([true, "try later", "unavailable", 3, 4]);
  });

  it("says nothing of retries when there were none", async () => {
    const { layer } = flaky(0, {});
    expect((await layer.callTool("t")).meta).not.toHaveProperty([RETRIES]);
    const never = flaky(1, { retries: 0, retryCodes: ["unavailable"] });
    expect((await never.layer.callTool("t")).meta).not.toHaveProperty([RETRIES]);
  });

  it("other failures only when retryOn says so, which sees them", async () => {
    const plain = flaky(1, {});
    expect((await plain.layer.callTool("t")).meta![ERROR_CODE]).toBe("unavailable");
    const seen: CallFailure[] = [];
    const told = flaky(1, { retryOn: (failure, info) => info.name === "t" && seen.push(failure) > 0 });
    expect((await told.layer.callTool("t")).text).toBe("done");
    expect(seen).toEqual([{ code: "unavailable", result: expect.objectContaining({ isError: true }), error: undefined }]);
  });

  it("sees what a middleware inside it threw, and throws it in the end", async () => {
    const seen: unknown[] = [];
    const retry = new Retry({ backoff: 0, retries: 1, retryOn: ({ error, code }) => seen.push([error, code]) > 0 });
    const layer = layerOf([tool("t", () => "never")], [retry, () => Promise.reject(new RateLimitedError("slow down"))]);
    expect((await layer.callTool("t")).text).toBe("slow down");
    expect(seen).toEqual([[expect.any(RateLimitedError), -31029]]);
  });

  it("never repeats what is not a read-only, idempotent tool", async () => {
    let runs = 0;
    const fail = (): never => {
      runs++;
      throw unavailable();
    };
    const specs = [
      writer("writes", fail),
      tool("outside", fail, { capabilities: ["cloud_access"] }),
      tool("said", fail, { annotations: { readOnlyHint: false } }),
      tool("changing", fail, { annotations: { idempotentHint: false } }),
      resource("note://a", fail),
    ];
    const layer = layerOf(specs, [new Retry({ backoff: 0, retryCodes: ["unavailable"] })]);
    for (const name of ["writes", "outside", "said", "changing"]) await layer.callTool(name);
    await expect(layer.readResource("note://a")).rejects.toThrow("try later");
    expect(runs).toBe(5);
  });

  it("never after the caller cancelled, whatever the handler fails with", async () => {
    const leaving = new AbortController();
    const { layer, runs } = flaky(9, { retryCodes: ["unavailable"], backoff: 60 }, (ctx) => {
      ctx.signal.addEventListener("abort", () => undefined);
      leaving.abort();
      return Promise.reject(unavailable());
    });
    const result = await layer.callTool("t", {}, { context: { signal: leaving.signal } });
    expect([result.isError, runs.length]).toEqual([true, 1]);
  });

  it("a wait ends when the caller cancels, also after a timeout", async () => {
    for (const [options, fail] of [
      [{ retryCodes: ["unavailable"] }, undefined],
      [{}, () => new Promise(() => undefined)],
    ] as const) {
      const leaving = new AbortController();
      const { layer, runs } = flaky(9, { ...options, backoff: 60 }, fail);
      const call = layer.callTool("t", {}, { context: { signal: leaving.signal } });
      await new Promise((resolve) => setTimeout(resolve, 60));
      leaving.abort();
      expect((await call).meta![ERROR_CODE]).toBe("cancelled");
      expect(runs).toHaveLength(1);
    }
  });

  it("a wait ends when the layer closes", async () => {
    const { layer } = flaky(9, { retryCodes: ["unavailable"], backoff: 60 });
    const call = layer.callTool("t");
    await settled();
    await layer.close({ graceMs: 5 });
    expect((await call).meta![ERROR_CODE]).toBe("cancelled");
  });

  it("asks the policy before every attempt", async () => {
    let asked = 0;
    const policy = {
      viewKey: () => "",
      isVisible: () => true,
      checkCall: () => {
        asked++;
      },
    };
    let runs = 0;
    const layer = layerOf(
      [tool("t", () => (runs++ === 0 ? Promise.reject(unavailable()) : "done"))],
      [new Retry({ backoff: 0, retryCodes: ["unavailable"] })],
      {
        policy,
      },
    );
    expect((await layer.callTool("t")).text).toBe("done");
    expect(asked).toBe(2);
  });

  it.each<[unknown, string]>([
    [{ retries: -1 }, "retries is a whole number, 0 or more; it is -1"],
    [{ backoff: "1" }, 'backoff is a number of seconds, 0 or more; it is "1"'],
    [{ retryOn: true }, "retryOn is a function; it is true"],
    [{ retryCodes: "timeout" }, "retryCodes is a list of error codes"],
    [{ retryCodes: [null] }, "retryCodes is a list of error codes"],
    [{ retryCodes: ["cancelled"] }, 'retryCodes cannot have "cancelled"'],
    [{ retry: 1 }, 'Retry has no option "retry"'],
  ])("refuses %j", (options, message) => {
    expect(() => new Retry(options as never)).toThrow(TypeError);
    expect(() => new Retry(options as never)).toThrow(message);
  });
});
