/** The command line under a policy: what each command shows to whom, `tools --explain`, `policy check` of the six profiles word for word. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { PROFILE_NAMES } from "../../../src/policy/profile-documents.js";
import { runInProcess } from "./run-in-process.js";

const GOVERNED = path.join(import.meta.dirname, "fixtures/governed.ts");
const PLUGIN = ["--plugin", GOVERNED];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cli-policy-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const TEAM = `name: team
extends: strict
denyResources: ["governed://one/prod-*"]
roles:
  ops: {allowCapabilities: [exec, write_fs], maxSensitivity: restricted}
rules:
  - {name: night, match: {tags: [slow], roles: [ops]}, denyTools: ["*"]}
`;

describe("commands work under the policy", () => {
  it.each<[string, string[], string[]]>([
    ["standard, unless told otherwise", [], ["look", "fetch", "run"]],
    ["a profile", ["--policy", "strict"], ["look"]],
    ["for a role", ["--role", "admin"], ["look", "reveal", "fetch", "run"]],
    ["for a role under a profile", ["--policy", "airgapped", "--role", "admin"], ["look", "reveal"]],
  ])("%s", async (_what, options, expected) => {
    const { stdout } = await runInProcess(["tools", "--json", ...PLUGIN, ...options]);
    expect((JSON.parse(stdout) as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual(expected);
    const exported = await runInProcess(["export", "--format", "json", ...PLUGIN, ...options]);
    expect((JSON.parse(exported.stdout) as { name: string }[]).map(({ name }) => name)).toEqual(expected);
  });

  it("a file, for an id", async () => {
    const file = write("ids.yaml", "extends: strict\nrules: [{match: {principals: [ann]}, maxSensitivity: restricted}]\n");
    const listed = async (...options: string[]) =>
      (await runInProcess(["resources", "--policy", file, ...PLUGIN, ...options])).stdout.includes("governed://all");
    expect([await listed(), await listed("--principal-id", "ann"), await listed("--principal-id", "bob")]).toEqual([false, true, false]);
  });

  it("call and read answer what is hidden like what is not there, and propose nothing hidden", async () => {
    const call = (name: string) => runInProcess(["call", name, "--policy", "strict", ...PLUGIN]);
    const [hidden, absent] = [await call("reveal"), await call("reveax")];
    expect([hidden.code, hidden.stderr.replaceAll("reveal", "NAME")]).toEqual([absent.code, absent.stderr.replaceAll("reveax", "NAME")]);
    expect(hidden.stderr).toBe('cloudg-mcp: unknown tool "reveal"; the tools are look\n');
    const read = (uri: string) => runInProcess(["read", uri, "--policy", write("team.yaml", TEAM), ...PLUGIN]);
    expect((await read("governed://one/dev-1")).stdout).toBe("dev-1\n");
    for (const uri of ["governed://all", "governed://one/prod-1", "governed://one/%70rod-1"]) {
      const { stderr, code } = await read(uri);
      expect([code, stderr]).toEqual([1, `cloudg-mcp: unknown resource "${uri}"; the resources are governed://one/{+ref}\n`]);
    }
  });

  it("a policy that cannot be used is told before plugins are loaded", async () => {
    const file = write("bad.yaml", "denyTols: [a]\n");
    for (const command of [["tools"], ["serve"], ["call", "x"]]) {
      const { stderr, code, stdout } = await runInProcess([...command, "--policy", file, "--plugin", "./is-not-there.js"]);
      expect([code, stdout, stderr]).toEqual([1, "", `cloudg-mcp: ${file}:1:1: denyTols: unknown key; did you mean denyTools?\n`]);
    }
  });

  it("a store that is not there is told, without its password", async () => {
    const { stderr, code } = await runInProcess(["tools", "--policy", "strict", "--rate-limit-store", "redis://user:hunter2@127.0.0.1:1", ...PLUGIN]);
    expect([code, stderr]).toEqual([
      1,
      "cloudg-mcp: The store of the rate limits, redis://127.0.0.1:1, does not answer; start it, or leave the store out to count in this process alone\n",
    ]);
    const wrong = await runInProcess(["tools", "--policy", "strict", "--rate-limit-store", "hunter2@host", ...PLUGIN]);
    expect(wrong.stderr).toBe("cloudg-mcp: The store of the rate limits is given as redis://HOST:PORT or rediss://HOST:PORT\n");
  });
});

describe("tools --explain", () => {
  it("lists every tool with its reason and what would have to change", async () => {
    const { stdout, stderr } = await runInProcess(["tools", "--explain", "--policy", write("team.yaml", TEAM), "--prefix", "g_", ...PLUGIN], { columns: 400 });
    expect(stderr).toBe("policy team, for local with the roles default, local\n");
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ["TOOL", "ALLOWED", "REASON", "DECIDED BY", "WHAT WOULD HAVE TO CHANGE"],
      ["g_look", "yes", "allowed by policy 'team'", "policy 'team'"],
      [
        "g_reveal",
        "no",
        "capability 'reveal' denied by policy 'team'",
        "policy 'team'",
        "grant 'reveal' with allowCapabilities in a rule that matches (role 'admin', role 'privacy-admin' do)",
      ],
      [
        "g_fetch",
        "no",
        "capability 'cloud_access' denied by policy 'team'",
        "policy 'team'",
        "grant 'cloud_access' with allowCapabilities in a rule that matches",
      ],
      [
        "g_run",
        "no",
        "sensitivity 'restricted' exceeds the allowed 'confidential'",
        "policy 'team'",
        "raise maxSensitivity of policy 'team' to 'restricted', or set it so in a rule that matches; and grant 'exec' with allowCapabilities in a rule that matches (role 'ops' does); and grant 'write_fs' with allowCapabilities in a rule that matches (role 'ops' does)",
      ],
    ]);
  });

  it("for the caller that is named, as one document", async () => {
    const { stdout } = await runInProcess([
      "tools",
      "--explain",
      "--json",
      "--role",
      "ops",
      "--principal-id",
      "ann",
      "--policy",
      write("team.yaml", TEAM),
      "--exclude-tool",
      "fetch",
      ...PLUGIN,
    ]);
    const { policy, principal, tools } = JSON.parse(stdout) as { policy: string; principal: object; tools: { name: string }[] };
    expect([policy, principal, tools.map(({ name }) => name)]).toEqual(["team", { id: "ann", roles: ["ops"] }, ["look", "reveal", "run"]]);
    expect(tools[2]).toEqual({
      name: "run",
      allowed: true,
      reason: "capability 'exec' granted by role 'ops'",
      matched: ["role 'ops'"],
      decidedBy: "role 'ops'",
      changes: [],
    });
  });
});

describe("policy check", () => {
  it.each(PROFILE_NAMES)("%s is what it was", async (name) => {
    const { stdout, stderr, code } = await runInProcess(["policy", "check", name, ...PLUGIN]);
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toBe(readFileSync(path.join(import.meta.dirname, `pins/policy-check/${name}.txt`), "utf8"));
  });

  it("shows a file's effective policy, and the policy alone without plugins", async () => {
    const { stdout } = await runInProcess(["policy", "check", write("team.yaml", TEAM)], { columns: 200 });
    expect(stdout).toContain("policy team can be used; it extends strict, which extends standard\n");
    expect(
      stdout
        .split("\n")
        .slice(-7)
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ["ROLES", "CAPABILITIES DENIED", "SENSITIVITY UP TO", "RULES FOR IT"],
      ["default", "reveal, cloud_access, exec, write_fs", "confidential", "none"],
      ["default, local", "reveal, cloud_access, exec, write_fs", "confidential", "none"],
      ["admin", "cloud_access, exec, write_fs", "confidential", "role 'admin'"],
      ["privacy-admin", "cloud_access, exec, write_fs", "confidential", "role 'privacy-admin'"],
      ["ops", "reveal, cloud_access", "restricted", "role 'ops', rule 'night' (some)"],
      [""],
    ]);
  });

  it("is one document with --json, for the caller that is named", async () => {
    const { stdout } = await runInProcess(["policy", "check", write("team.yaml", TEAM), "--json", "--role", "ops", ...PLUGIN]);
    const report = JSON.parse(stdout) as {
      extends: string[];
      effective: object;
      callers: { roles: string[]; primitives: { name: string; kind: string; allowed: boolean }[] }[];
    };
    expect([report.extends, report.callers.length, report.callers[0]!.roles]).toEqual([["strict", "standard"], 1, ["ops"]]);
    expect(report.effective).toMatchObject({ maxSensitivity: "confidential", denyResources: ["governed://one/prod-*"] });
    expect(report.callers[0]!.primitives.map(({ kind, name, allowed }) => `${kind} ${name} ${allowed}`)).toEqual([
      "tool look true",
      "tool reveal false",
      "tool fetch false",
      "tool run true",
      "resource governed://all true",
      "resourceTemplate governed://one/{+ref} true",
      "prompt ask true",
    ]);
  });

  it("tells every fault, and exits 1", async () => {
    const file = write("bad.yaml", "denyTols: [a]\nmaxSensitivity: secret\n");
    const { stdout, stderr, code } = await runInProcess(["policy", "check", file]);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr.split("\n")).toEqual([
      "cloudg-mcp: 2 things are wrong in the policy:",
      `  ${file}:1:1: denyTols: unknown key; did you mean denyTools?`,
      `  ${file}:2:1: maxSensitivity: "secret" is unknown; use one of public, internal, confidential, restricted`,
      "",
    ]);
  });
});

it("policy profiles lists them", async () => {
  const { stdout } = await runInProcess(["policy", "profiles"]);
  expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual(expect.arrayContaining(["PROFILE", ...PROFILE_NAMES]));
  expect((JSON.parse((await runInProcess(["policy", "profiles", "--json"])).stdout) as { profiles: unknown[] }).profiles).toHaveLength(6);
});
