/** `schemas --watch`: a line for every save, the last good output kept, an end on a signal. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { until } from "../../../flow/support/suite.js";
import { removeProjects, writeProject } from "../../emit/emit-files.js";
import { runCli, startCli } from "../run-cli.js";

// Every case starts a process that loads the compiler.
jest.setTimeout(90_000);

const PLUGIN = `import { tool, type ToolContext } from "cloudg-mcp";
export class Tools {
  /** Finds. */
  @tool() find(ctx: ToolContext, word: string): string { return word; }
}
`;

let dir: string;
let child: ChildProcessWithoutNullStreams;
let out: string;
let err: string;
beforeEach(() => {
  dir = writeProject({ "src/index.ts": PLUGIN }, { rootDir: "src" });
});
afterEach(async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
});
afterAll(removeProjects);

async function watch(...args: string[]): Promise<void> {
  [out, err] = ["", ""];
  child = startCli(["schemas", "--watch", "--no-lint", ...args], { cwd: dir });
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  await lines(1);
}

async function lines(count: number): Promise<string[]> {
  const all = (): string[] => out.split("\n").slice(0, -1);
  await until(() => all().length >= count || child.exitCode !== null, 1500);
  expect(all()).toHaveLength(count);
  return all();
}

const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
  writeFileSync(path.join(dir, name), text);
};
const generated = (): string => readFileSync(path.join(dir, "src/schemas.generated.ts"), "utf8");

it("emits after each kind of change, keeps the last good output, and ends with 0 on a signal", async () => {
  await watch();
  expect(out).toMatch(/^src\/schemas\.generated\.ts written, 1 member of 1 class, \d+ ms\n$/);

  write("src/index.ts", PLUGIN.replace("word: string", "word: string, limit = 3"));
  expect((await lines(2))[1]).toMatch(/^src\/index\.ts: src\/schemas\.generated\.ts written, 1 member of 1 class, \d+ ms$/);
  expect(generated()).toContain('"limit"');

  // As editors save that never leave half a file behind.
  write("src/index.ts.tmp", PLUGIN.replace("word: string", "word: string, renamed = 3"));
  renameSync(path.join(dir, "src/index.ts.tmp"), path.join(dir, "src/index.ts"));
  await lines(3);
  expect(generated()).toContain('"renamed"');

  write("src/index.ts", PLUGIN.replace("word: string", "word: : string"));
  expect((await lines(4))[3]).toMatch(/^src\/index\.ts: nothing was written, \d+ ms$/);
  expect(err).toMatch(/^src\/index\.ts\(4,40\): error CG9005: Type expected\.\n {2}4 \| .*\n {4}\| {40}\^\n$/);
  expect(generated()).toContain('"renamed"');

  write("src/index.ts", PLUGIN);
  await lines(5);
  write("src/deep/more.ts", PLUGIN.replace("Tools", "More").replace("find(", "findMore("));
  expect((await lines(6))[5]).toMatch(/written, 2 members of 2 classes/);
  rmSync(path.join(dir, "src/deep/more.ts"));
  expect((await lines(7))[6]).toMatch(/written, 1 member of 1 class/);

  write("src/schemas.generated.ts", "// by hand");
  expect((await lines(8))[7]).toMatch(/^src\/schemas\.generated\.ts: .* written/);
  expect(generated()).toContain("defineSchemas");

  const config = readFileSync(path.join(dir, "tsconfig.json"), "utf8");
  write("tsconfig.json", '{ "files": [] }');
  expect((await lines(9))[8]).toMatch(/^tsconfig\.json: nothing was written/);
  write("tsconfig.json", config);
  expect((await lines(10))[9]).toMatch(/^tsconfig\.json: src\/schemas\.generated\.ts is up to date/);

  // Another module format: files that have not changed are parsed anew.
  write("package.json", JSON.stringify({ name: "project", type: "commonjs" }));
  expect((await lines(11))[10]).toMatch(/^package\.json: .*1 member of 1 class/);

  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

it("prints one JSON document a line", async () => {
  await watch("--json");
  expect(JSON.parse((await lines(1))[0]!)).toMatchObject({ ok: true, changed: true, members: 1, changedFiles: [], diagnostics: [] });
  write("src/index.ts", PLUGIN.replace("word", "other"));
  expect(JSON.parse((await lines(2))[1]!)).toMatchObject({ ok: true, changed: true, changedFiles: ["src/index.ts"], ms: expect.any(Number) });
  write("src/index.ts", PLUGIN.replace("class", "clas"));
  expect(JSON.parse((await lines(3))[2]!)).toMatchObject({ ok: false, diagnostics: [{ code: "CG9005", file: "src/index.ts", line: 2 }] });
});

it("starts before there is anything to emit", async () => {
  rmSync(path.join(dir, "src"), { recursive: true });
  mkdirSync(path.join(dir, "src"));
  await watch();
  expect(out).toMatch(/^nothing was written/);
  write("src/index.ts", PLUGIN);
  expect((await lines(2))[1]).toMatch(/written, 1 member of 1 class/);
  expect(existsSync(path.join(dir, "src/schemas.generated.ts"))).toBe(true);
});

it("is not for --check", async () => {
  const { code, stderr } = await runCli(["schemas", "--watch", "--check"], { cwd: dir });
  expect([code, stderr]).toEqual([2, expect.stringContaining("leave one of them out")]);
});
