/** No policy lets a principal use what its lists hide, or hides what it may use: random policies over a real layer, all four kinds, completions, subscriptions. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { AccessDeniedError, NotFoundError } from "../../../src/errors.js";
import { Layer } from "../../../src/layer/layer.js";
import { CAPABILITY_NAMES } from "../../../src/model/capability.js";
import type { Capability } from "../../../src/model/capability.js";
import { Principal } from "../../../src/model/principal.js";
import { PromptSpec } from "../../../src/model/prompt-spec.js";
import { ResourceSpec, ResourceTemplateSpec } from "../../../src/model/resource-spec.js";
import { Sensitivity } from "../../../src/model/sensitivity.js";
import { ToolSpec } from "../../../src/model/tool-spec.js";
import type { MatchKind, PolicyDocument, RuleDocument } from "../../../src/policy/document.js";
import { Policy } from "../../../src/policy/policy.js";
import { Registry } from "../../../src/registry/registry.js";

const LEVELS = Object.values(Sensitivity);
const CATEGORIES = ["red", "green"];
const ROLES = ["default", "local", "ops", "admin"];
const IDS = ["ann", "bob"];
const REFS = ["a", "b", "a/b", "%61", "é"];
const NAMES = ["one", "two", "three"];

function marks(i: number) {
  return {
    category: CATEGORIES[i % 2]!,
    tags: i % 3 === 0 ? ["slow"] : [],
    sensitivity: LEVELS[i % 4]!,
    capabilities: ["read_state", CAPABILITY_NAMES[(i * 3) % CAPABILITY_NAMES.length]!] as Capability[],
  };
}

const SPECS = NAMES.flatMap((name, i) => [
  new ToolSpec({ name, handler: () => "ok", ...marks(i) }),
  new ResourceSpec({ name, uri: `fixed://${name}`, handler: () => "ok", ...marks(i + 1) }),
  new ResourceTemplateSpec({ name, uriTemplate: `${name}://{+ref}`, handler: () => "ok", completions: { ref: () => REFS }, ...marks(i + 2) }),
  new PromptSpec({ name, handler: () => "ok", arguments: [{ name: "who", completion: () => ["x"] }], ...marks(i + 3) }),
]);

const globs = fc.array(
  fc.constantFrom("*", "one", "t*", "!two", "fixed://*", "fixed://one", "one://*", "one://{+ref}", "*a", "*/b", "!*://a", "?wo", "[!o]*"),
  { maxLength: 3 },
);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 1 });
const some = <T>(...values: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...values]);
const access = {
  allowTools: maybe(globs),
  denyTools: maybe(globs),
  allowResources: maybe(globs),
  denyResources: maybe(globs),
  allowPrompts: maybe(globs),
  denyPrompts: maybe(globs),
  allowCategories: maybe(some(...CATEGORIES)),
  denyCategories: maybe(some(...CATEGORIES)),
  allowCapabilities: maybe(some(...CAPABILITY_NAMES)),
  denyCapabilities: maybe(some<Capability>("exec", "reveal", "cloud_access")),
  maxSensitivity: maybe(fc.constantFrom(...LEVELS)),
};
const match = fc.record({
  roles: maybe(some(...ROLES)),
  principals: maybe(fc.constantFrom(["a*"], ["bob"], ["*", "!ann"])),
  names: maybe(globs),
  categories: maybe(some(...CATEGORIES)),
  tags: maybe(fc.constant(["slow"])),
  kinds: maybe(some<MatchKind>("tool", "resource", "resource_template", "prompt")),
  sensitivity: maybe(some(...LEVELS)),
  capabilities: maybe(some(...CAPABILITY_NAMES)),
});
const rule: fc.Arbitrary<RuleDocument> = fc.record({ match: maybe(match), ...access });
const policies: fc.Arbitrary<PolicyDocument> = fc.record({
  ...access,
  hideDenied: fc.constantFrom(true, true, false),
  roles: fc.dictionary(fc.constantFrom(...ROLES), rule, { maxKeys: 2 }),
  rules: fc.array(rule, { maxLength: 3 }),
});
const principals = fc.record({ id: fc.constantFrom(...IDS), roles: some(...ROLES) }).map((init) => new Principal(init));

type Answer = "ok" | "absent" | "denied" | "other";
async function ask(call: () => unknown): Promise<Answer> {
  try {
    const result = (await call()) as { isError?: boolean; text?: string } | undefined;
    if (result?.isError !== true) return "ok";
    return result.text?.startsWith("Access denied") === true ? "denied" : "other";
  } catch (error) {
    return error instanceof NotFoundError ? "absent" : error instanceof AccessDeniedError ? "denied" : "other";
  }
}

