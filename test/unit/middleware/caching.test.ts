import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { AccessDeniedError, Caching, Principal, Retry, TextContent, ToolResult, ToolSpec } from "cloudg-mcp";
import type { AnySpec, CachingOptions, CallInfo, LayerOptions, PolicyPort, ToolContext } from "cloudg-mcp";
import { deferred, ERROR_CODE, layerOf, resource, settled, template, tool, writer } from "./support.js";

const CACHE = "cloudg/cache";
const alice = new Principal({ id: "alice" });
const isHit = (result: { meta?: Readonly<Record<string, unknown>> | undefined }): boolean => result.meta?.[CACHE] === "hit";

/** A layer with a cached tool `t` that answers with the number of its run, and what else is asked for. */
function counting(options: CachingOptions = {}, more: readonly AnySpec[] = [], layerOptions: LayerOptions = {}) {
  const state = { runs: 0 };
  const caching = new Caching(options);
  const layer = layerOf([tool("t", () => ++state.runs), ...more], [caching], layerOptions);
  const call = (args: Record<string, unknown> = {}, principal: Principal = alice) => layer.callTool("t", args, { principal });
  return { layer, call, state, caching };
}

/** A cached tool whose runs end when they are told to. */
function slow(options: LayerOptions = {}, more: readonly AnySpec[] = []) {
  const runs: { end: (value: unknown) => void; ctx: ToolContext }[] = [];
  const handler = (ctx: ToolContext): Promise<unknown> => {
    const { promise, resolve } = deferred<unknown>();
    runs.push({ ctx, end: resolve });
    return promise;
  };
  const layer = layerOf([tool("t", handler, { timeoutSeconds: 0 }), ...more], [new Caching()], options);
  const call = (context: { signal?: AbortSignal; meta?: Record<string, unknown> } = {}, principal: Principal = alice) =>
    layer.callTool("t", {}, { principal, context });
  return { layer, call, runs };
}

