/** Ten mistakes authors make, in the order: the exact message of each, with its place, and the remedy in it. */
import { afterAll, describe, expect, it } from "@jest/globals";
import { defineSchemas, scan, tool } from "cloudg-mcp";
import type { JsonSchema, ToolContext } from "cloudg-mcp";
import { formatDiagnostic } from "../../src/emit/diagnostics.js";
import { emitFiles, removeProjects } from "./emit/emit-files.js";

afterAll(removeProjects);

const HEAD = `import { arg, tool } from "cloudg-mcp"; import type { ToolContext } from "cloudg-mcp"; import { IsInt, Min } from "class-validator";\n`;

/** What the schema step says of one source. */
function emitted(source: string): string[] {
  return emitFiles({ "src/a.ts": HEAD + source }).result.diagnostics.map(formatDiagnostic);
}

function thrownBy(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
}

it("1: a class that is not exported", () => {
  expect(emitted("class Notes {\n  @tool() find(ctx: ToolContext, word: string) {}\n}")).toEqual([
    "src/a.ts(2,7): error CG1001: Notes has decorated members (find) and is not exported, so the generated module cannot import it. Write `export class`.",
  ]);
});

it("2: a decorator on an arrow property", () => {
  expect(emitted("export class Notes {\n  @tool() find = (ctx: ToolContext, word: string) => word;\n}")).toEqual([
    "src/a.ts(3,4): error CG1002: @tool on Notes.find: it is a function in a property, and a primitive is a method. Write a method: `name(ctx: ToolContext, …) { … }`.",
  ]);
});

it("3: an argument of type any", () => {
  expect(emitted("export class Notes {\n  @tool() find(ctx: ToolContext, word: any) {}\n}")).toEqual([
    "src/a.ts(3,34): warning CG2011: word is of type any, so anything is accepted and the method gets it unchecked. Write what callers may send, or `unknown` where that is anything.",
  ]);
});

it("4: an interface with a method", () => {
  expect(emitted("interface Shape { side: number; area(): number }\nexport class Shapes {\n  @tool() draw(ctx: ToolContext, shape: Shape) {}\n}")).toEqual([
    "src/a.ts(2,33): warning CG2012: area is a method of the interface Shape, which callers cannot send: it is left out of the schema, and missing from what the method gets. Make the type a class, whose instances have it, or take the method out.",
  ]);
});

describe("5: a circular DTO", () => {
  const USE = "export class Trees {\n  @tool() plant(ctx: ToolContext, tree: Tree) {}\n}";

  it("that makes itself without end", () => {
    expect(emitted(`export class Tree {\n  child = new Tree();\n}\n${USE}`)).toEqual([
      "src/a.ts(3,3): error CG1017: Making a Tree never ends: its child is initialised with new Tree(). Declare the property without an initialiser, `child?: Tree`, or begin with null.",
    ]);
    expect(emitted(`export class Root { tree = new Tree(); }\nexport class Tree {\n  root = new Root();\n}\n${USE}`)).toEqual([
      "src/a.ts(2,21): error CG1017: Making a Root never ends: its tree is initialised with new Tree(), whose root is initialised with new Root(). Declare the property without an initialiser, `tree?: Tree`, or begin with null.",
      "src/a.ts(4,3): error CG1017: Making a Tree never ends: its root is initialised with new Root(), whose tree is initialised with new Tree(). Declare the property without an initialiser, `root?: Root`, or begin with null.",
    ]);
  });

  it("is legal where it ends", () => {
    expect(emitted(`export class Tree {\n  child?: Tree;\n  twin: Tree | null = null;\n}\n${USE}`)).toEqual([]);
  });
});

it("6: the parts of @arg in the wrong order", () => {
  expect(emitted(`export class Notes {\n  @tool() find(ctx: ToolContext, @arg(IsInt(), Min(1), "Rows to return.") limit: number) {}\n}`)).toEqual([
    'src/a.ts(3,56): warning CG3008: The description of @arg comes first, then validators, then keywords. Write @arg("Rows to return.", …).',
  ]);
  expect(emitted(`export class Notes {\n  @tool() find(ctx: ToolContext, @arg("limit", "Rows to return.") limit: number) {}\n}`)).toEqual([
    "src/a.ts(3,48): warning CG3008: @arg has 2 texts, and the last one, \"Rows to return.\", is the description. Remove the others: the argument's name is the parameter's.",
  ]);
});

class Notes {
  @tool() find(_ctx: ToolContext, word: string, limit: number): string {
    return word.repeat(limit);
  }
  @tool() count(_ctx: ToolContext): number {
    return 1;
  }
}

