import { describe, expect, it } from "@jest/globals";
import { Layer, MCPLayerError, Registry, TextContent, ToolResult, ToolSpec } from "cloudg-mcp";
import type { CallInfo, LayerOptions, PolicyPort, ToolHandler, ToolSpecInit, TransformPort } from "cloudg-mcp";
import { AccessDeniedError, NotFoundError } from "../../../src/errors.js";

const INTEGER = { type: "object" as const, properties: { n: { type: "integer" as const, default: 7 } }, additionalProperties: false };

function layerOf(handler: ToolHandler, spec: Partial<ToolSpecInit> = {}, options: LayerOptions = {}): Layer {
  return new Layer({ registry: new Registry().add(new ToolSpec({ name: "t", handler, ...spec })), onError: () => undefined, ...options });
}
const wire = async (handler: ToolHandler, spec?: Partial<ToolSpecInit>, options?: LayerOptions, args = {}) =>
  (await layerOf(handler, spec, options).callTool("t", args)).toWire();
const text = (result: Record<string, unknown>): string => (result["content"] as { text: string }[])[0]!.text;

describe("results", () => {
  it.each<[string, unknown, unknown, string]>([
    ["an object", { count: 2 }, { count: 2 }, '{\n  "count": 2\n}'],
    ["an array", [1, 2], { result: [1, 2] }, "[\n  1,\n  2\n]"],
    ["a string", "two assets", { result: "two assets" }, "two assets"],
    ["a number", 5, { result: 5 }, "5"],
    ["null", null, { result: null }, "null"],
    ["undefined", undefined, { result: null }, "null"],
    ["a date inside", { at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }, '{\n  "at": "1970-01-01T00:00:00.000Z"\n}'],
  ])("%s", async (_, value, structuredContent, shown) => {
    for (const handler of [() => value, async () => Promise.resolve(value)]) {
      const result = await wire(handler);
      expect(result).toEqual({
        content: [{ type: "text", text: shown }],
        isError: false,
        structuredContent,
        _meta: { "cloudg/duration_ms": expect.any(Number) },
      });
      expect(Object.keys(result)).toEqual(["content", "isError", "structuredContent", "_meta"]);
    }
  });

  it("keep a ToolResult's own blocks and add the context's links", async () => {
    const result = await wire((ctx) => {
      ctx.link("cloudg://workspace", "workspace", { mimeType: "application/json", annotations: { priority: 0.5 } });
      return new ToolResult({ content: [new TextContent("two assets")], structuredContent: { count: 2 }, meta: { mine: 1 } });
    });
    expect(result).toMatchObject({
      content: [
        { type: "text", text: "two assets" },
        { type: "resource_link", uri: "cloudg://workspace", name: "workspace", mimeType: "application/json", annotations: { priority: 0.5 } },
      ],
      structuredContent: { count: 2 },
      _meta: { mine: 1 },
    });
  });

  it("render structured content that came without text, and drop it from an error", async () => {
    expect(text(await wire(() => new ToolResult({ structuredContent: { a: 1 } })))).toBe('{\n  "a": 1\n}');
    expect(await wire(() => new ToolResult({ isError: true, structuredContent: { a: 1 } }))).not.toHaveProperty("structuredContent");
  });

  it("cut long texts visibly, never inside a character", async () => {
    const shown = text(await wire(() => "😀".repeat(10), {}, { maxOutputChars: 5 }));
    expect(shown.startsWith("😀😀\n… [cut: 4 of 20 characters shown")).toBe(true);
    expect(text(await wire(() => new ToolResult({ content: [new TextContent("x".repeat(50))] }), {}, { maxOutputChars: 5 }))).toMatch(/^xxxxx\n… \[cut/);
  });

  it("give arguments coerced, with defaults", async () => {
    expect(await wire((_ctx, args: { n: number }) => args, { inputSchema: INTEGER }, {}, { n: "5" })).toMatchObject({ structuredContent: { n: 5 } });
    expect(await wire((_ctx, args: { n: number }) => args, { inputSchema: INTEGER })).toMatchObject({ structuredContent: { n: 7 } });
  });
});

describe("failures", () => {
  const circular = new Error("round");
  (circular as { cause?: unknown }).cause = circular;
  class Teapot extends Error {
    override name = "Teapot";
  }

  it.each<[string, unknown, string]>([
    ["an error", new RangeError("too far"), "RangeError: too far"],
    ["a named error", new Teapot("short and stout"), "Teapot: short and stout"],
    ["an error without a message", new Error(), "Error"],
    ["a circular cause", circular, "Error: round"],
    ["undefined", undefined, "Error: the handler threw undefined (undefined)"],
    ["null", null, "Error: the handler threw null"],
    ["a string", "oops", "Error: oops"],
    ["an object", { secret: 1 }, "Error: the handler threw an object that is no Error"],
    [
      "what cannot be read",
      new Proxy(new Error("x"), {
        get: () => {
          throw new Error("trap");
        },
      }),
      "Error: the handler threw something that cannot be described",
    ],
  ])("thrown: %s", async (_, thrown, shown) => {
    for (const handler of [
      () => {
        throw thrown;
      },
      async () => Promise.reject(thrown as Error),
    ]) {
      expect(await wire(handler)).toEqual({
        content: [{ type: "text", text: shown }],
        isError: true,
        _meta: { "cloudg/error_code": "handler_error", "cloudg/duration_ms": expect.any(Number) },
      });
    }
  });

  it("keep the code and data of a layer error, and are logged only when unexpected", async () => {
    const seen: unknown[] = [];
    const options = { onError: (error: unknown, info?: CallInfo) => void seen.push([error, info?.name]) };
    const thrown = new MCPLayerError("upstream is down", { code: -31500, data: { retry: true } });
    expect(
      await wire(
        () => {
          throw thrown;
        },
        {},
        options,
      ),
    ).toMatchObject({
      content: [{ text: "upstream is down" }],
      _meta: { "cloudg/error_code": -31500, "cloudg/error_data": { retry: true } },
    });
    expect(seen).toEqual([]);
    const bug = new Error("bug");
    await wire(
      () => {
        throw bug;
      },
      {},
      options,
    );
    expect(seen).toEqual([[bug, "t"]]);
  });

  it("list every wrong argument and no value", async () => {
    const result = await wire(() => 1, { inputSchema: INTEGER }, {}, { n: "SECRET", colour: "SECRET" });
    expect(result).toMatchObject({ isError: true, _meta: { "cloudg/error_code": -32602 } });
    expect(text(result)).toMatch(/^Invalid arguments: n: .*; colour: /);
    expect((result["_meta"] as Record<string, unknown>)["cloudg/error_data"]).toMatchObject([
      { loc: "n", type: "int_parsing" },
      { loc: "colour", type: "extra_forbidden" },
    ]);
    expect(JSON.stringify(result)).not.toContain("SECRET");
  });

  it("say where a result has no JSON form", async () => {
    const loop: Record<string, unknown> = {};
    loop["self"] = loop;
    expect(text(await wire(() => ({ a: loop })))).toContain("a cycle) at a.self");
  });

  it("are protocol errors only for a tool that is not there", async () => {
    const layer = layerOf(() => 1, {}, { prefix: "p_" });
    await expect(layer.callTool("t")).rejects.toThrow(NotFoundError);
    await expect(layer.callTool("t")).rejects.toMatchObject({ code: -32602, message: "Unknown tool: t" });
    await expect(layer.callTool("x".repeat(1_000_000))).rejects.toThrow(/^Unknown tool: x{200}…$/);
    expect((await layer.callTool("p_t")).isError).toBe(false);
  });
});

describe("time", () => {
  const never: ToolHandler = () => new Promise(() => undefined);

  it("ends a handler that never settles, and fires its signal", async () => {
    let reason: unknown;
    const handler: ToolHandler = (ctx) => {
      ctx.signal.addEventListener("abort", () => (reason = ctx.signal.reason));
      return new Promise(() => undefined);
    };
    const result = await wire(handler, { timeoutSeconds: 0.03 });
    expect(result).toMatchObject({ isError: true, _meta: { "cloudg/error_code": "timeout" } });
    expect(text(result)).toBe('tool "t" did not answer within 0.03 s');
    expect(reason).toMatchObject({ name: "TimeoutError" });
  });

  it("prefers the tool's own limit, larger or smaller; 0 is none", async () => {
    const slow: ToolHandler = () => new Promise((resolve) => setTimeout(resolve, 60, "done"));
    expect(await wire(slow, { timeoutSeconds: 5 }, { defaultTimeout: 0.02 })).toMatchObject({ isError: false });
    expect(await wire(slow, { timeoutSeconds: 0 }, { defaultTimeout: 0.02 })).toMatchObject({ isError: false });
    expect(await wire(slow, { timeoutSeconds: 0.02 }, { defaultTimeout: 5 })).toMatchObject({ isError: true });
    expect(await wire(never, {}, { defaultTimeout: 0.02 })).toMatchObject({ _meta: { "cloudg/error_code": "timeout" } });
  });

  it("times many calls that began apart", async () => {
    const layer = layerOf((_ctx, { n }: { n: number }) => (n % 2 === 0 ? new Promise(() => undefined) : Promise.resolve(n)), {
      inputSchema: INTEGER,
      timeoutSeconds: 0.05,
    });
    const results = await Promise.all(Array.from({ length: 200 }, (_, n) => layer.callTool("t", { n })));
    expect(results.map((result) => result.isError)).toEqual(results.map((_, n) => n % 2 === 0));
  });

  it("ends when the caller cancels, before or during the call", async () => {
    const during = new AbortController();
    setTimeout(() => during.abort("changed my mind"), 10);
    for (const signal of [during.signal, AbortSignal.abort("changed my mind")]) {
      const result = await layerOf(never).callTool("t", {}, { context: { signal } });
      expect(result.toWire()).toMatchObject({
        isError: true,
        content: [{ text: "The caller cancelled the call: changed my mind" }],
        _meta: { "cloudg/error_code": "cancelled" },
      });
    }
  });

  it("fires a signal read late, after the caller has gone", async () => {
    const caller = new AbortController();
    const seen = await new Promise<boolean>((resolve) => {
      void layerOf(async (ctx) => {
        caller.abort();
        await Promise.resolve();
        resolve(ctx.signal.aborted);
      }).callTool("t", {}, { context: { signal: caller.signal } });
    });
    expect(seen).toBe(true);
  });
});

describe("progress and log", () => {
  it("reach the transport; values that do not increase are dropped", async () => {
    const seen: unknown[] = [];
    const handler: ToolHandler = (ctx) => {
      for (const value of [1, 1, 0, NaN, 2]) ctx.reportProgress(value, 10, `step ${value}`);
      ctx.log("info", { a: 1 }, "mine");
    };
    await layerOf(handler).callTool("t", {}, { context: { sendProgress: (...all) => seen.push(all), sendLog: (...all) => seen.push(all) } });
    expect(seen).toEqual([
      [1, 10, "step 1"],
      [2, 10, "step 2"],
      ["info", { a: 1 }, "mine"],
    ]);
    expect((await layerOf(handler).callTool("t")).isError).toBe(false);
  });

  it("asking a client that offers nothing is a clear error", async () => {
    expect(text(await wire((ctx) => ctx.elicit({ message: "?", requestedSchema: {} })))).toBe(
      "This client does not offer elicitation, so the call cannot ask it",
    );
    expect(text(await wire((ctx) => ctx.sample({})))).toMatch(/sampling/);
    expect(text(await wire((ctx) => ctx.listRoots()))).toMatch(/roots/);
  });
});

describe("middleware, policy and transforms", () => {
  it("run outermost first; what use() adds is innermost and effective from the next call", async () => {
    const order: string[] = [];
    const mark = (name: string) => async (_info: CallInfo, next: () => Promise<unknown>) => {
      order.push(`>${name}`);
      const result = await next();
      order.push(`<${name}`);
      return result;
    };
    const layer = layerOf(() => void order.push("handler"), {}, { middleware: [mark("a"), mark("b")] });
    layer.use(mark("c"));
    await layer.callTool("t");
    expect(order).toEqual([">a", ">b", ">c", "handler", "<c", "<b", "<a"]);
  });

  it("see failures as results, may answer themselves, and may not call next twice", async () => {
    let seen: unknown;
    const layer = layerOf(
      () => {
        throw new Error("x");
      },
      {},
      { middleware: [async (_info, next) => (seen = await next())] },
    );
    await layer.callTool("t");
    expect(seen).toMatchObject({ isError: true });
    expect((await layerOf(() => 1, {}, { middleware: [() => ToolResult.error("stop")] }).callTool("t")).text).toBe("stop");
    const twice = async (_info: CallInfo, next: () => Promise<unknown>) => (await next(), next());
    expect((await layerOf(() => 1, {}, { middleware: [twice] }).callTool("t")).text).toContain('the middleware twice called next() twice for tool "t"');
  });

  it("the policy is asked before arguments are looked at, and hides completely", async () => {
    const denying: PolicyPort = {
      viewKey: () => "",
      isVisible: () => true,
      checkCall: () => {
        throw new AccessDeniedError("not you");
      },
    };
    expect(await wire(() => 1, { inputSchema: INTEGER }, { policy: denying }, { n: "x" })).toMatchObject({
      content: [{ text: "not you" }],
      _meta: { "cloudg/error_code": -31001 },
    });
    const hiding: PolicyPort = { ...denying, isVisible: () => false };
    const layer = layerOf(() => 1, {}, { policy: hiding });
    expect(layer.toolsWire()).toEqual([]);
    await expect(layer.callTool("t")).rejects.toThrow("Unknown tool: t");
  });

  it("transforms reach arguments, structured content, text and links, and withhold the output schema", async () => {
    const shout = { names: ["shout"], apply: <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("secret", "[hidden]")) as T };
    const transforms: TransformPort = { viewKey: () => "", inputFor: () => shout, outputFor: () => shout };
    const schema = { type: "object" as const, properties: { q: { type: "string" as const } } };
    const handler: ToolHandler = (ctx, args: { q: string }) => {
      ctx.link("x://secret", "secret");
      return { q: args.q, also: "secret" };
    };
    const layer = layerOf(handler, { inputSchema: schema, outputSchema: { type: "object" } }, { transforms });
    const result = (await layer.callTool("t", { q: "secret" })).toWire();
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(result).toMatchObject({ structuredContent: { q: "[hidden]", also: "[hidden]" }, _meta: { "cloudg/transforms": ["shout"] } });
    expect(layer.toolsWire()[0]).not.toHaveProperty("outputSchema");
  });
});

describe("the life of a layer", () => {
  it("starts plugins once, lets running calls end, fires the signals of the rest, and stops in reverse", async () => {
    const order: string[] = [];
    const layer = layerOf(
      (ctx) =>
        new Promise((resolve) =>
          ctx.signal.addEventListener("abort", () => {
            order.push("signal");
            resolve(1);
          }),
        ),
    );
    await Promise.all([layer.start(), layer.start()]);
    const running = layer.callTool("t");
    await layer.close({ graceMs: 20 });
    await running;
    expect(order).toEqual(["signal"]);
  });
});