describe("answers from memory", () => {
  it("are marked, and the handler does not run", async () => {
    const { call, state } = counting();
    const [first, second] = [await call(), await call()];
    expect([first.text, isHit(first), second.text, isHit(second), state.runs]).toEqual(["1", false, "1", true, 1]);
    expect(second.meta!["cloudg/duration_ms"]).toEqual(expect.any(Number));
  });

  it("are the same for the same arguments in another order, and for no others", async () => {
    const { call, state } = counting();
    await call({ a: 1, b: { c: [1, 2], d: null } });
    expect(isHit(await call({ b: { d: null, c: [1, 2] }, a: 1 }))).toBe(true);
    for (const args of [{}, { a: 1 }, { a: "1", b: { c: [1, 2], d: null } }, { a: 1, b: { c: [2, 1], d: null } }, { a: 1, b: { c: [1, 2] } }]) {
      expect(isHit(await call(args))).toBe(false);
    }
    expect(state.runs).toBe(6);
  });

  it("are one principal's: by id, roles and attributes", async () => {
    const { call } = counting();
    const principals = [
      alice,
      new Principal({ id: "bob" }),
      new Principal({ id: "alice", roles: ["default", "admin"] }),
      new Principal({ id: "alice", attributes: { tenant: "a" } }),
      new Principal({ id: "alice", attributes: { tenant: "b" } }),
    ];
    for (const principal of principals) expect(isHit(await call({}, principal))).toBe(false);
    for (const principal of principals) expect(isHit(await call({}, principal))).toBe(true);
    expect(isHit(await call({}, new Principal({ id: "alice", roles: ["admin", "default"] })))).toBe(true);
  });

  it("are none where arguments or attributes are not plain JSON", async () => {
    const { call } = counting();
    for (const value of [new Date(0), NaN, new Map(), 1n]) {
      await call({ value });
      expect(isHit(await call({ value }))).toBe(false);
    }
    const odd = new Principal({ id: "alice", attributes: { since: new Date(0) } });
    await call({}, odd);
    expect(isHit(await call({}, odd))).toBe(false);
  });

  it("are of tools that are read-only and idempotent, by their hints or by what they touch", async () => {
    const specs = [
      writer("writes", () => 1),
      tool("outside", () => 1, { capabilities: ["cloud_access"] }),
      tool("safe_outside", () => 1, { capabilities: ["cloud_access"], annotations: { idempotentHint: true } }),
      tool("changing", () => 1, { annotations: { idempotentHint: false } }),
    ];
    const { layer } = counting({}, specs);
    const hits: Record<string, boolean> = {};
    for (const { name } of specs) {
      await layer.callTool(name);
      hits[name] = isHit(await layer.callTool(name));
    }
    expect(hits).toEqual({ writes: false, outside: false, safe_outside: true, changing: false });
  });

  it("are never failures", async () => {
    let runs = 0;
    const specs = [
      tool("throws", () => {
        runs++;
        throw new Error("no");
      }),
      tool("says", () => (runs++, ToolResult.error("no"))),
    ];
    const { layer } = counting({}, specs);
    for (const name of ["throws", "says"]) {
      await layer.callTool(name);
      const again = await layer.callTool(name);
      expect([again.isError, isHit(again)]).toEqual([true, false]);
    }
    expect(runs).toBe(4);
  });

  it("are asked for at the policy every time", async () => {
    let isAllowed = true;
    const asked: CallInfo[] = [];
    const policy: PolicyPort = {
      viewKey: () => "",
      isVisible: () => true,
      checkCall: (info) => {
        asked.push(info);
        if (!isAllowed) throw new AccessDeniedError("not now");
      },
    };
    const { call } = counting({}, [], { policy });
    await call();
    expect([isHit(await call()), asked.length]).toEqual([true, 2]);
    isAllowed = false;
    expect((await call()).meta![ERROR_CODE]).toBe(-31001);
    isAllowed = true;
    expect(isHit(await call())).toBe(true);
  });

  it("are copies: nobody's change reaches the next", async () => {
    const own = { list: [1], nested: { deep: "a" } };
    const handler = (ctx: ToolContext): ToolResult => {
      ctx.link("note://a", "a", { annotations: { priority: 0.5 } });
      return new ToolResult({ content: [new TextContent("text")], structuredContent: own, meta: { "x/y": { z: 1 } } });
    };
    const { layer } = counting({}, [tool("own", handler)]);
    const first = await layer.callTool("own");
    const wire = JSON.stringify({ ...first.toWire(), _meta: undefined });
    own.list.push(2);
    (first.structuredContent as typeof own).nested.deep = "b";
    const second = await layer.callTool("own");
    expect(() => ((second.structuredContent as typeof own).nested.deep = "c")).toThrow(TypeError);
    expect(() => (second.content as unknown[]).push("more")).toThrow(TypeError);
    expect(() => ((second.meta!["x/y"] as { z: number }).z = 2)).toThrow(TypeError);
    const third = await layer.callTool("own");
    expect(JSON.stringify({ ...third.toWire(), _meta: undefined })).toBe(wire);
    expect(third.content[0]).toBeInstanceOf(TextContent);
  });

  it("expire, and make room for others", async () => {
    const { call } = counting({ ttl: 0.03, maxSize: 2 });
    await call();
    expect(isHit(await call())).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(isHit(await call())).toBe(false);
    const { call: few } = counting({ maxSize: 2 });
    for (const n of [1, 2, 3]) await few({ n });
    expect([isHit(await few({ n: 3 })), isHit(await few({ n: 2 })), isHit(await few({ n: 1 }))]).toEqual([true, true, false]);
  });

  it("are those that the predicate wants", async () => {
    const { call } = counting({ predicate: ({ arguments: args }) => args["fresh"] !== true });
    await call({ fresh: true });
    await call({});
    expect([isHit(await call({ fresh: true })), isHit(await call({}))]).toEqual([false, true]);
  });

  it("say nothing of the retries of the call that made them", async () => {
    let runs = 0;
    const flaky = tool("flaky", () => (runs++ === 0 ? Promise.reject(new Error("no")) : "done"));
    const layer = layerOf([flaky], [new Caching(), new Retry({ backoff: 0, retryCodes: ["handler_error"] })]);
    expect((await layer.callTool("flaky")).meta).toMatchObject({ "cloudg/retries": 1 });
    expect((await layer.callTool("flaky")).meta).not.toHaveProperty(["cloudg/retries"]);
  });

  it("are of resources when told so, each by its URI", async () => {
    let runs = 0;
    const specs = [resource("note://a", () => `a${++runs}`), template("note://{id}/text", ({ id }) => `${id!}${++runs}`)];
    const { layer } = counting({ cacheResources: true }, specs);
    const texts: unknown[] = [];
    for (const uri of ["note://a", "note://a", "note://1/text", "note://1/text", "note://2/text"]) {
      const [contents] = await layer.readResource(uri);
      texts.push([(contents as { text: string }).text, isHit(contents!)]);
    }
    expect(texts).toEqual([
      ["a1", false],
      ["a1", true],
      ["12", false],
      ["12", true],
      ["23", false],
    ]);
    const { layer: plain } = counting({}, specs);
    await plain.readResource("note://a");
    expect(isHit((await plain.readResource("note://a"))[0]!)).toBe(false);
  });
});