describe("7: a parameter changed after the schemas were emitted", () => {
  const schema = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: "object", properties, additionalProperties: false });
  /** Under CI, where it is a fault. */
  function faultOf(params: string[], properties: Record<string, JsonSchema>): string {
    const schemas = defineSchemas({ format: 1, generator: "test", sources: "" }, () => [
      [
        Notes,
        {
          find: [{ kind: "tool", params: ["@ctx", ...params], schema: schema(properties), source: "src/a.ts:3" }],
          count: [{ kind: "tool", params: ["@ctx"], schema: schema({}) }],
        },
      ],
    ]);
    const before = process.env["CI"];
    process.env["CI"] = "true";
    try {
      return thrownBy(() => scan([Notes], { schemas }));
    } finally {
      if (before === undefined) delete process.env["CI"];
      else process.env["CI"] = before;
    }
  }

  it("in number", () => {
    expect(faultOf(["word"], { word: { type: "string" } })).toBe(
      [
        "1 definition is wrong:",
        "  Notes.find (src/a.ts:3): the method has 3 parameters, its emitted schema 2: the schemas are older than the source",
        "    -> run `npx cloudg-mcp schemas`",
      ].join("\n"),
    );
  });

  it("in type", () => {
    expect(faultOf(["limit", "word"], { word: { type: "string" }, limit: { type: "integer" } })).toBe(
      [
        "1 definition is wrong:",
        '  Notes.find (src/a.ts:3): the parameter "limit" is of type String, its emitted schema says integer: the schemas are older than the source',
        "    -> run `npx cloudg-mcp schemas`",
      ].join("\n"),
    );
  });
});

it("8: the generated module is not imported", () => {
  const remedy = "    -> run `npx cloudg-mcp schemas` and pass the generated module: definePlugin({ classes, schemas }), or `schemas` of the layer";
  expect(thrownBy(() => scan([Notes]))).toBe(
    [
      "2 definitions are wrong:",
      "  Notes.find: there is no emitted schema for this @tool",
      remedy,
      "  Notes.count: there is no emitted schema for this @tool",
      remedy,
    ].join("\n"),
  );
});

describe("9: two classes of one name", () => {
  const first = `${HEAD}export class Notes {\n  @tool() find(ctx: ToolContext, word: string) {}\n}`;

  it("are two classes, each with its entries", () => {
    const { result, manifest } = emitFiles({ "src/a.ts": first, "src/b.ts": first.replace("find", "search") });
    expect(result.diagnostics).toEqual([]);
    expect(Object.entries(manifest.classes).map(([name, members]) => [name, Object.keys(members)])).toEqual([
      ["src/a.ts#Notes", ["find"]],
      ["src/b.ts#Notes", ["search"]],
    ]);
  });

  it("must not offer one name", () => {
    expect(emitFiles({ "src/a.ts": first, "src/b.ts": first }).result.diagnostics.map(formatDiagnostic)).toEqual([
      "src/b.ts(3,11): error CG1015: Notes.find and Notes.find (src/a.ts:3) are both the tool find. Rename one.",
    ]);
  });

  it("found at start too, where two packages meet", () => {
    const schemaOf = { kind: "tool", params: ["@ctx"], schema: { type: "object", properties: {}, additionalProperties: false } } as const;
    const make = () => {
      class Twin {
        @tool() find(_ctx: ToolContext): number {
          return 1;
        }
      }
      return Twin;
    };
    const [one, two] = [make(), make()];
    const schemas = defineSchemas({ format: 1, generator: "test", sources: "" }, () => [
      [one, { find: [schemaOf] }],
      [two, { find: [schemaOf] }],
    ]);
    expect(thrownBy(() => scan([one, two], { schemas }))).toBe(
      [
        "1 definition is wrong:",
        '  Twin.find: the tool "find" is already declared by Twin.find',
        "    -> give one of the two another name, drop one with @hidden(), or add it with { replace: true }",
      ].join("\n"),
    );
  });
});

it("10: a type parameter without a bound", () => {
  expect(emitted("export class Store<Row> {\n  @tool() put(ctx: ToolContext, row: Row) {}\n}")).toEqual([
    "src/a.ts(3,33): warning CG2002: Row is a type parameter without a constraint, so anything is accepted. Constrain it, or let a class that extends this one say what it is.",
  ]);
  expect(emitted("export class Store<Row extends { id: string }> {\n  @tool() put(ctx: ToolContext, row: Row) {}\n}")).toEqual([]);
});
