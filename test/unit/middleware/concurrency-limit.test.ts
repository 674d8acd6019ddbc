import { describe, expect, it } from "@jest/globals";
import { ConcurrencyLimit, Principal } from "cloudg-mcp";
import type { ConcurrencyLimitOptions, ToolContext } from "cloudg-mcp";
import { deferred, ERROR_CODE, layerOf, resource, settled, tool } from "./support.js";

const BUSY = "Server busy: too many concurrent MCP calls";
const alice = new Principal({ id: "alice" });
const bob = new Principal({ id: "bob" });

/** A tool whose calls wait for their turn to end, and what is known of them. */
function gated(options: ConcurrencyLimitOptions, spec: { timeoutSeconds?: number } = {}) {
  const running: { key: string; end: () => void }[] = [];
  const seen = { most: 0, order: [] as string[] };
  const handler = async (_ctx: ToolContext, { key }: { key: string }) => {
    const { promise, resolve } = deferred();
    running.push({ key, end: resolve });
    seen.order.push(key);
    seen.most = Math.max(seen.most, running.length);
    await promise;
    running.splice(
      running.findIndex((call) => call.key === key),
      1,
    );
    return key;
  };
  const limit = new ConcurrencyLimit(options);
  const layer = layerOf([tool("t", handler, { inputSchema: { type: "object", properties: { key: { type: "string" } } }, ...spec })], [limit]);
  const call = (key: string, principal: Principal = alice, signal?: AbortSignal) =>
    layer.callTool("t", { key }, { principal, context: signal === undefined ? {} : { signal } });
  const end = (key: string): void => running.find((one) => one.key === key)!.end();
  return { layer, call, end, running, seen };
}
const keys = (running: readonly { key: string }[]): string[] => running.map(({ key }) => key);

