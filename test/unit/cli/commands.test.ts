/** The commands that list, call and read: what goes to stdout, what to stderr, and the exit code. The process around them has its own test. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LIBRARY, QUIET_TOOLS, runInProcess } from "./run-in-process.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("tools", () => {
  it("prints a table of what a client sees", async () => {
    const { stdout, stderr, code } = await runInProcess(["tools", "--plugin", QUIET_TOOLS]);
    const lines = stdout.trimEnd().split("\n");
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^TOOL {2,}ARGUMENTS {2,}DESCRIPTION$/);
    expect(lines[1]).toMatch(/^greet {2,}name, times\? {2,}Greets somebody, at length where that is wanted\.$/);
    expect(lines).toHaveLength(5);
    expect(stdout).not.toMatch(/\u001b|second paragraph/);
    expect(stderr).toBe("");
  });

  it("prints the wire objects as one document with --json, before or after the command", async () => {
    const [after, before] = await Promise.all([
      runInProcess(["tools", "--json", "--plugin", QUIET_TOOLS, "--prefix", "x_"]),
      runInProcess(["--json", "--prefix", "x_", "--plugin", QUIET_TOOLS, "tools"]),
    ]);
    const { tools } = JSON.parse(after.stdout);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["x_greet", "x_blocks", "x_fail", "x_escape"]);
    expect(tools[0]).toMatchObject({ title: "Greet", inputSchema: { required: ["name"] }, _meta: { "cloudg/category": "samples" } });
    expect(before.stdout).toBe(after.stdout);
  });
});

describe("filters", () => {
  const namesOf = async (args: readonly string[]): Promise<string[]> => {
    const { stdout } = await runInProcess(["tools", "--json", "--plugin", QUIET_TOOLS, "--plugin", LIBRARY, ...args]);
    return (JSON.parse(stdout) as { tools: { name: string }[] }).tools.map(({ name }) => name);
  };

  it("offer some tools or categories, or all but some", async () => {
    expect(await namesOf(["--include-tool", "greet", "--include-tool", "fail"])).toEqual(["greet", "fail"]);
    expect(await namesOf(["--exclude-tool", "greet", "--prefix", "x_"])).not.toContain("x_greet");
    expect(await namesOf(["--exclude-category", "samples"])).not.toContain("greet");
    expect(await namesOf(["--include-category", "samples"])).toEqual(["greet", "blocks", "fail", "escape"]);
  });

  it("that name nothing say what there is", async () => {
    const { stderr, code } = await runInProcess(["tools", "--plugin", QUIET_TOOLS, "--include-tool", "gret"]);
    expect([stderr, code]).toEqual(['cloudg-mcp: unknown tool "gret"; did you mean greet?\n', 2]);
    const category = await runInProcess(["tools", "--plugin", QUIET_TOOLS, "--exclude-category", "zzz"]);
    expect([category.stderr, category.code]).toEqual(['cloudg-mcp: unknown category "zzz"; the categories are samples\n', 2]);
  });
});

describe("middleware", () => {
  it("is built from the flags: the audit log has a line for the call, without its values", async () => {
    const file = path.join(folder, "audit.jsonl");
    const flags = ["--audit-log", file, "--metrics", "--max-concurrency", "2", "--cache-ttl", "60", "--retries", "1"];
    const { stdout, code } = await runInProcess(["call", "greet", "--args", '{"name":"Secret-Ann"}', "--plugin", QUIET_TOOLS, ...flags]);
    expect([stdout, code]).toEqual(["hello Secret-Ann\n", 0]);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event: "mcp.call", name: "greet", outcome: "ok", principal: "local", argument_keys: ["name"] },
    ]);
    expect(lines.join()).not.toContain("Secret-Ann");
    const metrics = await runInProcess(["resources", "--plugin", QUIET_TOOLS, "--metrics"]);
    expect(metrics.stdout).toContain("cloudg://metrics");
  });

  it.each([
    [["--max-concurrency", "0"], "It is a whole number above 0."],
    [["--cache-ttl", "-1"], "It is a number of seconds above 0."],
    [["--retries", "x"], "It is a whole number above 0."],
  ])("refuses %j", async (flags, message) => {
    const { stderr, code } = await runInProcess(["tools", "--plugin", QUIET_TOOLS, ...flags]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("says which audit log cannot be written", async () => {
    const file = path.join(folder, "no-such-folder", "audit.jsonl");
    const { stderr, code } = await runInProcess(["tools", "--plugin", QUIET_TOOLS, "--audit-log", file]);
    expect(stderr).toMatch(new RegExp(`^cloudg-mcp: The audit log ${file} cannot be opened: ENOENT`));
    expect(code).toBe(1);
  });
});

describe("resources and prompts", () => {
  it("lists resources and templates of every plugin given", async () => {
    const { stdout, code } = await runInProcess(["resources", "--plugin", QUIET_TOOLS, "--plugin", LIBRARY]);
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
    const { stdout } = await runInProcess(["resources", "--plugin", LIBRARY, "--json"]);
    const { resources, resourceTemplates } = JSON.parse(stdout);
    expect([resources.length, resourceTemplates[0].uriTemplate]).toEqual([2, "library://books/{title}"]);
  });

  it("lists prompts with their arguments", async () => {
    const { stdout } = await runInProcess(["prompts", "--plugin", LIBRARY]);
    expect(stdout).toMatch(/^PROMPT +ARGUMENTS +DESCRIPTION\nreview +title, tone\? +Reviews a book\.\n$/);
  });

  it("says on stderr that there are none", async () => {
    const { stdout, stderr, code } = await runInProcess(["resources", "--plugin", QUIET_TOOLS]);
    expect([stdout, code]).toEqual(["", 0]);
    expect(stderr).toContain("no resources and no templates");
  });
});

describe("call", () => {
  it("prints the text alone; progress and logs go to stderr", async () => {
    const { stdout, stderr, code } = await runInProcess(["call", "greet", "--args", '{"name":"Ann","times":"2"}', "--plugin", QUIET_TOOLS]);
    expect([stdout, code]).toEqual(["hello Ann again\n", 0]);
    expect(stderr).toBe('progress: 1/2 half way\nwarning: greeter: {"about":"Ann"}\n');
  });

  it("takes arguments from a file", async () => {
    const file = path.join(folder, "arguments.json");
    writeFileSync(file, '\ufeff{"name": "File"}\n');
    const { stdout } = await runInProcess(["call", "greet", "--args", `@${file}`, "--plugin", QUIET_TOOLS]);
    expect(stdout).toBe("hello File\n");
  });

  it("prints every problem of refused arguments, without their values, and exits 1", async () => {
    const { stdout, code } = await runInProcess(["call", "greet", "--args", '{"times":0,"colour":"crimson"}', "--plugin", QUIET_TOOLS]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Invalid arguments: (?=.*name: )(?=.*times: )(?=.*colour: )/);
    expect(stdout).not.toContain("crimson");
  });

  it("prints the CallToolResult with --json, an error result too", async () => {
    const { stdout, code } = await runInProcess(["call", "fail", "--json", "--plugin", QUIET_TOOLS]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "Invalid arguments: name: is taken" }],
      _meta: { "cloudg/error_code": -32602 },
    });
  });

  it("describes blocks that are no text", async () => {
    const { stdout } = await runInProcess(["call", "blocks", "--plugin", QUIET_TOOLS]);
    expect(stdout).toBe("first\n[image: image/png, 3 bytes; --json has the data]\n[link] memo: memo://1\n");
  });

  it("shows a terminal no escape sequence that came with data, and leaves it alone for a pipe", async () => {
    const call = ["call", "escape", "--plugin", QUIET_TOOLS];
    expect((await runInProcess(call)).stdout).toBe("\u001b[31mred\n");
    expect((await runInProcess(call, { isTTY: true, columns: 80 })).stdout).toBe("\\u001b[31mred\n");
  });

  it.each([
    ['{"name":}', "--args: not JSON at line 1, column 9: there should be a value"],
    ['{"name":"a"', '--args: not JSON at line 1, column 12: it ends where "," or the closing bracket should follow'],
    ["{name:Ann}", `--args '{"limit": 3}'`],
    ["[1]", '--args: the arguments are a JSON object, such as {"limit": 3}; this is an array'],
    ["null", "this is null"],
    ["@/no/such/file", "--args: the file /no/such/file cannot be read: ENOENT"],
  ])("--args %s is a usage error", async (args, message) => {
    const { stdout, stderr, code } = await runInProcess(["call", "greet", "--args", args, "--plugin", QUIET_TOOLS]);
    expect([stdout, code]).toEqual(["", 2]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("Ann");
  });

  it.each([
    [["call", "gret"], 'cloudg-mcp: unknown tool "gret"; did you mean greet?\n'],
    [["call", "zzz"], 'cloudg-mcp: unknown tool "zzz"; the tools are greet, blocks, fail, escape\n'],
    [["call", "zzz", "--prefix", "p."], "the tools are p.greet, p.blocks, p.fail, p.escape\n"],
  ])("%j exits 1 with a proposal", async (args, message) => {
    const { stdout, stderr, code } = await runInProcess([...args, "--plugin", QUIET_TOOLS]);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toContain(message);
  });
});

describe("read", () => {
  it("prints text, also of a template", async () => {
    const [index, book] = await Promise.all([
      runInProcess(["read", "library://index", "--plugin", LIBRARY]),
      runInProcess(["read", "library://books/emma", "--plugin", LIBRARY]),
    ]);
    expect(JSON.parse(index.stdout)).toEqual(["emma", "persuasion"]);
    expect(book.stdout).toBe("a novel\n");
  });

  it("pipes bytes as they are, gives them as base64 with --json, and keeps them from a terminal", async () => {
    const read = ["read", "library://cover", "--plugin", LIBRARY];
    expect([...(await runInProcess(read)).bytes]).toEqual([0x89, 0x50, 0x4e, 0x47, 0xff]);
    expect(JSON.parse((await runInProcess([...read, "--json"])).stdout)).toEqual({
      contents: [{ uri: "library://cover", mimeType: "image/png", blob: "iVBOR/8=" }],
    });
    const shown = await runInProcess(read, { isTTY: true });
    expect([shown.stdout, shown.stderr]).toEqual(["", expect.stringContaining("5 bytes of image/png")]);
  });

  it.each([
    ["library://indx", 'cloudg-mcp: unknown resource "library://indx"; did you mean library://index?\n'],
    ["library://books/ema", "cloudg-mcp: library://books/ema: there is no book called ema\n"],
  ])("%s exits 1 and says why", async (uri, message) => {
    const { stdout, stderr, code } = await runInProcess(["read", uri, "--plugin", LIBRARY]);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toContain(message);
  });
});

describe("usage", () => {
  it.each([
    [["tools"], "no plugin to load; name one or more: --plugin ./dist/index.js"],
    [["nope"], "error: unknown command 'nope'"],
    [["tool"], "(Did you mean tools?)"],
    [["tools", "--jsn"], "error: unknown option '--jsn'"],
    [["call"], "error: missing required argument 'tool'"],
    [["tools", "--timeout", "soon"], "It is a number of seconds, 0 for no limit."],
    [["tools", "--timeout", "-1"], "It is a number of seconds, 0 for no limit."],
    [["tools", "--prefix", "a b"], 'prefix "a b" is not valid'],
    [["serve", "--transport", "tcp"], "Allowed choices are stdio, http."],
    [["serve", "--transport", "http", "--port", "70000"], "It is a whole number from 0 to 65535."],
    [["serve", "--transport", "http", "--path", "mcp"], 'It begins with "/" and has no query.'],
    [["serve", "--port", "8765", "--plugin", QUIET_TOOLS], "--port is for HTTP: add --transport http"],
    [[], "Usage: cloudg-mcp [options] [command]"],
  ])("%j exits 2", async (args, message) => {
    const { stdout, stderr, code } = await runInProcess(args);
    expect([stdout, code]).toEqual(["", 2]);
    expect(stderr).toContain(message);
  });

  it("prints help that was asked for on stdout and exits 0", async () => {
    for (const args of [["--help"], ["help", "serve"], ["serve", "--help"]]) {
      const { stdout, stderr, code } = await runInProcess(args);
      expect([stderr, code]).toEqual(["", 0]);
      expect(stdout).toMatch(/^Usage: cloudg-mcp [^]*--plugin <module>/);
    }
  });
});
