/** What a policy remembers of calls. */
import { describe, expect, it } from "@jest/globals";
import { Layer } from "../../../src/layer/layer.js";
import { Principal } from "../../../src/model/principal.js";
import { ToolSpec } from "../../../src/model/tool-spec.js";
import type { PolicyInput } from "../../../src/policy/document.js";
import { Policy } from "../../../src/policy/policy.js";
import { Registry } from "../../../src/registry/registry.js";

async function open(source: PolicyInput | string) {
  const policy = await Policy.load(source);
  const registry = new Registry()
    .add(new ToolSpec({ name: "open", handler: () => "ok" }))
    .add(new ToolSpec({ name: "exec", capabilities: ["exec"], handler: () => "ok" }));
  const layer = new Layer({ registry, policy });
  const call = (name: string, args: Record<string, unknown> = {}, id = "ann") =>
    layer.callTool(name, args, { principal: new Principal({ id }) }).catch(() => undefined);
  return { policy, layer, call };
}

describe("records", () => {
  it("are kept of refusals always, of allowed calls with audit", async () => {
    for (const audit of [false, true]) {
      const { policy, layer, call } = await open({
        audit,
        hideDenied: false,
        denyCapabilities: ["exec"],
        rateLimits: [{ rate: 1, per: "day", tools: ["open"] }],
      });
      await call("open", { password: "hunter2" });
      await call("open");
      await call("exec", { password: "hunter2" });
      await call("nothing");
      await layer.readResource("no://where", { principal: new Principal({ id: "bob" }) }).catch(() => undefined);
      const all = policy.records().map(({ time, ...rest }) => ({ isNow: Math.abs(Date.now() - time) < 60_000, ...rest }));
      const allowed = { isNow: true, kind: "tool", name: "open", principal: "ann", outcome: "allowed", reason: "allowed by policy 'custom'" };
      expect(all).toEqual([
        ...(audit ? [allowed] : []),
        { isNow: true, kind: "tool", name: "open", principal: "ann", outcome: "rate_limited", reason: "rate limit 1/day (principal_tool)" },
        { isNow: true, kind: "tool", name: "exec", principal: "ann", outcome: "denied", reason: "capability 'exec' denied by policy 'custom'" },
        { isNow: true, kind: "tool", name: "nothing", principal: "ann", outcome: "not_found", reason: "unknown or hidden" },
        { isNow: true, kind: "resource", name: "no://where", principal: "bob", outcome: "not_found", reason: "unknown or hidden" },
      ]);
      expect(JSON.stringify(policy.records())).not.toContain("hunter2");
    }
  });

  it("of what is hidden are those of what is not there", async () => {
    const { policy, call } = await open("strict");
    await call("exec");
    await call("none");
    expect(policy.records().map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
      ["exec", "not_found", "unknown or hidden"],
      ["none", "not_found", "unknown or hidden"],
    ]);
  });

  it("are the latest so many, oldest first", async () => {
    const { policy, call } = await open({ auditSize: 3 });
    for (const name of ["1", "2", "3", "4", "5"]) await call(name);
    expect(policy.records().map(({ name }) => name)).toEqual(["3", "4", "5"]);
    expect(policy.records({ limit: 2 }).map(({ name }) => name)).toEqual(["4", "5"]);
    expect(policy.records({ limit: 0 })).toEqual([]);
    const none = await open({ auditSize: 0 });
    await none.call("1");
    expect(none.policy.records()).toEqual([]);
  });

  it("can be asked by caller, kind and outcome; long names are cut", async () => {
    const { policy, call } = await open("audit");
    await call("open", {}, "bob");
    await call("x".repeat(1_000_000));
    expect(policy.records({ principal: "bob" })).toHaveLength(1);
    expect(policy.records({ outcome: "not_found" })[0]!.name).toHaveLength(201);
    expect(policy.records({ kind: "prompt" })).toEqual([]);
    expect(policy.document.auditSize).toBe(10_000);
  });
});
