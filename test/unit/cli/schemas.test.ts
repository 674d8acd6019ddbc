/** `schemas`: diagnostics and summary, the exit codes, staleness. What is emitted is the emitter's business. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { runInProcess } from "./run-in-process.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cli-schemas-"));
  mkdirSync(path.join(folder, "src"));
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { target: "ES2022", module: "NodeNext", experimentalDecorators: true }, include: ["src"] }),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writePlugin(member: string): void {
  writeFileSync(path.join(folder, "src/index.ts"), `import { tool } from "cloudg-mcp";\nexport class Notes {\n${member}\n}\n`);
}

function run(...args: string[]) {
  return runInProcess(["schemas", "--project", path.join(folder, "tsconfig.json"), ...args]);
}

const FIND = "  /** Finds.\n   * @param word - To look for. */\n  @tool() find(ctx: unknown, word: string): string { return word; }";

it("writes the module, then finds it up to date, then stale", async () => {
  writePlugin(FIND);
  const first = await run();
  expect([first.code, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toMatch(/src\/schemas\.generated\.ts written: 1 member of 1 class\n$/);
  const second = await run();
  expect(second.stdout).toMatch(/is up to date: 1 member of 1 class\n$/);
  expect((await run("--check")).code).toBe(0);

  writePlugin(FIND.replace("word: string", "word: string, limit = 3"));
  const before = readFileSync(path.join(folder, "src/schemas.generated.ts"), "utf8");
  const stale = await run("--check");
  expect([stale.code, stale.stdout]).toEqual([1, ""]);
  expect(stale.stderr).toMatch(/schemas\.generated\.ts is older than the sources: run `npx cloudg-mcp schemas`\n$/);
  expect(readFileSync(path.join(folder, "src/schemas.generated.ts"), "utf8")).toBe(before);
});

it("writes where --out says, and tells it as JSON", async () => {
  writePlugin(FIND);
  const out = path.join(folder, "src/made.ts");
  const { stdout, code } = await run("--out", out, "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    out,
    manifest: path.join(folder, "cloudg-mcp.schemas.json"),
    members: 1,
    classes: 1,
    changed: true,
    skipped: false,
    diagnostics: [],
    ok: true,
  });
  expect(existsSync(out)).toBe(true);
});

it("prints an error as compilers do, writes nothing, exits 1", async () => {
  writePlugin("  @tool() static find(ctx: unknown): string { return ''; }");
  const { stdout, stderr, code } = await run();
  expect([stdout, code]).toEqual(["", 1]);
  expect(stderr).toMatch(/^src\/index\.ts\(3,\d+\): error CG1004: .*\nnothing was written: mend the errors above\n$/m);
  expect(existsSync(path.join(folder, "src/schemas.generated.ts"))).toBe(false);
  const { stdout: json } = await run("--json");
  expect(JSON.parse(json)).toMatchObject({
    ok: false,
    diagnostics: expect.arrayContaining([expect.objectContaining({ code: "CG1004", severity: "error", file: "src/index.ts", line: 3 })]),
  });
});

it("says what to do about a tsconfig that is not there", async () => {
  const { stdout, stderr, code } = await runInProcess(["schemas", "--project", path.join(folder, "nowhere.json")]);
  expect([stdout, code]).toEqual(["", 1]);
  expect(stderr).toMatch(/^error CG9003: .*nowhere\.json/);
});
