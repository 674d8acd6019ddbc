import { afterAll, describe, expect, it } from "@jest/globals";
import { emitFiles, entriesOf, removeProjects } from "./emit-files.js";

afterAll(removeProjects);

const HEAD = `import { arg, tool } from "cloudg-mcp"; import type { ToolContext } from "cloudg-mcp";\n`;

describe("sources that are not as they should be", () => {
  it("emits what it can from a project full of errors", () => {
    const emitted = emitFiles({
      "broken.ts": `${HEAD}export class Broken { @tool() fine(ctx: ToolContext, a: string) { const x: number = "no"; return missing( } }`,
      "nonsense.ts": "}}} export ((( class 5 {",
      "imports.ts": `${HEAD}import { Nothing } from "./does-not-exist.js"; import { Gone } from "gone-package";
        export class Imports { @tool() half(ctx: ToolContext, known: string, gone: Gone, nothing: Nothing[]) {} }`,
      "circle-a.ts": `${HEAD}import { B } from "./circle-b.js"; export class A { b?: B; @tool() a(ctx: ToolContext, b: B) {} }`,
      "circle-b.ts": `import { A } from "./circle-a.js"; export class B { a?: A }`,
    });
    expect(entriesOf(emitted, "broken.ts#Broken").fine?.schema.properties).toEqual({ a: { type: "string" } });
    expect(entriesOf(emitted, "imports.ts#Imports").half?.schema.properties).toEqual({
      known: { type: "string" },
      gone: {},
      nothing: { items: {}, type: "array" },
    });
    expect(Object.keys(entriesOf(emitted, "circle-a.ts#A").a!.schema.$defs!)).toEqual(["B", "A"]);
    expect(emitted.result.diagnostics.map(({ code }) => code)).toEqual(["CG2001", "CG2001"]);
  });

  it("ends on types without end", () => {
    const emitted = emitFiles({
      "a.ts": `${HEAD}
interface Wide<T> { left?: Wide<T[]>; right?: Wide<Set<T>>; value: T }
type Self = { self: Self };
type Loop<T> = { inner: Loop<T>[]; value: T };
interface Mutual { other: Partial<Mutual>; map: Map<string, Mutual>; list: Readonly<Mutual>[] }
type Bad = Bad;
export class Extends extends Extends {}
export class A {
  @tool() wide(ctx: ToolContext, v: Wide<string>, after: number) {}
  @tool() self(ctx: ToolContext, v: Self) {}
  @tool() loop(ctx: ToolContext, v: Loop<string>) {}
  @tool() mutual(ctx: ToolContext, v: Partial<Mutual>) {}
  @tool() bad(ctx: ToolContext, v: Bad, e: Extends) {}
}`,
    });
    const entries = entriesOf(emitted, "a.ts#A");
    expect(entries.wide?.schema.properties?.after).toEqual({ type: "number" });
    expect(JSON.stringify(entries.wide).length).toBeLessThan(10_000_000);
    expect(entries.self?.schema.properties?.v).toEqual({ $ref: "#/$defs/Self" });
    expect(entries.loop?.schema.$defs).toEqual({
      Loop_string: {
        properties: { inner: { items: { $ref: "#/$defs/Loop_string" }, type: "array" }, value: { type: "string" } },
        required: ["inner", "value"],
        type: "object",
      },
    });
    expect(JSON.stringify(entries.mutual?.schema.$defs)).toContain("#/$defs/Mutual");
    expect(emitted.result.diagnostics.map(({ code }) => code)).toEqual(["CG2009", "CG2001"]);
  });

  it("takes a union of ten thousand members in the author's order", () => {
    const members = Array.from({ length: 10_000 }, (_, i) => `"m${9_999 - i}"`);
    const emitted = emitFiles({
      "a.ts": `${HEAD}type Big = ${members.join(" | ")}; export class A { @tool() big(ctx: ToolContext, v: Big, w: Big | null) {} }`,
    });
    const { v, w } = entriesOf(emitted, "a.ts#A").big!.schema.properties!;
    expect(v?.enum).toHaveLength(10_000);
    expect(v?.enum?.slice(0, 2)).toEqual(["m9999", "m9998"]);
    expect(w?.anyOf).toEqual([v, { type: "null" }]);
  });

  it("shares types that would grow without bound when inlined", () => {
    const levels = Array.from({ length: 24 }, (_, i) => `interface L${i} { a: L${i + 1}; b: L${i + 1} }`);
    const emitted = emitFiles({
      "a.ts": `${HEAD}${levels.join("\n")}\ninterface L24 { end: string }\nexport class A { @tool() grow(ctx: ToolContext, v: L0) {} }`,
    });
    const { schema } = entriesOf(emitted, "a.ts#A").grow!;
    expect(JSON.stringify(schema).length).toBeLessThan(2_000_000);
    expect(Object.keys(schema.$defs ?? {}).length).toBeGreaterThan(0);
  });

  it("runs no code that a comment names", () => {
    const emitted = emitFiles({
      "evil.cjs": "globalThis.__emitted_evil = true; module.exports = { default: [1], x: [2] };",
      "a.ts": `${HEAD}export class Dto {
  /** @examples require("./evil.cjs").x */
  a!: string;
  /** @minimum require("./evil.cjs") */
  b!: number;
}
export class A { @tool() m(ctx: ToolContext, v: Dto) {} }`,
    });
    expect(globalThis).not.toHaveProperty("__emitted_evil");
    expect(entriesOf(emitted, "a.ts#A").m?.schema.properties?.v?.properties?.a).toEqual({ examples: ['require("./evil.cjs").x'], type: "string" });
    expect(emitted.result.diagnostics.map(({ code }) => code)).toEqual(["CG3005"]);
  });

  it("is not fooled by decorators and types that only have our names", () => {
    const emitted = emitFiles({
      "node_modules/other/package.json": JSON.stringify({ name: "other", type: "module", types: "index.d.ts" }),
      "node_modules/other/index.d.ts": "export declare function tool(): (t: object, k: string) => void; export interface ToolContext { x: number }",
      "a.ts": `import { tool as foreign } from "other"; import type { ToolContext as Theirs } from "other"; import { tool } from "cloudg-mcp";
        export class A { @foreign() notOurs(a: string) {} @tool() ours(first: Theirs) {} }`,
    });
    expect(Object.keys(entriesOf(emitted, "a.ts#A"))).toEqual(["ours"]);
    expect(entriesOf(emitted, "a.ts#A").ours?.params).toEqual(["first"]);
  });

  it("knows our decorators by their import when the package is not installed yet", () => {
    const emitted = emitFiles(
      {
        "a.ts": `import * as mcp from "cloudg-mcp"; import { tool as t } from "cloudg-mcp"; export class A { @t() one(ctx: any, a: string) {} @mcp.tool() two(ctx: any) {} @t.inherit() three(ctx: any) {} }`,
      },
      { paths: {} },
    );
    expect(emitted.diagnostics).toEqual(["CG1016 a.ts:1:156"]);
  });

  it("has no properties that are no data", () => {
    const emitted = emitFiles({
      "a.ts": `${HEAD}
const key = Symbol("key");
export class Dto { static shared = 1; #secret = 2; private a = 1; protected b = 2; get c() { return this.#secret + this.a + this.b; } set c(v) {} fn = () => 1; method() {} [key] = 1; "quoted key"!: string; 42!: number; accessor auto = 1 }
export class A { @tool() m(ctx: ToolContext, v: Dto) {} }`,
    });
    expect(Object.keys(entriesOf(emitted, "a.ts#A").m!.schema.properties!.v!.properties!)).toEqual(["42", "quoted key"]);
  });

  it("does not take classes of the language for classes of an author", () => {
    const emitted = emitFiles({
      "a.ts": `${HEAD}export class Failure extends Error { code = 1 }
export class A { @tool() m(ctx: ToolContext, error: Error, own: Failure, when: Date, many: bigint = 10n) {} }`,
    });
    const { m } = entriesOf(emitted, "a.ts#A");
    expect(m?.hydrate).toEqual([
      ["/properties/own", "a.ts#Failure"],
      ["/properties/when", "Date"],
      ["/properties/many", "bigint"],
    ]);
    expect(m?.schema.properties?.many).toEqual({ default: 10, type: "integer" });
    expect(emitted.diagnostics).toEqual([]);
  });

  it("sees that hidden and offered contradict each other", () => {
    const emitted = emitFiles({ "a.ts": `import { hidden, tool } from "cloudg-mcp"; export class A { @tool() @hidden() both() {} }` });
    expect(emitted.diagnostics).toEqual(["CG1006 a.ts:1:70"]);
  });
});
