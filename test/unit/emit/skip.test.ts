/** No work when nothing changed: what is skipped, and everything that must not be. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { EmitOptions } from "../../../src/emit/emit-options.js";
import { emitProject, removeProjects, writeProject } from "./emit-files.js";

afterAll(removeProjects);

const PLUGIN = `import { tool, type ToolContext } from "cloudg-mcp";
import type { Row } from "../shared/row.js";
export class Tools {
  /** Rows. */
  @tool() rows(ctx: ToolContext, row: Row, anything: Nowhere): string { return ""; }
}
`;
const ROW = "/** A row. */\nexport interface Row {\n  id: string;\n}\n";

let dir: string;
beforeEach(() => {
  dir = writeProject({
    "src/index.ts": PLUGIN,
    "shared/row.ts": ROW,
    "tsconfig.base.json": JSON.stringify({ compilerOptions: { strict: true } }),
    "node_modules/rows/package.json": JSON.stringify({ name: "rows", version: "1.0.0", types: "index.d.ts" }),
    "node_modules/rows/index.d.ts": "export interface Size { width: number }\n",
  });
  const base = JSON.parse(readFileSync(path.join(dir, "tsconfig.json"), "utf8")) as object;
  write("tsconfig.json", JSON.stringify({ ...base, extends: "./tsconfig.base.json", include: ["src"] }));
});

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
  writeFileSync(path.join(dir, name), text);
}

const run = (options: Partial<EmitOptions> = {}) => emitProject(dir, options).result;

describe("a second run", () => {
  it("is skipped, says what the first said, and writes nothing", () => {
    const first = run();
    expect([first.skipped, first.changed]).toEqual([false, true]);
    expect(first.diagnostics.map(({ code }) => code)).toContain("CG2001");
    const module = readFileSync(first.out, "utf8");
    const second = run();
    expect(second).toEqual({ ...first, skipped: true, changed: false });
    expect(readFileSync(second.out, "utf8")).toBe(module);
    expect(run({ check: true })).toMatchObject({ skipped: true, changed: false });
    expect(run({ force: true })).toMatchObject({ skipped: false, changed: false });
  });

  it("does not load the compiler", () => {
    const script = `
      const { emitSchemas } = await import(${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, "../../../src/emit/emit.ts")).href)});
      const { ts } = await import(${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, "../../../src/emit/compiler.ts")).href)});
      const before = ts === undefined;
      const { skipped } = emitSchemas({ project: process.argv[1] });
      const loaded = (await import(${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, "../../../src/emit/compiler.ts")).href)})).ts !== undefined;
      console.log(JSON.stringify({ before, skipped, loaded }));`;
    const spawn = (): unknown =>
      JSON.parse(
        execFileSync(process.execPath, ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", script, path.join(dir, "tsconfig.json")], {
          encoding: "utf8",
        }),
      );
    expect(spawn()).toEqual({ before: true, skipped: false, loaded: true });
    expect(spawn()).toEqual({ before: true, skipped: true, loaded: false });
  });

  it("takes a file by its contents, not by its time", () => {
    run();
    utimesSync(path.join(dir, "src/index.ts"), new Date(), new Date());
    expect(run().skipped).toBe(true);
  });
});

describe("is done again", () => {
  it.each<[string, () => void]>([
    ["an edited source", () => write("src/index.ts", PLUGIN.replace("anything: Nowhere", "anything: Nowhere, limit = 5"))],
    ["an edited source of the same size and time", () => touchless("src/index.ts", PLUGIN.replace("Rows.", "Cows."))],
    ["an edited file that is imported from outside the patterns", () => write("shared/row.ts", ROW.replace("id: string", "id: number"))],
    ["a new file", () => write("src/more.ts", PLUGIN.replace("Tools", "More").replace("rows(", "moreRows("))],
    [
      "a new file in a new folder",
      () => write("src/deep/down/more.ts", PLUGIN.replace("Tools", "More").replace("rows(", "moreRows(").replace("../shared", "../../../shared")),
    ],
    ["a deleted file", () => rmSync(path.join(dir, "shared/row.ts"))],
    ["an edit of what the tsconfig extends", () => write("tsconfig.base.json", JSON.stringify({ compilerOptions: { strict: true, removeComments: true } }))],
    ["an edited tsconfig", () => write("tsconfig.json", readFileSync(path.join(dir, "tsconfig.json"), "utf8").replace("ES2023", "ES2022"))],
    ["a generated module that was edited by hand", () => write("src/schemas.generated.ts", "// mine")],
    ["a deleted generated module", () => rmSync(generated())],
    ["a deleted manifest", () => rmSync(path.join(dir, "cloudg-mcp.schemas.json"))],
    ["an edited package.json of the project", () => write("package.json", JSON.stringify({ name: "renamed", type: "module" }))],
  ])("after %s", (_what, change) => {
    run({ out: generated() });
    expect(run({ out: generated() }).skipped).toBe(true);
    change();
    expect(run({ out: generated() }).skipped).toBe(false);
    expect(existsSync(generated())).toBe(true);
  });

  it("after an edit of a package's declarations, and when a package that was missing is there", () => {
    write("src/index.ts", PLUGIN.replace("row: Row", "size: import('rows').Size, other: import('others').Other"));
    run();
    expect(run().skipped).toBe(true);
    write("node_modules/rows/index.d.ts", "export interface Size { height: number }\n");
    expect(run().skipped).toBe(false);
    expect(run().skipped).toBe(true);
    write("node_modules/others/package.json", JSON.stringify({ name: "others", types: "index.d.ts" }));
    write("node_modules/others/index.d.ts", "export interface Other { other: true }\n");
    expect(run().skipped).toBe(false);
  });

  it("for another --out, which has a memory of its own", () => {
    run();
    const other = path.join(dir, "src/other.ts");
    expect(run({ out: other }).skipped).toBe(false);
    expect(run({ out: other }).skipped).toBe(true);
  });

  it("after a run with an error, always", () => {
    write("src/index.ts", PLUGIN.replace("@tool() rows", "@tool() static rows"));
    expect(run().skipped).toBe(false);
    expect(run().skipped).toBe(false);
  });

  it("after a check that found the module stale", () => {
    expect(run({ check: true })).toMatchObject({ skipped: false, changed: true });
    expect(run({ check: true })).toMatchObject({ skipped: false, changed: true });
    expect(run()).toMatchObject({ skipped: false, changed: true });
  });

  it.each(["", "{", "null", '{"key":1,"facts":[],"outputs":[],"run":{}}'])("when the memory is damaged: %j", (content) => {
    run();
    const folder = path.join(dir, "node_modules/.cache/cloudg-mcp");
    for (const name of readdirSync(folder)) writeFileSync(path.join(folder, name), content);
    expect(run().skipped).toBe(false);
    expect(run().skipped).toBe(true);
  });

  it("where there is no node_modules to remember it in, and nothing is left in the project", () => {
    rmSync(path.join(dir, "node_modules"), { recursive: true });
    expect([run().skipped, run().skipped]).toEqual([false, false]);
    expect(readdirSync(dir).sort()).toEqual([
      "cloudg-mcp.schemas.json",
      "package.json",
      "schemas.generated.ts",
      "shared",
      "src",
      "tsconfig.base.json",
      "tsconfig.json",
    ]);
  });
});

function generated(): string {
  return path.join(dir, "src/schemas.generated.ts");
}

function touchless(name: string, text: string): void {
  const time = new Date(2020, 1, 1);
  utimesSync(path.join(dir, name), time, time);
  write(name, text);
  utimesSync(path.join(dir, name), time, time);
}
