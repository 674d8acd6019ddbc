/** Documents as they come: files that extend one another, other encodings, and hostile ones. Every fault names the place. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { Principal } from "../../../src/model/principal.js";
import { ToolSpec } from "../../../src/model/tool-spec.js";
import { Policy } from "../../../src/policy/policy.js";
import type { PolicyInput } from "../../../src/policy/document.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "policy-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}
const load = (source: string | PolicyInput): Promise<Policy> => Policy.load(source, { folder });
const faultOf = (source: string | PolicyInput): Promise<string> =>
  load(source).then(
    () => "loaded",
    (error: unknown) => String(error),
  );

describe("files", () => {
  it("extend a profile, and one another, relative to the document", async () => {
    write("team/base.yaml", "extends: strict\nallowCapabilities: [exec]\nrules:\n  - {name: base-rule, denyTools: [a]}\nrateLimits: [{rate: 1, per: day}]\n");
    const file = write("team/sub/own.json", JSON.stringify({ extends: "../base.yaml", rules: [{ name: "own-rule", denyTools: ["b"] }], description: "Ours." }));
    const policy = await load(file);
    expect([policy.name, policy.chain]).toEqual(["own", ["../base.yaml", "strict", "standard"]]);
    expect(policy.document).toEqual({
      name: "own",
      description: "Ours.",
      denyCapabilities: ["reveal", "cloud_access", "write_fs"],
      maxSensitivity: "confidential",
      roles: { admin: { allowCapabilities: ["reveal"] }, "privacy-admin": { allowCapabilities: ["reveal"] } },
      rules: [
        { name: "base-rule", denyTools: ["a"] },
        { name: "own-rule", denyTools: ["b"] },
      ],
      rateLimits: [
        { rate: 240, per: "minute", burst: 120, scope: "principal" },
        { rate: 1, per: "day" },
      ],
    });
  });

  it("merge key by key", async () => {
    write(
      "parent.yaml",
      "allowTools: [a]\nallowPrompts: [p]\ndenyTools: [x, y]\ndetectors: [{id: 1}]\ntransformOptions: {salt: {length: 4, kind: a}}\nhonorHints: true\nauditSize: 5\nroles: {r: {match: {tags: [t]}, denyTools: [q]}}\n",
    );
    const { document } = await load(
      "extends: parent.yaml\nname: child\nallow_tools: [b]\ndeny_tools: [y, z]\ndetectors: [{id: 2}]\ntransform_options: {salt: {length: 8}}\nauditSize: 6\nroles: {r: {match: {kinds: [tool]}, denyTools: [w]}}\n",
    );
    expect(document).toEqual({
      name: "child",
      allowTools: ["b"],
      allowPrompts: ["p"],
      denyTools: ["x", "y", "z"],
      denyCapabilities: [],
      detectors: [{ id: 1 }, { id: 2 }],
      transformOptions: { salt: { length: 8, kind: "a" } },
      honorHints: true,
      auditSize: 6,
      roles: { r: { match: { tags: ["t"], kinds: ["tool"] }, denyTools: ["q", "w"] } },
    });
  });

  it("are refused when they extend one another in a circle", async () => {
    write("a.yaml", "extends: b.yaml\n");
    write("b.yaml", "name: b\nextends: ./c.yaml\n");
    write("c.yaml", "extends: a.yaml\n");
    expect(await faultOf("a.yaml")).toBe("PolicyError: ./c.yaml:1:1: extends goes in a circle: a.yaml → b.yaml → ./c.yaml → a.yaml");
    write("self.yaml", "extends: self.yaml\n");
    expect(await faultOf("self.yaml")).toBe("PolicyError: self.yaml:1:1: extends goes in a circle: self.yaml → self.yaml");
  });

  it("that are missing are named where they are asked for", async () => {
    write("orphan.yaml", "name: orphan\nextends: strickt\n");
    const profiles = "open, standard, strict, read_only, airgapped, audit";
    expect(await faultOf("orphan.yaml")).toBe(
      `PolicyError: orphan.yaml:2:1: "strickt" is neither a profile (${profiles}) nor a file (there is no ${folder}/strickt); did you mean strict?`,
    );
    expect(await faultOf("none.yaml")).toBe(`PolicyError: policy: "none.yaml" is neither a profile (${profiles}) nor a file (there is no ${folder}/none.yaml)`);
    expect(await faultOf(".")).toBe("PolicyError: .: is a folder, not a policy document");
    expect(await faultOf(" ")).toContain("the name is empty");
  });

  it("may begin with a byte order mark", async () => {
    expect((await load(write("bom.yaml", "\ufeffname: bom\n"))).name).toBe("bom");
    expect((await load(write("bom.json", '\ufeff{"name":"bom"}'))).name).toBe("bom");
  });

  it.each([
    ["Latin-1", Buffer.from("description: caf\xe9\n", "latin1")],
    ["UTF-16", Buffer.from("\ufeffname: x\n", "utf16le")],
  ])("in %s are refused", async (_encoding, bytes) => {
    expect(await faultOf(write("other.yaml", bytes))).toContain("is not UTF-8 text; save it as UTF-8");
  });
});

describe("the default", () => {
  const before = process.env["CLOUDG_MCP_POLICY"];
  afterEach(() => {
    if (before === undefined) delete process.env["CLOUDG_MCP_POLICY"];
    else process.env["CLOUDG_MCP_POLICY"] = before;
  });

  it("is $CLOUDG_MCP_POLICY, else standard", async () => {
    delete process.env["CLOUDG_MCP_POLICY"];
    expect((await Policy.load()).name).toBe("standard");
    process.env["CLOUDG_MCP_POLICY"] = "airgapped";
    expect((await Policy.load()).name).toBe("airgapped");
    process.env["CLOUDG_MCP_POLICY"] = "";
    expect((await Policy.load()).name).toBe("standard");
  });

  it("is a policy made before, where one is given", async () => {
    const policy = await Policy.load("open");
    expect(await Policy.load(policy)).toBe(policy);
  });
});

describe("faults", () => {
  it("are all told at once, each with its place and path", async () => {
    const text = `denyTols: [a]
roles:
  a:
    max_sensitivity: secret
    deny_tools: ['[a', ok, 3]
rules:
  - match: {kind: [tool], roles: x}
    rateLimits: [{rate: 0, scope: princpal}]
audit: maybe
auditSize: -1
`;
    expect((await faultOf(write("bad.yaml", text))).split("\n")).toEqual([
      "PolicyError: 10 things are wrong in the policy:",
      `  ${folder}/bad.yaml:1:1: denyTols: unknown key; did you mean denyTools?`,
      `  ${folder}/bad.yaml:9:1: audit: must be true or false; it is the text "maybe"`,
      `  ${folder}/bad.yaml:10:1: auditSize: must be a whole number from 0 to 1000000; it is the number -1`,
      `  ${folder}/bad.yaml:5:18: roles.a.deny_tools.0: "[a" is no glob: the "[" at character 1 is never closed; write [[] for a bracket itself`,
      `  ${folder}/bad.yaml:4:5: roles.a.max_sensitivity: "secret" is unknown; use one of public, internal, confidential, restricted`,
      `  ${folder}/bad.yaml:7:13: rules.0.match.kind: unknown key; did you mean kinds?`,
      `  ${folder}/bad.yaml:7:27: rules.0.match.roles: must be a list; it is the text "x"`,
      `  ${folder}/bad.yaml:8:19: rules.0.rateLimits.0.rate: must be a number above 0; it is the number 0`,
      `  ${folder}/bad.yaml:8:18: rules.0.rateLimits.0.per: is required`,
      `  ${folder}/bad.yaml:8:28: rules.0.rateLimits.0.scope: "princpal" is unknown; did you mean principal?`,
    ]);
  });

  it.each<[string, string | PolicyInput, string]>([
    ["both spellings of a key", { denyTools: ["a"], deny_tools: ["b"] }, 'policy: deny_tools: "denyTools" and "deny_tools" are the same key; keep one of them'],
    ["a transform", { transforms: ["redact"] }, "policy: transforms: transforms are not available in this version of cloudg-mcp"],
    ["a transform in a rule", { rules: [{ input_transforms: ["redact"] }] }, "policy: rules.0.input_transforms: transforms are not available"],
    ["transforms that are no list", { transforms: "redact" }, "policy: transforms: must be a list"],
    ["a capability that is none", { denyCapabilities: ["cloud_acess"] }, 'policy: denyCapabilities.0: "cloud_acess" is unknown; did you mean cloud_access?'],
    ["an empty glob", { denyTools: [""] }, 'policy: denyTools.0: "" is no glob: the pattern is empty'],
    ["a negation of nothing", { denyTools: ["!"] }, 'policy: denyTools.0: "!" is no glob'],
    ["a bad glob in match", { rules: [{ match: { principals: ["[z-a]"] } }] }, "policy: rules.0.match.principals.0:"],
    [
      "a bad glob in a rate limit of a role",
      { roles: { r: { rateLimits: [{ rate: 1, per: "day", tools: ["["] }] } } },
      "policy: roles.r.rateLimits.0.tools.0:",
    ],
    ["a rule that is a text", { rules: ["deny"] }, "policy: rules.0: a rule is a map of keys; this is a string"],
    ["rules that are a map", { rules: { a: {} } }, "policy: rules: must be a list; it is a map"],
    ["roles that are a list", { roles: ["a"] }, "policy: roles: must be a map; it is a list"],
    ["a list for a document", "- a\n- b\n", "inline policy:1:1: a policy is a map of keys; this is a list"],
    ["nothing", "# nothing\n", "inline policy: a policy is a map of keys; this is nothing"],
    ["a burst of half a call", { rateLimits: [{ rate: 1, per: "day", burst: 0.5 }] }, "policy: rateLimits.0.burst: must be a whole number from 1"],
    ["a rate that is not a number", { rateLimits: [{ rate: "10", per: "day" }] }, 'policy: rateLimits.0.rate: must be a number above 0; it is the text "10"'],
    ["an endless rate", { rateLimits: [{ rate: Infinity, per: "day" }] }, "policy: rateLimits.0.rate: must be a number above 0"],
    ["hideDenied: YAML's yes as a text", { hideDenied: "yes" }, "policy: hideDenied: must be true or false"],
    [
      "a word that YAML takes for a boolean",
      "denyCategories: [on]\n",
      "inline policy:1:18: denyCategories.0: must be a text; it is the boolean true (words such as yes",
    ],
    ["a name that is a number", "name: 7\n", "inline policy:1:1: name: must be a text; it is the number 7"],
    ["a date", "name: 2024-01-01\n", "inline policy:1:1: name: must be a text; it is a date; put it in quotes"],
  ])("%s", async (_what, source, message) => {
    expect(await faultOf(source)).toContain(`PolicyError: ${message}`);
  });

  it("keys of transforms that are empty or about transforms are accepted", async () => {
    const policy = await load({ transforms: [], input_transforms: null, transformOptions: { a: 1 }, detectors: [{}], vault: "memory", honor_hints: false });
    expect(policy.document.vault).toBe("memory");
  });
});

describe("hostile documents", () => {
  it.each<[string, string | PolicyInput, string]>([
    ["a key that is the prototype", '{"__proto__": {"denyTools": ["x"]}}', "inline policy:1:2: __proto__: unknown key"],
    ["another", '{"constructor": {}, "toString": 1}', "constructor: unknown key"],
    ["an object with a prototype of its own", Object.create({ denyTools: ["x"] }) as PolicyInput, "a policy is a map of keys; this is a object"],
    ["duplicate keys in YAML", "denyTools: [a]\ndenyTools: [b]\n", "inline policy:2:1: Map keys must be unique"],
    ["duplicate keys in JSON", '{"denyTools": ["a"],\n\t"denyTools": []}', "inline policy:2:2: Map keys must be unique"],
    ["two documents", "name: a\n---\nname: b\n", "inline policy:2:1: a second document begins here"],
    ["code", "name: !!js/function 'function () {}'\n", "Unresolved tag"],
    ["nesting without end", `name: ${"[".repeat(50_000)}\n`, "is nested too deeply"],
    ["a megabyte", `description: ${"x".repeat(1024 * 1024)}\n`, "a policy document has at most 1048576"],
    ["a pattern of a megabyte", { denyTools: ["*a".repeat(500_000)] }, "the pattern is 1000000 characters long; 2000 are allowed"],
    [
      "aliases that multiply",
      `a0: &a0 [x]\n${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`).join("\n")}\n`,
      "Excessive alias count",
    ],
    ["an alias to what is not there", "denyTools: *nowhere\n", "Unresolved alias"],
    ["a list that holds itself", "denyTools: &a [*a]\n", "denyTools"],
  ])("%s", async (_what, source, message) => {
    expect(await faultOf(source)).toContain(message);
  });

  it("may give a role any name", async () => {
    const policy = await load('{"name": "p", "extends": "standard", "roles": {"__proto__": {"denyTools": ["t"]}, "constructor": {}}}');
    const tool = new ToolSpec({ name: "t", handler: () => "ok" });
    expect(policy.explain(tool, new Principal({ id: "x", roles: ["__proto__"] })).reason).toBe("tool in the deny list of role '__proto__'");
    expect(policy.isAllowed(tool, new Principal({ id: "x", roles: ["constructor"] }))).toBe(true);
    expect(({} as Record<string, unknown>)["denyTools"]).toBeUndefined();
  });

  it("show the first fifty of their faults", async () => {
    const message = await faultOf({ denyTools: ["a"], rules: Array.from({ length: 500 }, () => "x") });
    expect(message.split("\n")).toHaveLength(52);
    expect(message).toContain("500 things are wrong");
    expect(message.endsWith("… and 450 more")).toBe(true);
  });
});
