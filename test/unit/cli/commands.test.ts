/** The commands that list, call and read: what goes to stdout, what to stderr, and the exit code. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { finish, LIBRARY, runCli, seen, startCli, TOOLS } from "./run-cli.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("tools", () => {
  it("prints a table of what a client sees, and nothing a plugin writes", async () => {
    const { stdout, stderr, code } = await runCli(["tools", "--plugin", TOOLS]);
    const lines = stdout.trimEnd().split("\n");
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^TOOL {2,}ARGUMENTS {2,}DESCRIPTION$/);
    expect(lines[1]).toMatch(/^greet {2,}name, times\? {2,}Greets somebody, at length where that is wanted\.$/);
    expect(lines).toHaveLength(7);
    expect(stdout).not.toMatch(/chatter|\u001b|second paragraph/);
    expect(stderr).toBe("chatter at import time\nchatter at start\n");
  });

  it("prints the wire objects as one document with --json, before or after the command", async () => {
    const [after, before] = await Promise.all([runCli(["tools", "--json", "--plugin", TOOLS, "--prefix", "x_"]), runCli(["--json", "--prefix", "x_", "--plugin", TOOLS, "tools"])]);
    const { tools } = JSON.parse(after.stdout);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["x_greet", "x_blocks", "x_fail", "x_escape", "x_wait", "x_linger"]);
    expect(tools[0]).toMatchObject({ title: "Greet", inputSchema: { required: ["name"] }, _meta: { "cloudg/category": "samples" } });
    expect(before.stdout).toBe(after.stdout);
  });
});

describe("resources and prompts", () => {
  it("lists resources and templates of every plugin given", async () => {
    const { stdout, code } = await runCli(["resources", "--plugin", TOOLS, "--plugin", LIBRARY]);
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["RESOURCE", "TYPE", "DESCRIPTION"],
      ["library://index", "application/json", "Index of books"],
      ["library://cover", "image/png", "cover"],
      [""],
      ["TEMPLATE", "TYPE", "DESCRIPTION"],
      ["library://books/{title}", "text/plain", "One book."],
      [""],
    ]);
  });

  it("prints both lists in one document", async () => {
    const { stdout } = await runCli(["resources", "--plugin", LIBRARY, "--json"]);
    const { resources, resourceTemplates } = JSON.parse(stdout);
    expect([resources.length, resourceTemplates[0].uriTemplate]).toEqual([2, "library://books/{title}"]);
  });

  it("lists prompts with their arguments", async () => {
    const { stdout } = await runCli(["prompts", "--plugin", LIBRARY]);
    expect(stdout).toMatch(/^PROMPT +ARGUMENTS +DESCRIPTION\nreview +title, tone\? +Reviews a book\.\n$/);
  });

  it("says on stderr that there are none", async () => {
    const { stdout, stderr, code } = await runCli(["resources", "--plugin", TOOLS]);
    expect([stdout, code]).toEqual(["", 0]);
    expect(stderr).toContain("no resources and no templates");
  });
});

describe("call", () => {
  it("prints the text alone; progress, logs and everything else written go to stderr", async () => {
    const { stdout, stderr, code } = await runCli(["call", "greet", "--args", '{"name":"Ann","times":"2"}', "--plugin", TOOLS]);
    expect([stdout, code]).toEqual(["hello Ann again\n", 0]);
    expect(stderr.split("\n")).toEqual(expect.arrayContaining(["progress: 1/2 half way", 'warning: greeter: {"about":"Ann"}', "chatter in a handler", "written to stdout"]));
  });

  it("takes arguments from a file and from stdin", async () => {
    const file = path.join(folder, "arguments.json");
    writeFileSync(file, '\ufeff{"name": "File"}\n');
    const [fromFile, fromStdin] = await Promise.all([
      runCli(["call", "greet", "--args", `@${file}`, "--plugin", TOOLS]),
      runCli(["call", "greet", "--args", "-", "--plugin", TOOLS], { stdin: '{"name":"Stdin"}' }),
    ]);
    expect([fromFile.stdout, fromStdin.stdout]).toEqual(["hello File\n", "hello Stdin\n"]);
  });

  it("prints every problem of refused arguments, without their values, and exits 1", async () => {
    const { stdout, code } = await runCli(["call", "greet", "--args", '{"times":0,"colour":"crimson"}', "--plugin", TOOLS]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Invalid arguments: (?=.*name: )(?=.*times: )(?=.*colour: )/);
    expect(stdout).not.toContain("crimson");
  });

  it("prints the CallToolResult with --json, an error result too", async () => {
    const { stdout, code } = await runCli(["call", "fail", "--json", "--plugin", TOOLS]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ isError: true, content: [{ type: "text", text: "Invalid arguments: name: is taken" }], _meta: { "cloudg/error_code": -32602 } });
  });

  it("describes blocks that are no text", async () => {
    const { stdout } = await runCli(["call", "blocks", "--plugin", TOOLS]);
    expect(stdout).toBe("first\n[image: image/png, 3 bytes; --json has the data]\n[link] memo: memo://1\n");
  });

  it("leaves bytes alone where no terminal reads them", async () => {
    expect((await runCli(["call", "escape", "--plugin", TOOLS])).stdout).toBe("\u001b[31mred\n");
  });

  it("ends although the plugin left a timer", async () => {
    expect(await runCli(["call", "linger", "--plugin", TOOLS])).toMatchObject({ stdout: "done\n", code: 0 });
  });

  it.each([
    [["call", "gret"], 'cloudg-mcp: unknown tool "gret"; did you mean greet?\n'],
    [["call", "zzz"], 'cloudg-mcp: unknown tool "zzz"; the tools are greet, blocks, fail, escape, wait, linger\n'],
    [["call", "zzz", "--prefix", "p."], 'the tools are p.greet, p.blocks, p.fail, p.escape, p.wait, p.linger\n'],
  ])("%j exits 1 with a proposal", async (args, message) => {
    const { stdout, stderr, code } = await runCli([...args, "--plugin", TOOLS]);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toContain(message);
  });

  it("stops at the timeout of the command line", async () => {
    const { stdout, code } = await runCli(["call", "wait", "--timeout", "0.05", "--plugin", TOOLS]);
    expect([stdout, code]).toEqual(['tool "wait" did not answer within 0.05 s\n', 1]);
  });

  it("ends a call at Ctrl-C with the signal's exit code", async () => {
    const child = startCli(["call", "wait", "--plugin", TOOLS]);
    const ended = finish(child);
    await seen(child.stderr, /progress: 1/);
    child.kill("SIGINT");
    const { stdout, code } = await ended;
    expect(code).toBe(130);
    expect(stdout).toContain("SIGINT");
  });

  it("survives a reader of stdout that goes away", async () => {
    const child = startCli(["tools", "--json", "--plugin", TOOLS]);
    const ended = finish(child);
    child.stdout.destroy();
    const { stderr, code } = await ended;
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/EPIPE|at /);
  });
});

describe("read", () => {
  it("prints text, also of a template", async () => {
    const [index, book] = await Promise.all([runCli(["read", "library://index", "--plugin", LIBRARY]), runCli(["read", "library://books/emma", "--plugin", LIBRARY])]);
    expect(JSON.parse(index.stdout)).toEqual(["emma", "persuasion"]);
    expect(book.stdout).toBe("a novel\n");
  });

  it("pipes bytes as they are, and as base64 with --json", async () => {
    const child = startCli(["read", "library://cover", "--plugin", LIBRARY]);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    await finish(child);
    expect([...Buffer.concat(chunks)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0xff]);
    const { stdout } = await runCli(["read", "library://cover", "--json", "--plugin", LIBRARY]);
    expect(JSON.parse(stdout)).toEqual({ contents: [{ uri: "library://cover", mimeType: "image/png", blob: "iVBOR/8=" }] });
  });

  it.each([
    ["library://indx", 'cloudg-mcp: unknown resource "library://indx"; did you mean library://index?\n'],
    ["library://books/ema", "cloudg-mcp: library://books/ema: there is no book called ema\n"],
  ])("%s exits 1 and says why", async (uri, message) => {
    const { stdout, stderr, code } = await runCli(["read", uri, "--plugin", LIBRARY]);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toContain(message);
  });
});
