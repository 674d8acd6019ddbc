import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "@jest/globals";
import ts from "typescript";
import { EmitMemory } from "../../../src/emit/emit-memory.js";
import { isSchemaModule } from "../../../src/schema/manifest.js";
import type { SchemaModule } from "../../../src/schema/manifest.js";
import { emitFiles, emitProject, entriesOf, removeProjects, writeProject } from "./emit-files.js";

afterAll(removeProjects);

const HEAD = `import { tool } from "cloudg-mcp"; import type { ToolContext } from "cloudg-mcp";\n`;

const FILES = {
  "src/one/window.ts": "export class Window { start!: string }",
  "src/two/window.ts": "export class Window { days = 1 }",
  "src/exports.ts": `${HEAD}import { Window } from "./one/window.js"; import { Window as Other } from "./two/window.js";
class Inner { @tool() inner(ctx: ToolContext, w: Window, o: Other, both: Map<string, Other>) {} }
export { Inner as Renamed };
export default class { @tool() anonymous(ctx: ToolContext) {} }
export const Expression = class { @tool() expression(ctx: ToolContext) {} };
export class Text { /** It's a "test" with \\\\ and \u2028 in it. */
  @tool() quotes(ctx: ToolContext, v: "it's" | 'a\\\\b' | "\u2028") {}
  @tool("proto") __proto__(ctx: ToolContext) {} }`,
  "src/guarded.ts": `${HEAD}export class Once { private constructor(readonly a = 1) {} static readonly one = new Once(); @tool() once(ctx: ToolContext) {} }`,
  "src/entry.ts": `import schemas from "./schemas.generated.js";\nexport default schemas;`,
};

function semanticErrors(dir: string): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(dir, "tsconfig.json"),
    { noEmit: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  )!;
  const program = ts.createProgram(config.fileNames, config.options);
  return [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()].map((d) => ts.flattenDiagnosticMessageText(d.messageText, " "));
}

