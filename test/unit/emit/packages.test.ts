import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { emitSchemas } from "../../../src/emit/emit.js";
import { readManifest } from "../../../src/emit/packages/read-manifest.js";
import type { EmittedFiles } from "./emit-files.js";
import { emitFiles, emitProject, entriesOf, removeProjects, writeProject } from "./emit-files.js";
import type { Published } from "./publish-package.js";
import { publishPackage } from "./publish-package.js";

afterAll(removeProjects);

const FRAMEWORK = `import { arg, definePlugin, hidden, Plugin, prompt, tool } from "cloudg-mcp"; import type { ToolContext } from "cloudg-mcp";\n`;
const VALIDATORS = `import { IsInt, IsOptional, Matches, Max, MaxLength, Min, registerDecorator, Validate } from "class-validator";\n`;

const A = {
  "dto.ts": `${VALIDATORS}import { Exclude, Expose, Transform, Type } from "class-transformer";
class Paged { @IsInt() @Min(1) @Max(100) limit = 10 }
export class Inner { @MaxLength(5) code = "abc" }
/** A window of time. */
export class Window extends Paged {
  /** First day. */
  @Matches(/^\\d{4}/) start!: string;
  @IsOptional() end!: string;
  inner = new Inner();
  @Max(9, { each: true }) digits: number[] = [1];
  @Matches(/^a/i) flagged = "A";
}
export class Page<T> { @Max(50) size = 5; rows!: T[] }
export class Wired {
  @Expose({ name: "wire_name" }) name!: string;
  @Exclude() secret!: string;
  @Type(() => Inner) typed!: Inner;
  @Transform(({ value }) => value) changed = 1;
}
`,
  "base.ts": `${FRAMEWORK}${VALIDATORS}import { Page, Window } from "./dto.js";
export abstract class Base extends Plugin {
  /** Finds things. */
  @tool("find_it", { output: true }) find(ctx: ToolContext, window: Window): { n: number } { return { n: 1 }; }
  @tool() count(ctx: ToolContext, @arg("How many.", IsInt(), Min(1)) limit = 10) { return limit; }
  @tool() dropped(ctx: ToolContext) {}
  notOurs(): void {}
}
export class Mid extends Base { @hidden() override dropped(ctx: ToolContext) {} }
export abstract class Store<T> extends Plugin {
  /** Puts a row. */
  @tool() put(ctx: ToolContext, row: T, @arg("How often.", IsInt(), Max(3)) times = 1, page?: Page<T>) {}
  @tool() take(ctx: ToolContext, { row, n = 4 }: { row: T; n?: number }) {}
  @tool({ output: true }) first(ctx: ToolContext): T | null { return null; }
  @tool() size(ctx: ToolContext, prefix = "") {}
}
`,
  "index.ts": `${FRAMEWORK}import { Base, Mid, Store } from "./base.js";
export { Base, Mid, Store };
export { Window, Page, Wired, Inner } from "./dto.js";
export { Base as Renamed } from "./base.js";
export default definePlugin({ classes: [Mid], schemas: [] });
`,
};

const B = {
  "b.ts": `${FRAMEWORK}import { Inner, Mid, Page, Store, Window, Wired } from "a"; import a from "a";
export class Row { id!: string; at = 0 }
export class Own extends Mid {
  @tool.inherit() override find(ctx: ToolContext, window: Window): { n: number; more: string } { return { n: 2, more: "" }; }
  /** New. */
  @tool() fresh(ctx: ToolContext, window: Window, part: Partial<Window>, some: Pick<Window, "limit" | "start">, page: Page<Row>, wired: Wired) {}
}
export class Rows extends Store<Row> {}
export class Wider extends Window { extra = true }
export class UsesWider extends Mid { @tool() wider(ctx: ToolContext, wider: Wider) {} }
`,
};