describe("what is remembered is forgotten", () => {
  it("when a tool has run that is not read-only, and when it fails too", async () => {
    const { layer, call } = counting({}, [
      writer("write", () => "ok"),
      writer("fail", () => {
        throw new Error("half done");
      }),
      tool("look", () => "ok"),
    ]);
    for (const [name, after] of [
      ["look", true],
      ["write", false],
      ["fail", false],
    ] as const) {
      await call();
      await layer.callTool(name);
      expect(isHit(await call())).toBe(after);
    }
  });

  it("and nothing is answered from memory while it runs, its own calls included", async () => {
    const { promise, resolve } = deferred();
    const { layer, call } = counting({}, [
      writer("write", async (ctx) => {
        await promise;
        return isHit(await ctx.layer.callTool("t", {}, { principal: alice }));
      }),
    ]);
    await call();
    const writing = layer.callTool("write");
    await settled();
    expect(isHit(await call())).toBe(false);
    resolve();
    expect((await writing).structuredContent).toEqual({ result: false });
    expect([isHit(await call()), isHit(await call())]).toEqual([false, true]);
  });

  it("a writer that times out is waited for", async () => {
    const { promise, resolve } = deferred();
    const { layer, call } = counting({}, [writer("write", () => promise, { timeoutSeconds: 0.01 })]);
    expect((await layer.callTool("write")).meta![ERROR_CODE]).toBe("timeout");
    await call();
    expect(isHit(await call())).toBe(false);
    resolve();
    await settled();
    await call();
    expect(isHit(await call())).toBe(true);
  });

  it("what was being computed meanwhile is not remembered, nor joined afterwards", async () => {
    const { layer, call, runs } = slow({}, [writer("write", () => "ok")]);
    const before = call();
    await settled();
    await layer.callTool("write");
    const after = call();
    await settled();
    expect(runs).toHaveLength(2);
    runs[0]!.end("old");
    expect((await before).text).toBe("old");
    runs[1]!.end("new");
    expect((await after).text).toBe("new");
    expect((await call()).text).toBe("new");
  });

  it.each(["tools", "resources", "prompts"] as const)("when the %s change", async (kind) => {
    const { layer, call } = counting();
    await call();
    layer.notifyChange(kind);
    expect(isHit(await call())).toBe(false);
    layer.notifyChange("resource", "note://a");
    expect(isHit(await call())).toBe(false);
  });

  it("when the registry changes, though nobody was told", async () => {
    const { layer, call } = counting();
    await call();
    layer.registry.add(new ToolSpec({ name: "t", handler: () => "another tool" }), { replace: true });
    expect((await call()).text).toBe("another tool");
  });

  it("when the host says so", async () => {
    const { call, caching } = counting();
    await call();
    caching.clear();
    expect(isHit(await call())).toBe(false);
  });
});

