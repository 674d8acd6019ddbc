/** `schemas --stats`, `--diff` and the lint's options: what is printed and the exit codes. What is measured and compared has tests of its own. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { runInProcess } from "./run-in-process.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cli-surface-"));
  mkdirSync(path.join(folder, "src"));
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { target: "ES2022", module: "NodeNext", experimentalDecorators: true, strict: true }, include: ["src"] }),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writePlugin(members: string, cls = "Notes"): void {
  const head = 'import { prompt, resource, resourceTemplate, tool } from "cloudg-mcp";\n';
  writeFileSync(path.join(folder, "src/index.ts"), `${head}export class ${cls} {\n${members}\n}\n`);
}
const run = (...args: string[]) => runInProcess(["schemas", "--project", path.join(folder, "tsconfig.json"), ...args]);
const oldFile = () => path.join(folder, "old.json");

const BEFORE = `
  /** Finds. */ @tool({ output: true }) find(ctx: unknown, word: string, kind: "a" | "b" = "a", limit = 10): { name: string; size?: number } { return { name: word }; }
  @tool("drop") gone(ctx: unknown): void {}
  @tool() same(ctx: unknown, at: { x: number }): void {}
  @resource("notes://all") all(ctx: unknown): string { return ""; }
  @resourceTemplate("notes://{id}") one(ctx: unknown, id: string): string { return id; }
  @prompt() ask(ctx: unknown, topic: string): string { return topic; }`;
const AFTER = `
  /** Finds well. */ @tool({ output: true }) find(ctx: unknown, word: string, kind: "a" = "a", limit = 20, more?: string): { name: string | null } { return { name: word }; }
  @tool("same") renamed(ctx: unknown, at: { x: number }): void {}
  @tool() fresh(ctx: unknown): void {}
  @resource("notes://every") all(ctx: unknown): string { return ""; }
  @resourceTemplate("notes://{id}") one(ctx: unknown, id: string): string { return id; }
  @prompt() ask(ctx: unknown, topic: string, tone: string): string { return topic + tone; }`;

/** Leaves the manifest of `BEFORE` as old.json. */
async function emitBefore(): Promise<void> {
  writePlugin(BEFORE);
  await run("--no-lint");
  writeFileSync(oldFile(), readFileSync(path.join(folder, "cloudg-mcp.schemas.json")));
}

describe("--diff", () => {
  it("tells what changed of every kind, breaking things first, and exits 1", async () => {
    await emitBefore();
    writePlugin(AFTER, "Renamed");
    const { stdout, stderr, code } = await run("--diff", oldFile());
    expect([stderr, code]).toEqual(["", 1]);
    expect(stdout.split("\n")).toEqual([
      "Breaking",
      "  tool drop: removed",
      '  tool find: argument kind: no longer "b"',
      "  tool find: output name: now also null",
      "  tool find: output size: removed",
      "  resource notes://all: removed",
      "  prompt ask: argument tone: new, and required",
      "Compatible",
      "  tool find: argument more: new",
      "  tool fresh: new",
      "  resource notes://every: new",
      "Notes",
      "  tool find: description changed",
      "  tool find: argument limit: default 10 → 20",
      "",
    ]);
  });

  it("says the same as JSON, and writes nothing", async () => {
    await emitBefore();
    writePlugin(AFTER);
    const before = readFileSync(path.join(folder, "src/schemas.generated.ts"), "utf8");
    const { stdout, code } = await run("--diff", oldFile(), "--json");
    expect(code).toBe(1);
    const { breaking, changes } = JSON.parse(stdout) as { breaking: boolean; changes: object[] };
    expect(breaking).toBe(true);
    expect(changes[0]).toEqual({ level: "breaking", kind: "tool", key: "drop", place: "", text: "removed" });
    expect(changes).toHaveLength(11);
    expect(readFileSync(path.join(folder, "src/schemas.generated.ts"), "utf8")).toBe(before);
  });

  it("exits 0 when nothing, or nothing breaking, changed; a renamed class is nothing", async () => {
    await emitBefore();
    writePlugin(BEFORE, "Renamed");
    expect(await run("--diff", oldFile())).toMatchObject({ code: 0, stdout: "Nothing changed that a caller could see.\n", stderr: "" });
    writePlugin(BEFORE.replace("limit = 10", "limit = 10, more = false"));
    expect(await run("--diff", oldFile())).toMatchObject({ code: 0, stdout: "Compatible\n  tool find: argument more: new\n" });
  });

  it.each<[string, string | undefined, RegExp]>([
    ["missing", undefined, /^cloudg-mcp: --diff .*old\.json: it cannot be read \(ENOENT\)/],
    ["no JSON", "{ nonsense", /: it is not JSON: /],
    ["no manifest", "[1]", /: it is no cloudg-mcp\.schemas\.json; pass one that an earlier `cloudg-mcp schemas` wrote/],
    ["of another format", '{"format":9,"classes":{}}', /: it has the format 9, this version reads 1; /],
    ["without names", '{"format":1,"classes":{"a#A":{"m":{"kind":"tool","schema":{}}}}}', /: it does not say the names of its entries/],
    ["damaged", '{"format":1,"classes":{"a#A":{"m":5}}}', /: it is damaged: an entry has no kind or no schema/],
  ])("exits 2 for an old file that is %s", async (_title, text, message) => {
    writePlugin(BEFORE);
    if (text !== undefined) writeFileSync(oldFile(), text);
    const { stdout, stderr, code } = await run("--diff", oldFile());
    expect([stdout, code]).toEqual(["", 2]);
    expect(stderr).toMatch(message);
  });

  it("compares nothing while the sources are wrong, and goes with no other form", async () => {
    await emitBefore();
    writePlugin("  @tool() static find(ctx: unknown): void {}");
    const { stdout, stderr, code } = await run("--diff", oldFile());
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toMatch(/error CG1004: [^]*nothing was compared: mend the errors above/);
    expect((await run("--diff", oldFile(), "--stats")).code).toBe(2);
  });
});

describe("--stats", () => {
  it("lists the tools by size, with their sum", async () => {
    writePlugin(BEFORE);
    const { stdout, stderr, code } = await run("--stats");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^≈ tokens of the JSON a model is given/);
    const [head, ...rows] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^TOOL +≈ TOKENS +≈ OUTPUT +CLASS$/);
    expect(rows.map((row) => row.split(/ +/)[0])).toEqual(["find", "same", "drop", "3"]);
    const { stdout: json } = await run("--stats", "--json");
    const { tools, total } = JSON.parse(json) as { tools: { name: string; cls: string; tokens: number; outputTokens: number }[]; total: object };
    expect(tools.map(({ name, cls }) => [name, cls])).toEqual(["find", "same", "drop"].map((name) => [name, "src/index.ts#Notes"]));
    expect(tools[0]!.tokens).toBeGreaterThan(tools[2]!.tokens);
    expect(total).toEqual({ tools: 3, tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0), outputTokens: tools[0]!.outputTokens });
  });
});

describe("the lint", () => {
  it("is on, can be told to be quiet about a code, or altogether", async () => {
    writePlugin("  @tool() find(ctx: unknown, word: string): string { return word; }");
    const codes = ({ stderr }: { stderr: string }): string[] => [...stderr.matchAll(/warning (CG\d+)/g)].map(([, code]) => code!);
    expect(codes(await run("--check"))).toEqual(["CG5003", "CG5004"]);
    expect(codes(await run("--check", "--allow", "CG5003,CG5004"))).toEqual([]);
    expect(codes(await run("--check", "--allow", "CG5003", "--token-budget", "1"))).toEqual(["CG5004", "CG5008"]);
    expect(codes(await run("--check", "--no-lint"))).toEqual([]);
    expect(await run("--allow", "CG9")).toMatchObject({ code: 2, stderr: expect.stringContaining("--allow CG9: there is no such code") });
    expect(await run("--allow", "CG1001")).toMatchObject({ code: 2, stderr: expect.stringContaining("that is an error") });
    expect((await run("--prefix-budget", "65")).code).toBe(2);
  });
});
