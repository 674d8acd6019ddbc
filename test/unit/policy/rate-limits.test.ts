/** Token buckets in memory: what a limit counts, who shares a bucket, what a refusal says and costs. */
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import fc from "fast-check";
import { RateLimitedError } from "../../../src/errors.js";
import { Layer } from "../../../src/layer/layer.js";
import { Principal } from "../../../src/model/principal.js";
import { PromptSpec } from "../../../src/model/prompt-spec.js";
import { ResourceSpec, ResourceTemplateSpec } from "../../../src/model/resource-spec.js";
import { ToolSpec } from "../../../src/model/tool-spec.js";
import type { PolicyInput } from "../../../src/policy/document.js";
import { MemoryBuckets } from "../../../src/policy/memory-buckets.js";
import { Policy } from "../../../src/policy/policy.js";
import { compileRateLimit } from "../../../src/policy/rate-limit.js";
import { Registry } from "../../../src/registry/registry.js";

const ann = new Principal({ id: "ann" });
const bob = new Principal({ id: "bob" });

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] }));
afterEach(() => void jest.useRealTimers());

async function open(policy: PolicyInput) {
  const registry = new Registry()
    .add(new ToolSpec({ name: "x", handler: () => "ok" }))
    .add(new ToolSpec({ name: "y", handler: () => "ok" }))
    .add(new ResourceSpec({ name: "r", uri: "r://one", handler: () => "ok" }))
    .add(new ResourceTemplateSpec({ name: "t", uriTemplate: "t://{+ref}", handler: () => "ok", completions: { ref: () => ["a"] } }))
    .add(new PromptSpec({ name: "p", handler: () => "ok", arguments: [{ name: "who", completion: () => ["a"] }] }));
  const loaded = await Policy.load(policy);
  const layer = new Layer({ registry, policy: loaded });
  const call = async (name: string, principal = ann): Promise<string> => (await layer.callTool(name, {}, { principal })).text;
  const refusal = async (run: Promise<unknown>): Promise<string> =>
    run.then(
      () => "ok",
      (error: Error) => error.message,
    );
  const complete = (principal = ann) => refusal(layer.complete({ type: "ref/prompt", name: "p" }, { name: "who", value: "" }, { principal }));
  return { layer, policy: loaded, call, refusal, complete };
}

describe("a refusal", () => {
  it("says what was exceeded and when to come back", async () => {
    const { layer } = await open({ rateLimits: [{ rate: 2, per: "minute" }] });
    for (let i = 0; i < 2; i++) expect((await layer.callTool("x")).isError).toBe(false);
    const { isError, text, meta } = await layer.callTool("x");
    expect([isError, text]).toEqual([true, "Rate limit exceeded for tool 'x' (2/minute); retry in 30.0s"]);
    expect(meta).toMatchObject({ "cloudg/error_code": -31029, "cloudg/error_data": { retry_after: 30, limit: "2/minute", scope: "principal_tool" } });
  });

  it("is an error of the protocol for reads, prompts and completions", async () => {
    const { layer, refusal } = await open({ rateLimits: [{ rate: 1, per: "hour" }] });
    const twice = async (run: () => Promise<unknown>): Promise<string> => {
      await run();
      return refusal(run());
    };
    expect(await twice(() => layer.readResource("r://one"))).toBe("Rate limit exceeded for resource 'r://one' (1/hour); retry in 3600.0s");
    expect(await twice(() => layer.readResource("t://a"))).toBe("Rate limit exceeded for resource template 't://a' (1/hour); retry in 3600.0s");
    expect(await twice(() => layer.getPrompt("p"))).toBe("Rate limit exceeded for prompt 'p' (1/hour); retry in 3600.0s");
    expect(await twice(() => layer.complete({ type: "ref/prompt", name: "p" }, { name: "who", value: "" }))).toBe(
      "Rate limit exceeded for completion of 'p' (1/hour); retry in 3600.0s",
    );
    await expect(layer.getPrompt("p")).rejects.toBeInstanceOf(RateLimitedError);
  });

  it("counts down, and who comes back then is let in", async () => {
    const { call } = await open({ rateLimits: [{ rate: 2, per: "minute" }] });
    await call("x");
    await call("x");
    jest.advanceTimersByTime(12_340);
    expect(await call("x")).toContain("retry in 17.7s");
    jest.advanceTimersByTime(17_700);
    expect(await call("x")).toBe("ok");
    expect(await call("x")).toContain("retry in 30.0s");
  });

  it("names a long name short", async () => {
    const { layer, refusal } = await open({ rateLimits: [{ rate: 1, per: "day" }] });
    const uri = `t://${"a".repeat(10_000)}`;
    await layer.readResource(uri);
    expect((await refusal(layer.readResource(uri))).length).toBeLessThan(400);
  });
});