describe("a package that builds on a package", () => {
  let a: Published;
  let b: EmittedFiles;
  beforeAll(() => {
    a = publishPackage("a", A);
    b = emitFiles({ ...a.files, ...B });
  });

  const propertiesOf = (member: string, cls = "b.ts#Own") => entriesOf(b, cls)[member]!.schema.properties!;
  const WINDOW = {
    limit: { default: 10, maximum: 100, minimum: 1, type: "integer" },
    start: { description: "First day.", pattern: "^\\d{4}", type: "string" },
    end: { type: "string" },
    inner: { properties: { code: { default: "abc", maxLength: 5, type: "string" } }, type: "object" },
    digits: { default: [1], items: { maximum: 9, type: "number" }, type: "array" },
    flagged: { default: "A", type: "string" },
  };

  it("is told nothing of what the other package's author was told", () => {
    expect(a.diagnostics).toEqual(["CG3001 src/dto.ts:12:4", "CG2002 src/dto.ts:14:43"]);
    expect(b.result.diagnostics).toEqual([]);
  });

  it("sees constraints, defaults and requiredness of a class it takes", () => {
    expect(propertiesOf("fresh").window).toEqual({ description: "A window of time.", properties: WINDOW, required: ["start"], type: "object" });
    expect(entriesOf(b, "b.ts#Own").fresh?.residual).toBe(true);
  });

  it("sees them through mapped types and in subclasses", () => {
    const { limit, start } = WINDOW;
    expect(propertiesOf("fresh").some).toEqual({ properties: { limit, start }, required: ["start"], type: "object" });
    expect(propertiesOf("fresh").part?.properties?.limit).toEqual({ maximum: 100, minimum: 1, type: "integer" });
    expect(propertiesOf("fresh").part?.required).toBeUndefined();
    expect(propertiesOf("wider", "b.ts#UsesWider").wider).toMatchObject({ properties: { ...WINDOW, extra: { default: true } }, required: ["start"] });
  });

  it("gives a generic class the real type and keeps what does not depend on it", () => {
    const row = { properties: { id: { type: "string" }, at: { default: 0, type: "number" } }, required: ["id"], type: "object" };
    expect(propertiesOf("fresh").page?.properties).toEqual({ size: { default: 5, maximum: 50, type: "number" }, rows: { items: row, type: "array" } });
    const rows = entriesOf(b, "b.ts#Rows");
    expect(Object.keys(rows)).toEqual(["put", "take", "first"]);
    expect(rows.put).toMatchObject({ description: "Puts a row.", params: ["@ctx", "row", "times", "page"], source: "a/src/base.ts:14" });
    expect(rows.put?.schema).toMatchObject({
      properties: { row, times: { default: 1, description: "How often.", maximum: 3, type: "integer" }, page: { properties: { rows: { items: row } } } },
      required: ["row"],
    });
    expect(rows.take?.params).toEqual(["@ctx", "@args"]);
    expect(rows.take?.schema).toMatchObject({ properties: { row, n: { default: 4 } }, required: ["row"] });
    expect(rows.first?.output?.anyOf).toHaveLength(2);
  });

  it("marks the classes to build, by the specifier the sources import", () => {
    expect(entriesOf(b, "b.ts#Own").fresh?.hydrate).toContainEqual(["/properties/window", "a#Window"]);
    expect(b.module).toContain('import * as m1 from "a";');
    expect(b.module).toContain('["/properties/window", m1.Window]');
  });

  it("knows names and options that an override inherits", () => {
    const { find } = entriesOf(b, "b.ts#Own");
    expect(find?.description).toBe("Finds things.");
    expect(find?.output?.properties).toEqual({ n: { type: "number" }, more: { type: "string" } });
  });

  it("takes class-transformer's names and exclusions", () => {
    expect(propertiesOf("fresh").wired?.properties).toEqual({
      wire_name: { type: "string" },
      typed: { properties: { code: { default: "abc", maxLength: 5, type: "string" } }, type: "object" },
      changed: { default: 1, type: "number" },
    });
    const marks = entriesOf(b, "b.ts#Own").fresh!.hydrate!.filter(([pointer]) => pointer.startsWith("/properties/wired"));
    expect(marks).toEqual([["/properties/wired", "a#Wired", { renamed: { wire_name: "name" }, plain: ["typed", "changed"] }]]);
    expect(b.module).toContain('import { plainToInstance } from "class-transformer";');
    expect(b.module).toContain('["/properties/wired", m1.Wired, { plainToInstance, renamed: {"wire_name": "name"}, plain: ["typed","changed"] }]');
  });

  it("links the schemas of the package, so that what is inherited stays the package's own word", () => {
    expect(b.module).toMatch(/\], \(\) => \[m1\.default\]\);/);
    expect(Object.keys(entriesOf(b, "b.ts#Own"))).toEqual(["find", "fresh"]);
  });

  it("is emitted again when the package publishes other schemas, and not before", () => {
    const project = `${b.dir}/tsconfig.json`;
    const manifest = `${b.dir}/node_modules/a/cloudg-mcp.schemas.json`;
    emitSchemas({ project });
    expect(emitSchemas({ project }).skipped).toBe(true);
    const text = readFileSync(manifest, "utf8");
    writeFileSync(manifest, `${text} `);
    expect(emitSchemas({ project }).skipped).toBe(false);
    writeFileSync(manifest, text);
  });

  it("emits the same without the comments in the .d.ts", () => {
    const bare = publishPackage("a", A, { compilerOptions: { removeComments: true } });
    const emitted = emitFiles({ ...bare.files, ...B });
    expect(entriesOf(emitted, "b.ts#Own").fresh?.schema.properties?.window?.properties).toEqual(WINDOW);
    expect(entriesOf(emitted, "b.ts#Own").find?.description).toBe("Finds things.");
  });

  it("refuses what it would refuse in one project", () => {
    const wrong = emitFiles({
      ...a.files,
      "silent.ts": `${FRAMEWORK}import { Mid, Base } from "a"; import a from "a";
export class Silent extends Mid { override find(ctx: ToolContext): { n: number } { return { n: 1 }; } override dropped(ctx: ToolContext) {} }
export class Twice extends Base { @tool("find_it") other(ctx: ToolContext) {} @tool.inherit() override notOurs(): void {} }`,
    });
    const messages = wrong.result.diagnostics.map(({ code, message }) => `${code} ${message}`);
    expect(messages).toEqual([
      "CG1005 Silent.find overrides Base.find of a, which is a tool, and has no decorator. Write @tool.inherit() to keep the options of Base, or @hidden() to drop it.",
      "CG1015 Twice.other and Base.find (inherited from the package a) are both the tool find_it. Rename one.",
      "CG1016 @tool.inherit on Twice.notOurs keeps what a parent class said, and no parent class has a decorated notOurs. Write @tool(…).",
    ]);
  });

  it("leaves the sources of a workspace to it, and names them by the specifier that leads there", () => {
    const sources = Object.fromEntries(Object.entries(A).map(([file, text]) => [`packages/a/src/${file}`, text]));
    const json = JSON.stringify({ name: "a", type: "module" });
    const link = { "packages/a/package.json": json, "packages/a/cloudg-mcp.schemas.json": a.manifest, ...sources };
    const dir = writeProject({ ...link, ...B });
    const tsconfig = JSON.parse(readFileSync(path.join(dir, "tsconfig.json"), "utf8")) as { compilerOptions: { paths: Record<string, string[]> } };
    tsconfig.compilerOptions.paths["a"] = [path.join(dir, "packages/a/src/index.ts")];
    writeFileSync(path.join(dir, "tsconfig.json"), JSON.stringify({ ...tsconfig, include: ["b.ts"] }));
    const workspace = emitProject(dir);
    expect(workspace.result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(Object.keys(workspace.manifest.classes)).toEqual(Object.keys(b.manifest.classes));
    expect(entriesOf(workspace, "b.ts#Own").fresh?.schema).toEqual(entriesOf(b, "b.ts#Own").fresh?.schema);
    expect(workspace.module).toContain("m1.Window]");
    expect(workspace.module).toMatch(/\], \(\) => \[m1\.default\]\);/);
  });

  it("finds classes that are exported by default, renamed, or handed on by another package", () => {
    const b2 = publishPackage(
      "b",
      {
        "index.ts": `${FRAMEWORK}export * from "a"; export { Window as TimeWindow, default as a } from "a";
export class Dto { n = 1 }
export default class Main extends Plugin { @tool() main(ctx: ToolContext, n = 2) {} }`,
      },
      { installed: a.files },
    );
    const app = emitFiles({
      ...a.files,
      ...b2.files,
      "app.ts": `${FRAMEWORK}import Main, { Mid, TimeWindow, Store } from "b";
export class Leaf extends Main { @tool() leaf(ctx: ToolContext, window: TimeWindow) {} }
export class Other extends Mid { @tool.inherit() override count(ctx: ToolContext, limit = 3) { return limit; } }
export class Texts extends Store<string> {}`,
    });
    expect(app.result.diagnostics.map(({ code, message }) => `${code} ${message.slice(0, 60)}`)).toEqual([
      "CG6004 Leaf inherits from b, and no import of this project exports ",
    ]);
    expect(entriesOf(app, "app.ts#Leaf").leaf?.hydrate?.[0]).toEqual(["/properties/window", "b#Window"]);
    expect(app.module).toContain("() => [m1.a]");
    expect(entriesOf(app, "app.ts#Texts").put?.schema.properties?.row).toEqual({ type: "string" });
  });
});