describe("the generated module", () => {
  it("names every class by the file and export it has, whatever it is called", () => {
    const emitted = emitFiles(FILES, { rootDir: "src" });
    expect(emitted.diagnostics).toEqual([]);
    expect(emitted.result.out).toBe(path.join(emitted.dir, "src/schemas.generated.ts"));
    expect(emitted.module.match(/^import .*$/gm)).toEqual([
      'import { defineSchemas, type SchemaModule } from "cloudg-mcp";',
      'import * as m0 from "./exports.js";',
      'import * as m1 from "./guarded.js";',
      'import * as m2 from "./one/window.js";',
      'import * as m3 from "./two/window.js";',
    ]);
    expect(Object.keys(emitted.manifest.classes)).toEqual([
      "src/exports.ts#Renamed",
      "src/exports.ts#default",
      "src/exports.ts#Expression",
      "src/exports.ts#Text",
      "src/guarded.ts#Once",
    ]);
    expect(emitted.module).toContain(
      '[["/properties/w", m2.Window], ["/properties/o", m3.Window], ["/properties/both", "Map"], ["/properties/both/additionalProperties", m3.Window]]',
    );
    expect(emitted.module).toContain("[m0.Renamed, {");
    expect(emitted.module).toContain("[m0.default, {");
    expect(emitted.module).toContain('["__proto__"]: ');
    expect(Object.keys(emitted.manifest.definitions)).toEqual(["src/one/window.ts#Window", "src/two/window.ts#Window"]);
  });

  it("is TypeScript that compiles under strict settings, with the project that imports it", () => {
    const dir = writeProject(
      { ...FILES, "src/exports.ts": FILES["src/exports.ts"].replace("@tool() expression", "expression") },
      { rootDir: undefined, noUnusedLocals: true, verbatimModuleSyntax: true, isolatedModules: true, exactOptionalPropertyTypes: true, declaration: true },
    );
    const emitted = emitProject(dir);
    expect(emitted.diagnostics).toEqual([]);
    expect(semanticErrors(dir)).toEqual([]);
  }, 60_000);

  it("links at run time to the classes themselves, and says what the manifest says", async () => {
    const emitted = emitFiles({
      "dto.ts": "export class Window { start = '' }",
      "decorated.ts": `${HEAD}import { Window } from "./dto.js"; export class Tools { @tool() say(ctx: ToolContext, quoted: "it's" | "a\\\\b" | "\u2028" = "it's", w: Window = new Window()) {} }`,
    });
    const { default: schemas } = (await import(pathToFileURL(emitted.result.out).href)) as { default: SchemaModule };
    const { Tools } = (await import(pathToFileURL(path.join(emitted.dir, "decorated.ts")).href)) as { Tools: new () => object };
    const { Window } = (await import(pathToFileURL(path.join(emitted.dir, "dto.ts")).href)) as { Window: new () => object };
    expect(isSchemaModule(schemas)).toBe(true);
    const [[cls, members]] = schemas.rows() as [[unknown, Record<string, [object, unknown[]]>]];
    expect(cls).toBe(Tools);
    const { hydrate: _, wire, ...entry } = entriesOf(emitted, "decorated.ts#Tools").say!;
    expect(wire).toEqual({ key: "say" });
    expect(members.say![0]).toEqual(entry);
    expect(members.say![1]).toEqual([["/properties/w", Window]]);
    expect(entry.schema.properties?.quoted?.enum).toEqual(["it's", "a\\b", "\u2028"]);
  });

  it("is the same for the same sources, and written only when it changes", () => {
    const dir = writeProject(FILES, { rootDir: "src" });
    const first = emitProject(dir);
    const { mtimeMs } = statSync(first.result.out);
    const second = emitProject(dir);
    expect(first.result.changed).toBe(true);
    expect(second.result.changed).toBe(false);
    expect(second.module).toBe(first.module);
    expect(statSync(second.result.out).mtimeMs).toBe(mtimeMs);
    expect(first.module).not.toContain(dir);
    expect(readFileSync(first.result.manifest, "utf8")).not.toContain(dir);
    const elsewhere = emitFiles(FILES, { rootDir: "src" });
    expect(elsewhere.module).toBe(first.module);
    expect(elsewhere.manifest).toEqual(first.manifest);
  });

  it("does not read its own output, nor need it", () => {
    const dir = writeProject(FILES, { rootDir: "src" });
    const { module } = emitProject(dir);
    writeFileSync(path.join(dir, "src/schemas.generated.ts"), "syntax error {{{ export class Stale { @tool() stale() {} }");
    const again = emitProject(dir);
    expect(again.result.changed).toBe(true);
    expect(again.module).toBe(module);
  });

  it("only compares with `check`", () => {
    const dir = writeProject(FILES, { rootDir: "src" });
    const { result } = emitProject(dir, { check: true });
    expect(result.changed).toBe(true);
    expect(existsSync(result.out)).toBe(false);
    emitProject(dir);
    expect(emitProject(dir, { check: true }).result.changed).toBe(false);
  });

  it("follows the sources' hash, and parses unchanged files once for many runs", () => {
    const dir = writeProject(FILES, { rootDir: "src" });
    const memory = new EmitMemory(dir);
    const first = emitProject(dir, { memory });
    writeFileSync(path.join(dir, "src/exports.ts"), `${FILES["src/exports.ts"]}\nexport class Added { @tool() added(ctx: ToolContext, n: number) {} }`);
    const second = emitProject(dir, { memory });
    expect(second.result.members).toBe(first.result.members + 1);
    expect(second.manifest.sources).not.toBe(first.manifest.sources);
    expect(second.manifest).toMatchObject({ format: 1, generator: (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version });
  });

  it.each<[string, object, string[]]>([
    ["NodeNext", { module: "NodeNext" }, ["./a.js", "./b.mjs", "./c.cjs", "./view.js"]],
    ["Node16", { module: "Node16", moduleResolution: "Node16" }, ["./a.js", "./b.mjs", "./c.cjs", "./view.js"]],
    ["a bundler", { module: "ESNext", moduleResolution: "Bundler" }, ["./a", "./b.mjs", "./c.cjs", "./view"]],
    ["CommonJS", { module: "CommonJS", moduleResolution: "Node10" }, ["./a", "./b.mjs", "./c.cjs", "./view"]],
  ])("writes import specifiers as the project does under %s", (_, compilerOptions, expected) => {
    const source = (name: string) => `${HEAD}export class ${name} { @tool() m${name}(ctx: ToolContext) {} }`;
    const { module, result } = emitFiles(
      { "a.ts": source("A"), "b.mts": source("B"), "c.cts": source("C"), "view.tsx": source("D") },
      { jsx: "preserve", ...compilerOptions },
    );
    expect(result.diagnostics).toEqual([]);
    expect([...module.matchAll(/import \* as \w+ from "(.*)"/g)].map((match) => match[1])).toEqual(expected);
  });

  it("imports a class from a package by the specifier the sources use", () => {
    const { module, diagnostics } = emitFiles({
      "node_modules/dtos/package.json": JSON.stringify({
        name: "dtos",
        version: "1.0.0",
        type: "module",
        exports: { "./windows": { types: "./w.d.ts", default: "./w.js" } },
      }),
      "node_modules/dtos/w.d.ts": "/** From a package. */\nexport declare class Window { start: string; days?: number; }",
      "a.ts": `${HEAD}import type { Window } from "dtos/windows"; export class A { @tool() m(ctx: ToolContext, w: Window) {} }`,
    });
    expect(diagnostics).toEqual([]);
    expect(module).toContain('import * as m1 from "dtos/windows";');
    expect(module).toContain('[["/properties/w", m1.Window]]');
  });

  it("goes where it is told", () => {
    const dir = writeProject({ "lib/a.ts": `${HEAD}export class A { @tool() m(ctx: ToolContext) {} }` });
    const out = path.join(dir, "generated/deep/tools.ts");
    const emitted = emitProject(dir, { out, manifest: path.join(dir, "generated/tools.json") });
    expect(emitted.module).toContain('import * as m0 from "../../lib/a.js";');
    expect(Object.keys(emitted.manifest.classes)).toEqual(["lib/a.ts#A"]);
  });
});

it("emits without loading anything but the compiler", () => {
  const script = `import { emitSchemas } from ${JSON.stringify(new URL("../../../src/emit/emit.ts", import.meta.url).href)}; console.log(typeof emitSchemas);`;
  expect(execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], { encoding: "utf8" }).trim()).toBe("function");
});