describe("a bucket", () => {
  it("holds a burst and refills steadily, up to the burst", async () => {
    const { call } = await open({ rateLimits: [{ rate: 60, per: "minute", burst: 3 }] });
    const passed = async (): Promise<number> => (await Promise.all(Array.from({ length: 10 }, () => call("x")))).filter((text) => text === "ok").length;
    expect(await passed()).toBe(3);
    jest.advanceTimersByTime(2000);
    expect(await passed()).toBe(2);
    jest.advanceTimersByTime(3_600_000);
    expect(await passed()).toBe(3);
  });

  it("holds at least one token of a rate below one", async () => {
    const { call } = await open({ rateLimits: [{ rate: 0.5, per: "minute" }] });
    expect(await call("x")).toBe("ok");
    expect(await call("x")).toContain("(0.5/minute); retry in 120.0s");
  });

  it.each([
    ["principal", [true, false, false, true]],
    ["tool", [true, false, true, false]],
    ["principal_tool", [true, false, true, true]],
    ["global", [true, false, false, false]],
  ] as const)("of scope %s", async (scope, expected) => {
    const { call } = await open({ rateLimits: [{ rate: 1, per: "day", scope }] });
    const calls = [await call("x", ann), await call("x", ann), await call("y", ann), await call("x", bob)];
    expect(calls.map((text) => text === "ok")).toEqual(expected);
  });

  it("is one for all that is read through a template", async () => {
    const { layer, refusal } = await open({ rateLimits: [{ rate: 1, per: "day", scope: "principal_tool" }] });
    expect(await refusal(layer.readResource("t://a"))).toBe("ok");
    expect(await refusal(layer.readResource("t://b"))).toContain("Rate limit exceeded");
  });
});

describe("a limit counts", () => {
  it("the tools it names", async () => {
    const { call } = await open({ rateLimits: [{ rate: 1, per: "day", tools: ["x*"] }] });
    expect([await call("y"), await call("y"), await call("x"), (await call("x")).slice(0, 10)]).toEqual(["ok", "ok", "ok", "Rate limit"]);
  });

  it.each([
    ["tool", ["tool"]],
    ["resource", ["resource", "template"]],
    ["resource_template", ["template"]],
    ["prompt", ["prompt"]],
    ["completion", ["completion"]],
  ])("kinds: %s", async (kind, counted) => {
    const { layer, refusal, call, complete } = await open({ rateLimits: [{ rate: 1, per: "day", kinds: [kind], scope: "principal_tool" }] });
    const runs: Record<string, () => Promise<string>> = {
      tool: () => call("x"),
      resource: () => refusal(layer.readResource("r://one")),
      template: () => refusal(layer.readResource("t://a")),
      prompt: () => refusal(layer.getPrompt("p")),
      completion: () => complete(),
    };
    const limited: string[] = [];
    for (const [name, run] of Object.entries(runs)) {
      await run();
      if ((await run()).startsWith("Rate limit")) limited.push(name);
    }
    expect(limited).toEqual(counted);
  });

  it("whom its rule matches", async () => {
    const { call } = await open({
      rules: [{ match: { principals: ["ann"] }, rateLimits: [{ rate: 1, per: "day" }] }],
      roles: { ops: { rateLimits: [{ rate: 2, per: "day" }] } },
    });
    const passed = async (principal: Principal): Promise<number> => {
      let count = 0;
      for (let i = 0; i < 5; i++) if ((await call("x", principal)) === "ok") count++;
      return count;
    };
    expect(await passed(ann)).toBe(1);
    expect(await passed(bob)).toBe(5);
    expect(await passed(new Principal({ id: "eve", roles: ["ops"] }))).toBe(2);
  });

  it("nothing that is denied", async () => {
    const { call, policy } = await open({
      hideDenied: false,
      rules: [{ match: { principals: ["ann"] }, denyTools: ["x"] }],
      rateLimits: [{ rate: 1, per: "day", scope: "global" }],
    });
    for (let i = 0; i < 3; i++) expect(await call("x", ann)).toBe("Access denied to tool 'x': tool in the deny list of rule 'rules.0'");
    expect(await call("x", bob)).toBe("ok");
    expect(policy.records({ outcome: "denied" })).toHaveLength(3);
  });
});

describe("several limits", () => {
  it("are all checked before any is charged, and the longest wait is told", async () => {
    const { call } = await open({
      rateLimits: [
        { rate: 3, per: "hour", scope: "global" },
        { rate: 1, per: "day", tools: ["x"] },
        { rate: 1, per: "minute", tools: ["x"] },
      ],
    });
    expect(await call("x")).toBe("ok");
    for (let i = 0; i < 5; i++) expect(await call("x")).toContain("(1/day); retry in 86400.0s");
    // The refused calls have not used up what the others share.
    expect([await call("y"), await call("y")]).toEqual(["ok", "ok"]);
    expect(await call("y")).toContain("(3/hour)");
  });

  it("that say the same are counted apart", async () => {
    const { call } = await open({
      rateLimits: [
        { rate: 2, per: "day" },
        { rate: 2, per: "day" },
      ],
    });
    expect([await call("x"), await call("x"), (await call("x")).slice(0, 10)]).toEqual(["ok", "ok", "Rate limit"]);
  });
});

describe("MemoryBuckets", () => {
  it("never lets more pass than capacity + elapsed / interval, nor fewer when asked often enough", () => {
    const limit = compileRateLimit({ rate: 10, per: "second", burst: 5 }, "policy.0");
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 200 }), (pauses) => {
        let now = 0;
        const buckets = new MemoryBuckets(() => now);
        let passed = 0;
        for (const pause of pauses) {
          now += pause;
          const refusal = buckets.take([{ limit, bucket: "b" }]);
          if (refusal === undefined) passed++;
          else expect(refusal.waitMs).toBeLessThanOrEqual(100);
          expect(passed).toBeLessThanOrEqual(5 + Math.floor(now / 100 + 1e-6));
        }
      }),
    );
  });

  it("forgets buckets that are full again", () => {
    let now = 0;
    const buckets = new MemoryBuckets(() => now);
    const limit = compileRateLimit({ rate: 1, per: "second" }, "policy.0");
    for (let i = 0; i < 100_000; i++) {
      now += 1;
      buckets.take([{ limit, bucket: String(i) }]);
    }
    // A thousand were used within the last second.
    expect(buckets.size).toBeLessThanOrEqual(3000);
  });
});
