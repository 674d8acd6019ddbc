import { describe, expect, it } from "@jest/globals";
import { AccessDeniedError, Layer, Registry, ToolSpec } from "cloudg-mcp";
import type { LayerOptions, MiddlewareObject, ToolHandler } from "cloudg-mcp";

const layerOf = (options: LayerOptions, handler: ToolHandler = () => "x"): Layer =>
  new Layer({ registry: new Registry().add(new ToolSpec({ name: "t", handler })), onError: () => undefined, ...options });

describe("middleware", () => {
  it("runs from the outermost in, functions and objects alike, and `use` appends", async () => {
    const order: string[] = [];
    class Inner implements MiddlewareObject {
      readonly #word = "object";
      handle(_info: unknown, next: () => Promise<unknown>) {
        order.push(this.#word);
        return next();
      }
    }
    const layer = layerOf({ middleware: [(_info, next) => (order.push("function"), next()), new Inner()] });
    layer.use((_info, next) => (order.push("used"), next()));
    await layer.callTool("t");
    expect(order).toEqual(["function", "object", "used"]);
  });

  it("that calls next twice is an error, named", async () => {
    const errors: unknown[] = [];
    const twice: MiddlewareObject = { name: "Doubler", handle: async (_info, next) => (await next(), next()) };
    const layer = layerOf({ middleware: [twice], onError: (error) => errors.push(error) });
    expect((await layer.callTool("t")).isError).toBe(true);
    expect(String(errors)).toBe('Error: the middleware Doubler called next() twice for tool "t"');
  });

  it("that repeats has a fresh context and signal for each attempt, and one progress for all", async () => {
    const [signals, links, sent] = [[] as AbortSignal[], [] as number[], [] as number[]];
    const handler: ToolHandler = async (ctx) => {
      signals.push(ctx.signal);
      ctx.link(`x://${signals.length}`, "x");
      links.push(ctx.links.length);
      ctx.reportProgress(signals.length);
      if (signals.length < 3) await new Promise((_, reject) => ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason as Error)));
      return "third";
    };
    const retry: MiddlewareObject = {
      repeats: true,
      async handle(_info, next) {
        await next();
        await next();
        return next();
      },
    };
    const layer = layerOf({ middleware: [retry], defaultTimeout: 0.01 }, handler);
    const result = await layer.callTool("t", {}, { context: { sendProgress: (progress) => sent.push(progress) } });
    expect(result.structuredContent).toEqual({ result: "third" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    expect(links).toEqual([1, 1, 1]);
    expect(sent).toEqual([1, 2, 3]);
  });

  it("that repeats may not call next before the last call has ended", async () => {
    const errors: unknown[] = [];
    const hasty: MiddlewareObject = { name: "Hasty", repeats: true, handle: (_info, next) => Promise.all([next(), next()]).then(([one]) => one) };
    await layerOf({ middleware: [hasty], onError: (error) => errors.push(error) }).callTool("t");
    expect(String(errors[0])).toBe('Error: the middleware Hasty called next() again before it had ended, for tool "t"');
  });

  it("that answers itself can ask the policy first", async () => {
    const policy = {
      viewKey: () => "",
      isVisible: () => true,
      checkCall: () => {
        throw new AccessDeniedError("no");
      },
    };
    const shortcut: MiddlewareObject = { handle: async (info) => (await info.check(), "never") };
    expect((await layerOf({ middleware: [shortcut], policy }).callTool("t")).text).toBe("no");
  });

  it("is attached once, and closed with the layer, the last first", async () => {
    const events: string[] = [];
    const make = (name: string): MiddlewareObject => ({
      handle: (_info, next) => next(),
      attach: (layer) => void events.push(`${name} attached to ${layer.name} with ${layer.registry.size}, meta ${layer.metaPrefix}`),
      close: () => void events.push(`${name} closed`),
    });
    const layer = layerOf({ middleware: [make("a")] });
    layer.use(make("b"));
    await layer.close();
    expect(events).toEqual(["a attached to cloudg-mcp with 1, meta cloudg/", "b attached to cloudg-mcp with 1, meta cloudg/", "b closed", "a closed"]);
  });

  it("that fails to close does not keep the others from closing", async () => {
    const events: string[] = [];
    const bad: MiddlewareObject = {
      handle: (_info, next) => next(),
      close: () => {
        throw new Error("disk full");
      },
    };
    const good: MiddlewareObject = { handle: (_info, next) => next(), close: () => void events.push("closed") };
    await expect(layerOf({ middleware: [good, bad] }).close()).rejects.toThrow("1 of the plugins or middleware failed to stop");
    expect(events).toEqual(["closed"]);
  });
});