describe("identical calls in flight", () => {
  it("are one run, each asked for at the policy", async () => {
    let asked = 0;
    const policy: PolicyPort = { viewKey: () => "", isVisible: () => true, checkCall: () => (asked++, undefined) };
    const { call, runs } = slow({ policy });
    const calls = [call(), call(), call()];
    const other = call({}, new Principal({ id: "bob" }));
    await settled();
    expect(runs).toHaveLength(2);
    runs[0]!.end("one");
    runs[1]!.end("bob's");
    expect((await Promise.all([...calls, other])).map((result) => [result.text, isHit(result)])).toEqual([
      ["one", false],
      ["one", true],
      ["one", true],
      ["bob's", false],
    ]);
    expect(asked).toBe(4);
  });

  it("a joiner that the policy refuses is refused", async () => {
    let asked = 0;
    const policy: PolicyPort = {
      viewKey: () => "",
      isVisible: () => true,
      checkCall: () => {
        if (++asked > 1) throw new AccessDeniedError("only once");
      },
    };
    const { call, runs } = slow({ policy });
    const calls = [call(), call()];
    await settled();
    runs[0]!.end("one");
    expect((await Promise.all(calls)).map((result) => result.text)).toEqual(["one", "only once"]);
  });

  it("a joiner that cancels ends alone", async () => {
    const { call, runs } = slow();
    const leaving = new AbortController();
    const [first, second, third] = [call(), call({ signal: leaving.signal }), call()];
    await settled();
    leaving.abort();
    expect((await second!).meta![ERROR_CODE]).toBe("cancelled");
    runs[0]!.end("one");
    expect([(await first!).text, (await third!).text, runs.length]).toEqual(["one", "one", 1]);
  });

  it("when the first is cancelled, times out or fails, the others run themselves", async () => {
    const { call, runs } = slow();
    const leaving = new AbortController();
    const [first, second] = [call({ signal: leaving.signal }), call()];
    await settled();
    leaving.abort();
    expect((await first).meta![ERROR_CODE]).toBe("cancelled");
    await settled();
    expect(runs).toHaveLength(2);
    runs[1]!.end("own");
    expect([(await second).text, isHit(await second)]).toEqual(["own", false]);

    let tries = 0;
    const failing = layerOf([tool("t", async () => (await settled(), ++tries === 1 ? Promise.reject(new Error("no")) : "yes"))], [new Caching()]);
    const answers = await Promise.all([failing.callTool("t"), failing.callTool("t"), failing.callTool("t")]);
    expect(answers.map((result) => result.isError)).toEqual([true, false, false]);

    let hung = 0;
    const timing = layerOf([tool("t", () => (++hung === 1 ? new Promise(() => undefined) : "in time"), { timeoutSeconds: 0.02 })], [new Caching()]);
    expect((await Promise.all([timing.callTool("t"), timing.callTool("t")])).map((result) => result.text)).toEqual([
      'tool "t" did not answer within 0.02 s',
      "in time",
    ]);
  });

  it("one that asked for progress is not joined to another's", async () => {
    const { call, runs } = slow();
    const calls = [call(), call({ meta: { progressToken: 0 } }), call()];
    await settled();
    expect(runs).toHaveLength(2);
    for (const { end } of runs) end("one");
    expect((await Promise.all(calls)).map(isHit)).toEqual([false, false, true]);
    expect(isHit(await call({ meta: { progressToken: 1 } }))).toBe(true);
  });
});

describe("no answer crosses", () => {
  it("whatever principals and arguments there are", async () => {
    const text = fc.string({ maxLength: 4 });
    const principal = fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      roles: fc.array(text, { maxLength: 2 }),
      attributes: fc.dictionary(text, text),
    });
    // Names that no schema lets pass.
    const refused = /"(?:__proto__|constructor|prototype)":/;
    const args = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })).filter((value) => !refused.test(JSON.stringify(value)));
    const call = fc.record({ principal, args });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 12 }), async (calls) => {
        const echo = (ctx: ToolContext, args: Record<string, unknown>): unknown => ({
          who: [ctx.principal.id, [...ctx.principal.roles].sort(), { ...ctx.principal.attributes }],
          args,
        });
        const layer = layerOf([tool("t", echo)], [new Caching()]);
        const answers = await Promise.all(
          [...calls, ...calls].map(async ({ principal: init, args }) => {
            const asked = new Principal(init);
            const { structuredContent } = await layer.callTool("t", args, { principal: asked });
            return [structuredContent, { who: [asked.id, [...asked.roles].sort(), asked.attributes], args }];
          }),
        );
        for (const [got, wanted] of answers) expect(JSON.stringify(sorted(got))).toBe(JSON.stringify(sorted(wanted)));
      }),
      { numRuns: 200 },
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value as Record<string, unknown>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

describe("options", () => {
  it.each<[unknown, string]>([
    [{ ttl: 0 }, "ttl is a number of seconds, above 0; it is 0"],
    [{ ttl: "60" }, 'ttl is a number of seconds, above 0; it is "60"'],
    [{ maxSize: 0 }, "maxSize is a whole number, 1 or more; it is 0"],
    [{ cacheResources: 1 }, "cacheResources is true or false; it is 1"],
    [{ predicate: {} }, "predicate is a function; it is an object"],
    [{ maxsize: 3 }, 'Caching has no option "maxsize"'],
  ])("%j is refused", (options, message) => {
    expect(() => new Caching(options as never)).toThrow(TypeError);
    expect(() => new Caching(options as never)).toThrow(message);
  });

  it("one for each layer", () => {
    const caching = new Caching();
    layerOf([], [caching]);
    expect(() => layerOf([], [caching])).toThrow("this Caching serves another layer already");
  });
});