describe("lists and use agree", () => {
  it("for every policy and principal", async () => {
    await fc.assert(
      fc.asyncProperty(policies, fc.array(principals, { minLength: 1, maxLength: 3 }), async (document, callers) => {
        const policy = await Policy.load(document as object);
        const layer = new Layer({
          registry: SPECS.reduce((registry, spec) => registry.add(spec), new Registry()),
          policy,
          prefix: "x_",
          onError: () => undefined,
        });
        const hides = document.hideDenied !== false;
        const expected = (allowed: boolean): Answer => (allowed ? "ok" : hides ? "absent" : "denied");
        for (const principal of callers) {
          const options = { principal };
          const listed = {
            tools: new Set(layer.toolsWire(principal).map((wire) => wire["name"])),
            resources: new Set(layer.resourcesWire(principal).map((wire) => wire["uri"])),
            templates: new Set(layer.resourceTemplatesWire(principal).map((wire) => wire["uriTemplate"])),
            prompts: new Set(layer.promptsWire(principal).map((wire) => wire["name"])),
          };
          for (const spec of SPECS) {
            const allowed = policy.isAllowed(spec, principal);
            const visible = allowed || !hides;
            if (spec instanceof ToolSpec) {
              expect(listed.tools.has(`x_${spec.name}`)).toBe(visible);
              expect(await ask(() => layer.callTool(`x_${spec.name}`, {}, options))).toBe(expected(allowed));
            } else if (spec instanceof PromptSpec) {
              expect(listed.prompts.has(`x_${spec.name}`)).toBe(visible);
              expect(await ask(() => layer.getPrompt(`x_${spec.name}`, {}, options))).toBe(expected(allowed));
              const ref = { type: "ref/prompt", name: `x_${spec.name}` } as const;
              const completed = await layer.complete(ref, { name: "who", value: "" }, options).catch((error: unknown) => error);
              if (allowed) expect(completed).toMatchObject({ values: ["x"] });
              else if (hides) expect(completed).toEqual({ values: [], total: 0, hasMore: false });
              else expect(completed).toBeInstanceOf(AccessDeniedError);
            } else if (spec instanceof ResourceSpec) {
              expect(listed.resources.has(spec.uri)).toBe(visible);
              expect(await ask(() => layer.readResource(spec.uri, options))).toBe(expected(allowed));
              expect(await ask(() => layer.checkResource(spec.uri, principal))).toBe(visible ? "ok" : "absent");
            } else {
              expect(listed.templates.has(spec.uriTemplate)).toBe(visible);
              for (const ref of REFS) {
                const uri = spec.expand({ ref });
                const mayRead = policy.isAllowed(spec, principal, spec.canonical({ ref }));
                // What is hidden in the list hides all that is behind it.
                if (!allowed) expect(mayRead).toBe(false);
                expect(await ask(() => layer.readResource(uri, options))).toBe(expected(mayRead));
                expect(await ask(() => layer.checkResource(uri, principal))).toBe(mayRead || !hides ? "ok" : "absent");
              }
              const completed = await layer
                .complete({ type: "ref/resource", uri: spec.uriTemplate }, { name: "ref", value: "" }, options)
                .catch((error: unknown) => error);
              const readable = REFS.filter((ref) => policy.isAllowed(spec, principal, spec.canonical({ ref })));
              if (hides) expect((completed as { values: string[] }).values).toEqual(readable);
              else if (!allowed) expect(completed).toBeInstanceOf(AccessDeniedError);
            }
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  it("and explain says the same, with a reason for each", async () => {
    await fc.assert(
      fc.asyncProperty(policies, principals, async (document, principal) => {
        const policy = await Policy.load(document as object);
        for (const spec of SPECS) {
          const { allowed, reason, decidedBy, changes, matched } = policy.explain(spec, principal);
          expect(allowed).toBe(policy.isAllowed(spec, principal));
          expect(changes.length === 0).toBe(allowed);
          expect([...matched, `policy '${policy.name}'`]).toContain(decidedBy);
          expect(reason.length).toBeGreaterThan(10);
        }
      }),
      { numRuns: 100 },
    );
  });
});

it("a change of the principal's roles changes its view: caches cross nobody", async () => {
  const policy = await Policy.load({
    allowTools: [],
    roles: { ops: { allowTools: ["one"] } },
    rules: [{ match: { principals: ["ann"] }, allowTools: ["two"] }],
  });
  const layer = new Layer({ registry: new Registry().add(SPECS[0]!).add(SPECS[4]!), policy });
  const seen = (id: string, ...roles: string[]) => layer.toolsWire(new Principal({ id, roles })).map((wire) => wire["name"]);
  for (let i = 0; i < 2; i++) {
    expect(seen("bob", "default")).toEqual([]);
    expect(seen("bob", "ops")).toEqual(["one"]);
    expect(seen("ann", "default")).toEqual(["two"]);
    expect(seen("ann", "ops")).toEqual(["one", "two"]);
  }
  // One list for all whom the same rules are for: it is computed once.
  expect(layer.toolsWire(new Principal({ id: "bob", roles: ["ops"] }))).toBe(
    layer.toolsWire(new Principal({ id: "eve", roles: ["ops", "unknown-to-the-policy"] })),
  );
});
