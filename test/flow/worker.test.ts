/** Handlers in worker threads. On the built package: a thread loads files, and no test runner transforms those. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type * as Package from "../../src/index.js";
import type * as ServerPackage from "../../src/server/index.js";

const built = async <T>(file: string): Promise<T> => (await import(new URL(`../../dist/${file}`, import.meta.url).href)) as T;
const HEAVY = new URL("../fixtures/workers/heavy.worker.mjs", import.meta.url);
const NUMBERS: Package.JsonSchema = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
  additionalProperties: false,
};

describe("a handler in a worker thread", () => {
  let layer: Package.Layer;
  let serving: ServerPackage.Serving;
  let client: Client;
  const reported: unknown[] = [];

  beforeAll(async () => {
    const { Layer, Registry, ToolSpec } = await built<typeof Package>("index.js");
    const { serve } = await built<typeof ServerPackage>("server/index.js");
    const registry = new Registry();
    registry.add(
      new ToolSpec({ name: "add", inputSchema: NUMBERS, handler: (ctx, { a, b }: { a: number; b: number }) => ctx.runWorker(HEAVY, "add", [a, b]) }),
    );
    for (const name of ["refuse", "crash", "whole", "strange", "leave", "absent"])
      registry.add(new ToolSpec({ name, handler: (ctx) => ctx.runWorker(HEAVY, name, []) }));
    registry.add(new ToolSpec({ name: "spin", timeoutSeconds: 0.5, handler: (ctx) => ctx.runWorker(HEAVY, "spin", []) }));
    registry.add(new ToolSpec({ name: "given", handler: (ctx) => ctx.runWorker(HEAVY, "add", [() => 1]) }));
    layer = new Layer({ registry, onError: (error) => reported.push(error) });
    serving = await serve(layer, { transport: "http", port: 0 });
    client = new Client({ name: "flow", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(serving.url!)));
  });
  afterAll(async () => {
    await client.close();
    await serving.close();
  });
  const call = async (name: string, args: Record<string, unknown> = {}) => (await client.callTool({ name, arguments: args })) as Record<string, unknown>;

  it("answers like any other, with its progress and log on the way", async () => {
    const progress: unknown[] = [];
    const result = await client.callTool({ name: "add", arguments: { a: 1, b: 2 } }, { onprogress: (one) => progress.push(one) });
    expect(result).toMatchObject({ structuredContent: { result: 3 }, isError: false });
    expect(progress).toEqual([{ progress: 1, total: 2, message: "half way" }]);
  });

  it("is stopped at its timeout while others are served, and the next call has a thread again", async () => {
    let isSpinning = true;
    const spinning = call("spin").finally(() => (isSpinning = false));
    let pings = 0;
    while (isSpinning) {
      await client.ping();
      pings++;
    }
    expect(await spinning).toMatchObject({ isError: true, content: [{ text: 'tool "spin" did not answer within 0.5 s' }] });
    expect(pings).toBeGreaterThan(5);
    expect(await call("add", { a: 2, b: 2 })).toMatchObject({ structuredContent: { result: 4 } });
    expect(reported).toEqual([]);
  });

  it("is stopped when its caller cancels", async () => {
    const caller = new AbortController();
    const spinning = layer.callTool("spin", {}, { context: { signal: caller.signal } });
    setTimeout(() => caller.abort("enough"), 50);
    expect((await spinning).toWire()).toMatchObject({ isError: true, _meta: { "cloudg/error_code": "cancelled" } });
  });

  it("gives back whole results, and errors with their codes", async () => {
    expect(await call("whole")).toMatchObject({ content: [{ type: "text", text: "done" }], structuredContent: { n: 1 }, _meta: { "x/y": 1 } });
    expect(await call("refuse")).toMatchObject({
      isError: true,
      content: [{ text: "not today" }],
      _meta: { "cloudg/error_code": -31234, "cloudg/error_data": { until: "tomorrow" } },
    });
    expect(await call("crash")).toMatchObject({ isError: true, content: [{ text: "RangeError: too far" }] });
    expect((reported.pop() as Error).stack).toContain("heavy.worker.mjs");
  });

  it.each([
    ["strange", /could not be cloned/],
    ["given", /could not be cloned/],
    ["leave", /worker thread|exit/i],
    ["absent", /exports no function "absent" and no default function; export function absent\(ctx, …\)/],
  ])("says what went wrong: %s", async (name, message) => {
    const result = await call(name, {});
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(message) }] });
    expect(await call("add", { a: 5, b: 5 })).toMatchObject({ structuredContent: { result: 10 } });
  });
});
