/** Decisions as a table: policy, caller, primitive, and the exact reason. */
import { describe, expect, it } from "@jest/globals";
import { Policy } from "../../../src/policy/policy.js";
import { KIND_CASES } from "./cases/kinds.js";
import { MATCH_CASES } from "./cases/match.js";
import { MERGING_CASES } from "./cases/merging.js";
import { ORDER_CASES } from "./cases/order.js";
import type { PolicyCase } from "./cases/policy-case.js";
import { toPrincipal, toSpec } from "./cases/policy-case.js";

const SUITES: Record<string, readonly PolicyCase[]> = {
  "order of decision": ORDER_CASES,
  "kinds and URIs": KIND_CASES,
  "what rules match": MATCH_CASES,
  "profiles and merging": MERGING_CASES,
};

describe.each(Object.entries(SUITES))("%s", (_name, cases) => {
  it.each(cases.map((row) => [row.about, row] as const))("%s", async (_about, { policy: source, thing = {}, caller = {}, allowed, reason }) => {
    const policy = await Policy.load(source);
    const [spec, principal] = [toSpec(thing), toPrincipal(caller)];
    const explained = policy.explain(spec, principal, thing.read);
    expect({ allowed: explained.allowed, reason: explained.reason }).toEqual({ allowed, reason });
    expect(policy.isAllowed(spec, principal, thing.read)).toBe(allowed);
    expect(policy.isVisible(spec, principal, thing.read)).toBe(allowed);
    // Whoever is refused is told what to change; whoever is allowed, nothing.
    expect(explained.changes.length > 0).toBe(!allowed);
  });
});

it("has at least 150 cases, each once", () => {
  const names = Object.entries(SUITES).flatMap(([suite, cases]) => cases.map(({ about }) => `${suite}: ${about}`));
  expect(names.length).toBeGreaterThanOrEqual(150);
  expect(new Set(names).size).toBe(names.length);
});