describe("ConcurrencyLimit", () => {
  it("runs so many and no more, the others in order of arrival", async () => {
    const { call, end, running, seen } = gated({ limit: 2 });
    const calls = ["a", "b", "c", "d"].map((key) => call(key));
    await settled();
    expect(keys(running)).toEqual(["a", "b"]);
    end("b");
    await settled();
    expect(keys(running)).toEqual(["a", "c"]);
    end("a");
    end("c");
    await settled();
    end("d");
    expect((await Promise.all(calls)).map((result) => result.text)).toEqual(["a", "b", "c", "d"]);
    expect(seen).toEqual({ most: 2, order: ["a", "b", "c", "d"] });
  });

  it("refuses with exactly this error when the wait is over, or at once without one", async () => {
    for (const queueTimeout of [0, 0.02]) {
      const { call, end } = gated({ limit: 1, queueTimeout });
      const first = call("a");
      await settled();
      const refused = await call("b");
      expect([refused.isError, refused.text, refused.meta![ERROR_CODE]]).toEqual([true, BUSY, -31029]);
      end("a");
      expect((await first).text).toBe("a");
      const third = call("c");
      await settled();
      end("c");
      expect((await third).isError).toBe(false);
    }
  });

  it("a caller who cancels leaves the queue, and those behind it move up", async () => {
    const { call, end, seen } = gated({ limit: 1 });
    const first = call("a");
    const leaving = new AbortController();
    const second = call("b", alice, leaving.signal);
    const third = call("c");
    await settled();
    leaving.abort();
    expect((await second).meta![ERROR_CODE]).toBe("cancelled");
    end("a");
    await settled();
    end("c");
    expect([(await first).text, (await third).text]).toEqual(["a", "c"]);
    expect(seen.order).toEqual(["a", "c"]);
  });

  it("a call that is cancelled before it arrives never runs", async () => {
    const { call, end, seen } = gated({ limit: 1 });
    const first = call("a");
    await settled();
    expect((await call("b", alice, AbortSignal.abort())).meta![ERROR_CODE]).toBe("cancelled");
    end("a");
    await first;
    expect(seen.order).toEqual(["a"]);
  });

  it("a handler that ignores its signal keeps its slot until it has ended, and answers once", async () => {
    const { call, end, seen, layer } = gated({ limit: 1, queueTimeout: 0.05 }, { timeoutSeconds: 0.02 });
    let answers = 0;
    const deaf = call("a").then((result) => {
      answers++;
      return result;
    });
    expect((await deaf).meta![ERROR_CODE]).toBe("timeout");
    // Answered, but it runs: nobody else may.
    expect((await call("b")).text).toBe(BUSY);
    const waiting = call("c");
    await settled();
    expect(seen).toEqual({ most: 1, order: ["a"] });
    end("a");
    await settled();
    expect(seen).toEqual({ most: 1, order: ["a", "c"] });
    end("c");
    expect((await waiting).text).toBe("c");
    expect(answers).toBe(1);
    expect(layer.reported.map(String).filter((text) => text.includes("was dropped"))).toHaveLength(1);
  });

  it("so does one whose caller cancelled", async () => {
    const { call, end } = gated({ limit: 1, queueTimeout: 0 });
    const leaving = new AbortController();
    const cancelled = call("a", alice, leaving.signal);
    await settled();
    leaving.abort();
    expect((await cancelled).meta![ERROR_CODE]).toBe("cancelled");
    expect((await call("b")).text).toBe(BUSY);
    end("a");
    await settled();
    const third = call("c");
    await settled();
    end("c");
    expect((await third).text).toBe("c");
  });

  it("limits each principal, without one standing in another's way", async () => {
    const { call, end, running } = gated({ limit: 3, perPrincipal: 1 });
    const calls = [call("a1"), call("a2"), call("a3"), call("b1", bob)];
    await settled();
    expect(keys(running)).toEqual(["a1", "b1"]);
    end("a1");
    await settled();
    expect(keys(running)).toEqual(["b1", "a2"]);
    end("b1");
    end("a2");
    await settled();
    end("a3");
    expect((await Promise.all(calls)).map((result) => result.text)).toEqual(["a1", "a2", "a3", "b1"]);
  });

  it("counts a principal that waits at the common gate, and lets it go when it gives up", async () => {
    const { call, end } = gated({ limit: 1, perPrincipal: 1, queueTimeout: 0.03 });
    const first = call("a", alice);
    await settled();
    expect((await call("b", bob)).text).toBe(BUSY);
    end("a");
    await first;
    const again = call("b2", bob);
    await settled();
    end("b2");
    expect((await again).text).toBe("b2");
  });

  it("survives any order of arrivals, ends and cancellations", async () => {
    const { call, running, seen } = gated({ limit: 3, perPrincipal: 2, queueTimeout: 5 });
    let state = 42;
    const random = (below: number): number => ((state = (state * 1103515245 + 12345) % 2147483648) >>> 16) % below;
    const calls: Promise<unknown>[] = [];
    for (let i = 0; i < 400; i++) {
      const leaving = new AbortController();
      calls.push(call(`${i}`, random(2) === 0 ? alice : bob, leaving.signal));
      if (random(4) === 0) leaving.abort();
      if (random(3) === 0) await settled();
      if (random(2) === 0) running[random(Math.max(running.length, 1))]?.end();
    }
    for (let done = false; !done;) {
      done = await Promise.race([Promise.all(calls).then(() => true), settled().then(() => false)]);
      for (const { end } of running) end();
    }
    expect(seen.most).toBe(3);
    const after = ["x", "y", "z"].map((key, i) => call(key, i < 2 ? alice : bob));
    await settled();
    expect(keys(running)).toEqual(["x", "y", "z"]);
    for (const { end } of [...running]) end();
    await Promise.all(after);
  });

  it("calls that a handler makes run in its slot; those it leaves behind do not", async () => {
    const late = deferred();
    let stray: Promise<unknown> | undefined;
    const specs = [
      tool("outer", async (ctx) => {
        stray = late.promise.then(() => ctx.layer.callTool("inner"));
        return (await ctx.layer.callTool("inner")).text;
      }),
      tool("inner", () => "inner"),
      tool("hang", () => new Promise(() => undefined), { timeoutSeconds: 0 }),
    ];
    const layer = layerOf(specs, [new ConcurrencyLimit({ limit: 1, queueTimeout: 0 })]);
    expect((await layer.callTool("outer")).text).toBe("inner");
    void layer.callTool("hang");
    await settled();
    late.resolve();
    expect(await stray).toMatchObject({ isError: true });
  });

  it("a slot is held by the last of the calls in it", async () => {
    const { promise, resolve } = deferred();
    const specs = [
      tool("outer", async (ctx) => (await ctx.layer.callTool("deaf")).text),
      tool("deaf", () => promise, { timeoutSeconds: 0.01 }),
      tool("t", () => "t"),
    ];
    const layer = layerOf(specs, [new ConcurrencyLimit({ limit: 1, queueTimeout: 0 })]);
    expect((await layer.callTool("outer")).text).toContain("did not answer within");
    expect((await layer.callTool("t")).text).toBe(BUSY);
    resolve();
    await settled();
    expect((await layer.callTool("t")).text).toBe("t");
  });

  it("counts tools only, unless told otherwise", async () => {
    const { promise, resolve } = deferred();
    const specs = [tool("t", () => promise), resource("note://a", () => "a")];
    const toolsOnly = layerOf(specs, [new ConcurrencyLimit({ limit: 1, queueTimeout: 0 })]);
    const both = layerOf(specs, [new ConcurrencyLimit({ limit: 1, queueTimeout: 0, kinds: ["tool", "resource"] })]);
    const calls = [toolsOnly.callTool("t"), both.callTool("t")];
    await settled();
    expect(await toolsOnly.readResource("note://a")).toHaveLength(1);
    await expect(both.readResource("note://a")).rejects.toMatchObject({ message: BUSY, code: -31029 });
    resolve();
    await Promise.all(calls);
    expect(await both.readResource("note://a")).toHaveLength(1);
  });

  it("a waiting call ends when the layer closes", async () => {
    const { call, layer, end } = gated({ limit: 1 });
    const first = call("a");
    const second = call("b");
    await settled();
    await layer.close({ graceMs: 10 });
    expect((await second).meta![ERROR_CODE]).toBe("cancelled");
    expect((await first).meta![ERROR_CODE]).toBe("cancelled");
    end("a");
  });

  it.each<[unknown, string]>([
    [{}, "limit is a whole number, 1 or more; it is undefined"],
    [{ limit: 0 }, "limit is a whole number, 1 or more; it is 0"],
    [{ limit: 1.5 }, "limit is a whole number"],
    [{ limit: 1, perPrincipal: "2" }, 'perPrincipal is a whole number, 1 or more; it is "2"'],
    [{ limit: 1, queueTimeout: -1 }, "queueTimeout is a number of seconds, 0 or more; it is -1"],
    [{ limit: 1, queueTimeout: NaN }, "queueTimeout is a number of seconds"],
    [{ limit: 1, kinds: [] }, "kinds is a list of some of tool, resource"],
    [{ limit: 1, kinds: ["tools"] }, "kinds is a list of some of tool, resource"],
    [{ limit: 1, queueTimout: 3 }, 'ConcurrencyLimit has no option "queueTimout"; it has limit, perPrincipal, queueTimeout, kinds'],
    [null, "ConcurrencyLimit takes an object of options"],
  ])("refuses %j", (options, message) => {
    expect(() => new ConcurrencyLimit(options as never)).toThrow(TypeError);
    expect(() => new ConcurrencyLimit(options as never)).toThrow(message);
  });
});
