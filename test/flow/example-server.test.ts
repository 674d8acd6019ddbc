/** The example server as its user meets it: the command line in the checkout, real files, and no sensitive value in any answer. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { spawn } from "node:child_process";

const root = fileURLToPath(new URL("../..", import.meta.url));
const data = path.join(root, "test/fixtures/cloudg");
const outside = mkdtempSync(path.join(tmpdir(), "cloudg-outside-"));
afterAll(() => rmSync(outside, { recursive: true, force: true }));

function example(args: string[], env: Record<string, string> = {}): { status: number | null; stdout: string; stderr: string } {
  const command = ["dist/cli/main.js", "--plugin", "./examples/cloudg/dist/index.js", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, CLOUDG_MCP_ALLOWED_ROOTS: data, ...env },
  });
  return { status, stdout, stderr };
}
const call = (tool: string, args: object, env?: Record<string, string>) => {
  const { status, stdout, stderr } = example(["call", tool, "--args", JSON.stringify(args), "--json"], env);
  return { status, stderr, result: JSON.parse(stdout) as { isError: boolean; structuredContent: Record<string, unknown>; content: { text: string }[] } };
};

describe("the example on the command line", () => {
  it("takes a number that came as a string", () => {
    const { status, result } = call("find_assets", { limit: "3" });
    expect(status).toBe(0);
    expect(result.structuredContent["assets"]).toHaveLength(3);
  });

  it("lists both problems of a bad call, exits 1 and echoes neither value", () => {
    const { status, stdout, stderr } = example(["call", "find_assets", "--args", '{"limit":0,"colour":"crimson"}']);
    expect(status).toBe(1);
    expect(stdout + stderr).toMatch(/limit: .*greater than or equal to 1; colour: /);
    expect(stdout + stderr).not.toContain("crimson");
  });

  it("pages without losing or repeating an asset, and refuses a cursor of another question", () => {
    const all = call("find_assets", { limit: 200 }).result.structuredContent as { assets: { id: string }[]; total: number };
    const seen: string[] = [];
    let cursor: string | undefined = "";
    while (cursor !== undefined) {
      const page = call("find_assets", { limit: 30, cursor }).result.structuredContent as { assets: { id: string }[]; nextCursor?: string };
      seen.push(...page.assets.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all.assets.map(({ id }) => id));
    const { nextCursor } = call("find_assets", { limit: 5 }).result.structuredContent;
    expect(call("find_assets", { limit: 5, provider: "aws", cursor: nextCursor }).result.isError).toBe(true);
  });

  it("finds the bastion by id, ARN and name, proposes names for a miss, and reads it as a resource", () => {
    const arn = "arn:aws:ec2:us-east-1:111111111111:instance/i-0bast";
    for (const ref of [arn, "bastion"]) expect(call("get_asset", { ref }).result.structuredContent).toMatchObject({ arn, name: "bastion" });
    const miss = call("get_asset", { ref: "bastian" });
    expect(miss.status).toBe(1);
    expect(miss.result.content[0]!.text).toContain("bastion");
    const { status, stdout } = example(["read", `cloudg://assets/${arn}`]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ arn });
    expect(JSON.parse(example(["read", `cloudg://assets/${arn}/neighbors`]).stdout)).toBeTruthy();
    expect(example(["read", "cloudg://assets/nothing-like-it"])).toMatchObject({ status: 1, stdout: "" });
  });

  it.each([
    ["a file that is not there", "nowhere.json", /nowhere\.json/],
    ["a path outside the roots", "/etc/hostname", /allowed director/],
    ["a directory", ".", /director|regular file|not a file/i],
  ])("refuses %s and keeps what is loaded", (_, file, message) => {
    const { status, result } = call("load_dataset", { path: file });
    expect(status).toBe(1);
    expect(result.content[0]!.text).toMatch(message);
  });

  it("refuses a link that leaves the roots, a truncated file and an unknown kind", () => {
    const secret = path.join(outside, "secret.json");
    writeFileSync(secret, '{"version": 4, "resources": []}');
    const inside = mkdtempSync(path.join(tmpdir(), "cloudg-inside-"));
    symlinkSync(secret, path.join(inside, "link.json"));
    writeFileSync(path.join(inside, "cut.json"), '{"version": 4, "resources": [');
    writeFileSync(path.join(inside, "other.json"), '{"hello": "world"}');
    const env = { CLOUDG_MCP_ALLOWED_ROOTS: inside };
    expect(call("load_dataset", { path: "link.json" }, env).result.content[0]!.text).toMatch(/allowed director/);
    expect(call("load_dataset", { path: "cut.json" }, env).result.content[0]!.text).toMatch(/JSON/);
    expect(call("load_dataset", { path: "other.json" }, env).result.content[0]!.text).toMatch(/kind/);
    rmSync(inside, { recursive: true });
  });
});

describe("npm start", () => {
  it("serves the sample over HTTP and says where, what is loaded and how to connect", async () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { scripts: { start: string } };
    const [, ...args] = scripts.start.split(" ");
    const child = spawn(process.execPath, [...args, "--port", "0"], { cwd: root });
    let notice = "";
    child.stderr.on("data", (chunk) => (notice += String(chunk)));
    try {
      for (let i = 0; i < 500 && !/http:\S+\/mcp[^]*tools/.test(notice); i++) await new Promise((resolve) => setTimeout(resolve, 20));
      const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(notice)![0];
      const client = new Client({ name: "t", version: "1" }, { versionNegotiation: { mode: "auto" } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("find_assets");
      const result = await client.callTool({ name: "find_assets", arguments: { query: "bastion" } });
      expect(result.structuredContent).toMatchObject({ total: expect.any(Number) });
      const prompt = await client.getPrompt({ name: "compliance_gap_analysis", arguments: { framework: "CIS-AWS" } });
      expect(prompt.messages.length).toBeGreaterThan(1);
      const { completion } = await client.complete({
        ref: { type: "ref/prompt", name: "compliance_gap_analysis" },
        argument: { name: "framework", value: "cis" },
      });
      expect(completion.values).toContain("CIS-AWS");
      await client.close();
    } finally {
      child.kill("SIGTERM");
      expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
    }
    expect(notice).toMatch(/7 tools[^]*sample \(\d+ assets, \d+ findings\)[^]*claude mcp add/);
  });
});
