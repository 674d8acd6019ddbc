import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { EmittedFiles } from "./emit-files.js";
import { emitFiles, entriesOf, removeProjects } from "./emit-files.js";

afterAll(removeProjects);

const SOURCE = `import * as mcp from "cloudg-mcp"; import { arg, args, prompt, resource, resourceTemplate, tool as makesTool } from "cloudg-mcp"; import type { ToolContext as Context } from "cloudg-mcp";
import { Max } from "class-validator";
interface MyContext extends Context { user: string }
export class Window { start!: string; days = 7 }
export interface Search {
  /** What to look for. */
  query: string;
  limit?: number;
  window?: { days?: number };
}
export class SearchArgs { query!: string; limit = 10; window: Window = new Window() }
const TOOL = { output: true, title: "x" };

export class Params {
  @makesTool() none() {}
  @makesTool() onlyContext(ctx: Context) {}
  @makesTool() named(context: unknown, a: string) {}
  @makesTool() typed(anything: Context, a: string) {}
  @makesTool() derived(my: MyContext, a: string) {}
  @makesTool() optionalContext(my: Context | undefined, a: string) {}
  @makesTool() noContext(a: string, ctx: string) {}
  @makesTool() lateContext(a: string, late: Context) {}
  @makesTool() withThis(this: Params, ctx: Context, a: string) {}
  @makesTool() rest(ctx: Context, a: string, ...more: string[]) {}
  @mcp.tool() viaNamespace(ctx: Context, a: string) {}
  @makesTool() "quoted-name"(ctx: Context, a: string) {}
  @makesTool() ["computed"](ctx: Context, a: string) {}
  implemented(ctx: Context, a: string): void;
  implemented(ctx: Context, a: number): void;
  @makesTool() implemented(ctx: Context, a: string | number) {}
  @makesTool() optional(ctx: Context, a?: string, b: string | undefined = undefined, c = 1, d?: null) {}
  @makesTool() private hiddenOne(ctx: Context, a: string) {}
  @makesTool() protoName(ctx: Context, __proto__: string, constructor: string) {}

  @makesTool() destructured(ctx: Context, { query, limit = 5, window: { days = 3 } = {} }: Search) {}
  @makesTool() renamed(ctx: Context, { query: q = "all", ...others }: Search = { query: "" }) {}
  @makesTool() whole(ctx: Context, @args() all: SearchArgs) {}
  @makesTool() wholeOpen(ctx: Context, @args() all: Record<string, number>) {}
  @makesTool() wholeUnion(ctx: Context, @args() all: { kind: "a"; a: string } | { kind: "b"; b: string }) {}

  /**
   * Finds things, see {@link Window} and {@link Search | the search}.
   *
   * Second paragraph.
   * @param a - The thing. {@minimum 1}
   * @param b - Overridden.
   * @param c - {@maximum 5}
   * @returns nothing
   */
  @makesTool() documented(ctx: Context, a: number, @arg("Wins.", Max(9)) b: number, c: number, window: Window, untold: string) {}

  @prompt() aPrompt(ctx: Context, framework: string, dataset = "") {}
  @resource("notes://index") aResource(ctx: Context) {}
  @resourceTemplate("notes://{id}/{+tail}/{legacy*}") aTemplate(ctx: Context, id: string, tail: string, legacy: number) {}

  @makesTool({ output: true }) plain(): { size: number; when: Date; at?: string } { return { size: 1, when: new Date() }; }
  @makesTool({ output: true }) async promised(): Promise<Window> { return new Window(); }
  @makesTool("custom", TOOL) wrapped(): Promise<string[]> { return Promise.resolve([]); }
  @makesTool({ output: true }) nothing(): void {}
  @makesTool({ output: true }) maybe(): Window | null { return null; }
  @makesTool({ output: true }) either(): { a: string } | { b: string } { return { a: "" }; }
  @makesTool({ output: true }) ownForm(): Money { return new Money(); }
  @makesTool({ output: Window }) ofClass(): unknown { return new Window(); }
  @makesTool({ output: false }) noOutput(): string { return ""; }
}
export class Money { amount = 1; toJSON(): { cents: number } { return { cents: 100 }; } }
`;