describe("packages that cannot be read", () => {
  const SOURCE = { "b.ts": `${FRAMEWORK}import a, { Mid, Window } from "a"; export class Own extends Mid { @tool() own(ctx: ToolContext, w: Window) {} }` };
  let a: Published;
  beforeAll(() => {
    a = publishPackage("a", A);
  });
  const MANIFEST = "node_modules/a/cloudg-mcp.schemas.json";
  const emitWith = (text: string | undefined, packageJson?: object): EmittedFiles => {
    const { [MANIFEST]: _, ...rest } = a.files;
    const json = { ...(JSON.parse(a.files["node_modules/a/package.json"]!) as object), ...packageJson };
    return emitFiles({ ...rest, "node_modules/a/package.json": JSON.stringify(json), ...(text === undefined ? {} : { [MANIFEST]: text }), ...SOURCE });
  };
  const linesOf = ({ result }: EmittedFiles) => result.diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`);

  it("warns once about a package without schemas, and emits", () => {
    const emitted = emitWith(undefined);
    expect(linesOf(emitted)).toEqual([
      expect.stringMatching(/^warning CG6001 a 1\.2\.0 is built on cloudg-mcp and ships no .*"files": \["dist", "cloudg-mcp\.schemas\.json"\]/),
    ]);
    expect(entriesOf(emitted, "b.ts#Own").own?.schema.properties?.w?.properties?.limit).toEqual({ type: "number" });
  });

  it("says nothing about a package that never had any", () => {
    expect(linesOf(emitWith(undefined, { peerDependencies: {} }))).toEqual([]);
  });

  it("reads them where the package says they are", () => {
    const { [MANIFEST]: manifest, ...rest } = a.files;
    const json = {
      ...(JSON.parse(a.files["node_modules/a/package.json"]!) as object),
      exports: { ".": "./dist/index.js", "./cloudg-mcp.schemas.json": { default: "./meta/s.json" } },
    };
    const emitted = emitFiles({ ...rest, "node_modules/a/package.json": JSON.stringify(json), "node_modules/a/meta/s.json": manifest!, ...SOURCE });
    expect(linesOf(emitted)).toEqual([]);
    expect(entriesOf(emitted, "b.ts#Own").own?.schema.properties?.w?.properties?.limit?.maximum).toBe(100);
  });

  it("refuses another format, naming both", () => {
    const other = JSON.stringify({ ...(JSON.parse(a.manifest) as object), format: 99, generator: "9.0.0" });
    expect(linesOf(emitWith(other))).toEqual([
      "error CG6002 cloudg-mcp.schemas.json of a 1.2.0 (node_modules/a/cloudg-mcp.schemas.json) was emitted by cloudg-mcp 9.0.0 in format 99, and this version reads format 1. Install versions of both that were made with one version of cloudg-mcp.",
    ]);
  });

  const edit = (change: (manifest: Record<string, Record<string, Record<string, unknown>>>) => void): string => {
    const manifest = JSON.parse(a.manifest) as Record<string, Record<string, Record<string, unknown>>>;
    change(manifest);
    return JSON.stringify(manifest);
  };
  const constraint = (keywords: string) =>
    edit(
      (m) =>
        (m["declarations"]!["src/dto.ts#Window"]!["properties"] = {
          start: { constraints: [{ rank: 3, label: "@X", keywords: JSON.parse(keywords) as unknown }] },
        }),
    );
  it.each<[what: string, text: () => string, place: string]>([
    ["no JSON", () => '{\n  "format": 1,\n  oops', "no JSON from line 3"],
    ["empty", () => "", "no JSON"],
    ["brackets without end", () => "[".repeat(100_000), "no JSON"],
    ["depth without end", () => `${"[".repeat(50_000)}${"]".repeat(50_000)}`, "deeper than 200 levels"],
    ["no object", () => "[]", "no object"],
    ["no format", () => "{}", "/format"],
    [
      "a kind that is none",
      () => edit((m) => ((m["classes"]!["src/base.ts#Base"]!["find"] as Record<string, unknown>)["kind"] = "constructor")),
      "/classes/src~1base.ts#Base/find/kind",
    ],
    ["entries that are none", () => edit((m) => (m["classes"] = [] as never)), "/classes"],
    [
      "constraints that are none",
      () => edit((m) => (m["declarations"]!["src/dto.ts#Window"]!["properties"] = { limit: { constraints: "many" } })),
      "/properties/limit/constraints",
    ],
    ["a keyword of ours", () => constraint('{"$js":"Date"}'), "/properties/start/constraints/0"],
    ["a prototype", () => constraint('{"__proto__":{"type":"number"}}'), "/properties/start/constraints/0"],
    ["a pattern that is none", () => constraint('{"pattern":"("}'), "/properties/start/constraints/0"],
    ["a limit that is no number", () => constraint('{"minimum":"1"}'), "/properties/start/constraints/0"],
  ])("says where schemas are damaged: %s", (_what, text, place) => {
    const file = path.join(writeProject({ "damaged.json": text() }), "damaged.json");
    const result = readManifest(file);
    expect(result).toMatchObject({ fault: { code: "CG6003", problem: expect.stringMatching(/^is damaged: /) } });
    expect(JSON.stringify(result)).toContain(place);
  });

  it("names the package and the file, and writes nothing", () => {
    const emitted = emitWith('{\n  "format": 1,\n  oops');
    expect(linesOf(emitted)).toEqual([
      "error CG6003 cloudg-mcp.schemas.json of a 1.2.0 (node_modules/a/cloudg-mcp.schemas.json) is damaged: it is no JSON from line 3, column 7 on. Install the package again, or ask its author for a release with what `npx cloudg-mcp schemas` wrote.",
    ]);
    expect(emitted.module).toBe("");
  });

  it("does not guess between classes of one name", () => {
    const two = { "one.ts": "export class Same { n = 1 }", "two.ts": "export class Same { n = 2 }" };
    const twins = publishPackage("twins", { ...two, "index.ts": 'export { Same } from "./one.js"; export { Same as Other } from "./two.js";' });
    const source = { "b.ts": `${FRAMEWORK}import { Same, Other } from "twins"; export class Own { @tool() own(ctx: ToolContext, one: Same, two: Other) {} }` };
    expect(entriesOf(emitFiles({ ...twins.files, ...source }), "b.ts#Own").own?.schema.properties).toMatchObject({
      one: { properties: { n: { default: 1 } } },
      two: { properties: { n: { default: 2 } } },
    });
    const bundled = {
      ...twins.files,
      "node_modules/twins/dist/index.d.ts": "declare class Same { n: number } declare class Same$1 { n: number } export { Same, Same$1 as Other };",
    };
    expect(linesOf(emitFiles({ ...bundled, ...source })).map((line) => line.slice(0, 60))).toEqual([
      "warning CG6005 twins publishes several classes called Same, ",
      expect.stringContaining("Same$1"),
    ]);
  });
});