describe("parameters and results", () => {
  let emitted: EmittedFiles;
  const entry = (name: string) => entriesOf(emitted, "a.ts#Params")[name]!;
  const closed = { additionalProperties: false, type: "object" };
  beforeAll(() => {
    emitted = emitFiles({ "a.ts": SOURCE });
  });

  it("has no fault", () => {
    expect(emitted.result.diagnostics.filter(({ code }) => code !== "CG2006")).toEqual([]);
  });

  it.each([
    ["none", [], {}],
    ["onlyContext", ["@ctx"], {}],
    ["named", ["@ctx", "a"], { a: { type: "string" } }],
    ["typed", ["@ctx", "a"], { a: { type: "string" } }],
    ["derived", ["@ctx", "a"], { a: { type: "string" } }],
    ["optionalContext", ["@ctx", "a"], { a: { type: "string" } }],
    ["noContext", ["a", "ctx"], { a: { type: "string" }, ctx: { type: "string" } }],
    ["lateContext", ["a", "@ctx"], { a: { type: "string" } }],
    ["withThis", ["@ctx", "a"], { a: { type: "string" } }],
    ["rest", ["@ctx", "a"], { a: { type: "string" } }],
    ["viaNamespace", ["@ctx", "a"], { a: { type: "string" } }],
    ["quoted-name", ["@ctx", "a"], { a: { type: "string" } }],
    ["computed", ["@ctx", "a"], { a: { type: "string" } }],
    ["implemented", ["@ctx", "a"], { a: { anyOf: [{ type: "string" }, { type: "number" }] } }],
    ["hiddenOne", ["@ctx", "a"], { a: { type: "string" } }],
  ])("%s has the slots %p", (name, params, properties) => {
    expect(entry(name).params).toEqual(params);
    expect(entry(name).schema).toEqual({ ...closed, properties, ...(Object.keys(properties).length > 0 ? { required: Object.keys(properties) } : {}) });
  });

  it("requires neither `?`, nor `| undefined`, nor a default", () => {
    expect(entry("optional").schema).toEqual({
      ...closed,
      properties: { a: { type: "string" }, b: { type: "string" }, c: { default: 1, type: "number" }, d: { type: "null" } },
    });
  });

  it("takes parameters by any name", () => {
    expect(Object.keys(entry("protoName").schema.properties!)).toEqual(["__proto__", "constructor"]);
    expect(entry("protoName").schema.required).toEqual(["__proto__", "constructor"]);
  });

  it("makes a destructured parameter the whole object, with the pattern's defaults", () => {
    expect(entry("destructured").params).toEqual(["@ctx", "@args"]);
    expect(entry("destructured").schema).toEqual({
      ...closed,
      properties: {
        query: { description: "What to look for.", type: "string" },
        limit: { default: 5, type: "number" },
        window: { default: {}, properties: { days: { default: 3, type: "number" } }, type: "object" },
      },
      required: ["query"],
    });
    const { properties, required } = entry("renamed").schema;
    expect(properties?.query).toMatchObject({ default: "all" });
    expect(required).toBeUndefined();
  });

  it("closes the object behind @args(), and makes it an instance", () => {
    expect(entry("whole").schema).toMatchObject({ ...closed, required: ["query"], properties: { limit: { default: 10 } } });
    expect(entry("whole").hydrate).toEqual([
      ["", "a.ts#SearchArgs"],
      ["/properties/window", "a.ts#Window"],
    ]);
  });

  it("leaves a record open and a union of objects an object", () => {
    expect(entry("wholeOpen").schema).toEqual({ additionalProperties: { type: "number" }, properties: {}, type: "object" });
    expect(entry("wholeUnion").schema).toMatchObject({
      type: "object",
      anyOf: [{ properties: { kind: { const: "a" } } }, { properties: { kind: { const: "b" } } }],
    });
  });

  it("reads descriptions in order of precedence and takes inline tags out", () => {
    const { description, schema } = entry("documented");
    expect(description).toBe("Finds things, see Window and the search.\n\nSecond paragraph.");
    expect(schema.properties).toEqual({
      a: { description: "The thing.", minimum: 1, type: "number" },
      b: { description: "Wins.", maximum: 9, type: "number" },
      c: { maximum: 5, type: "number" },
      window: { properties: { start: { type: "string" }, days: { default: 7, type: "number" } }, required: ["start"], type: "object" },
      untold: { type: "string" },
    });
  });

  it("treats prompts, resources and templates alike", () => {
    expect(entry("aPrompt")).toMatchObject({
      kind: "prompt",
      schema: { ...closed, properties: { framework: { type: "string" }, dataset: { default: "" } }, required: ["framework"] },
    });
    expect(entry("aResource")).toMatchObject({ kind: "resource", params: ["@ctx"], schema: { ...closed, properties: {} } });
    expect(entry("aTemplate")).toMatchObject({
      kind: "resourceTemplate",
      params: ["@ctx", "id", "tail", "legacy"],
      schema: { required: ["id", "tail", "legacy"] },
    });
  });

  it("derives output schemas as results are sent", () => {
    const window = { properties: { start: { type: "string" }, days: { type: "number" } }, required: ["start", "days"], type: "object" };
    expect(entry("plain").output).toEqual({
      properties: { size: { type: "number" }, when: { format: "date-time", type: "string" }, at: { type: "string" } },
      required: ["size", "when"],
      type: "object",
    });
    expect(entry("promised").output).toEqual(window);
    expect(entry("ofClass").output).toEqual(window);
    expect(entry("wrapped").output).toEqual({ properties: { result: { items: { type: "string" }, type: "array" } }, required: ["result"], type: "object" });
    expect(entry("nothing").output).toEqual({ properties: { result: { type: "null" } }, required: ["result"], type: "object" });
    expect(entry("maybe").output).toEqual({
      type: "object",
      anyOf: [window, { properties: { result: { type: "null" } }, required: ["result"], type: "object" }],
    });
    expect(entry("either").output).toMatchObject({ type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] });
    expect(entry("ownForm").output).toEqual({ properties: { cents: { type: "number" } }, required: ["cents"], type: "object" });
    expect(entry("noOutput")).not.toHaveProperty("output");
    expect(entry("named")).not.toHaveProperty("output");
  });
});

describe("defaults that are made", () => {
  it("are written where they are empty, and optional without a word where only the run knows", () => {
    const emitted = emitFiles({
      "made.ts": `import { tool } from "cloudg-mcp";
import type { ToolContext } from "cloudg-mcp";
export class Window { start: Date = new Date(); tags = new Set<string>(); }
export class Made {
  @tool() made(ctx: ToolContext, map: Map<string, number> = new Map(), pairs = new Map<number, number>([]), set: Set<string> | null = new Set(),
    when = new Date(), window = new Window()) {}
  @tool() unknown(ctx: ToolContext, full = new Set(["a"]), at = new Date(0)) {}
}`,
    });
    const { made, unknown } = entriesOf(emitted, "made.ts#Made");
    const defaults = Object.entries(made!.schema.properties!).map(([name, schema]) => [name, schema.default]);
    expect(defaults).toEqual([
      ["map", {}],
      ["pairs", []],
      ["set", []],
      ["when", undefined],
      ["window", undefined],
    ]);
    expect(made!.schema.properties!["window"]!.properties!["tags"]!.default).toEqual([]);
    expect([made!.schema.required, unknown!.schema.required]).toEqual([undefined, undefined]);
    expect(emitted.result.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ["CG2006", 7],
      ["CG2006", 7],
    ]);
  });
});

describe("@param with a tag and no hyphen", () => {
  it("keeps the tag, and the text beside it", () => {
    const emitted = emitFiles({
      "braced.ts": `import { tool } from "cloudg-mcp";
import type { ToolContext } from "cloudg-mcp";
export class Braced {
  /**
   * Says.
   * @param a {@minimum 1}
   * @param b {@minimum 1} {@maximum 4} Rows
   *   to give.
   * @param c {@pattern ^a{2}$}
   * @param d - Text. {@minimum 2}
   * @param e {@minimum 3} */
  @tool() braced(ctx: ToolContext, a: number, b: number, c: string, d: number, e: number) {}
}`,
    });
    expect(entriesOf(emitted, "braced.ts#Braced").braced!.schema.properties).toEqual({
      a: { type: "number", minimum: 1 },
      b: { type: "number", minimum: 1, maximum: 4, description: "Rows\nto give." },
      c: { type: "string", pattern: "^a{2}$" },
      d: { type: "number", minimum: 2, description: "Text." },
      e: { type: "number", minimum: 3 },
    });
    expect(emitted.result.diagnostics).toEqual([]);
  });
});
