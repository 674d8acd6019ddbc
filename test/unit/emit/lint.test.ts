/** The lint: what it warns of and where, what it leaves alone, how it is told to be quiet. */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { DiagnosticCode } from "../../../src/emit/diagnostics.js";
import { DIAGNOSTICS, formatDiagnostic } from "../../../src/emit/diagnostics.js";
import { emitSchemas } from "../../../src/emit/emit.js";
import type { EmitOptions } from "../../../src/emit/emit-options.js";
import { removeProjects, writeProject } from "./emit-files.js";

afterAll(removeProjects);

const HEAD = `import { arg, args, prompt, resource, resourceTemplate, tool } from "cloudg-mcp"; import type { ToolContext } from "cloudg-mcp";\n`;
const LONG = `a${"b".repeat(44)}`;

const SOURCES = {
  "a-name.ts": `${HEAD}export class Name {\n/** Says. */ @tool() ${LONG}(ctx: ToolContext) {} }`,
  "b-dot.ts": `${HEAD}export class Dot {\n/** Says. */ @tool("a.b") dot(ctx: ToolContext) {} }`,
  "c-silent.ts": `${HEAD}export class Silent {\n@tool() silent(ctx: ToolContext) {} }`,
  "d-arguments.ts": `${HEAD}export class Args {\n/** Says. */ @tool() args(ctx: ToolContext, a: string, @arg("Said.") b: string, c: number) {} }`,
  "e-array.ts": `${HEAD}export class Arr {\n/** Says.\n * @param at - Where. */ @tool() arr(ctx: ToolContext, at: { place: [number, number] }) {} }`,
  "f-union.ts": `${HEAD}interface A { a: string } interface B { b: string }\nexport class Uni {\n/** Says. */ @tool() uni(ctx: ToolContext, @args() all: A | B) {} }`,
  "g-recursive.ts": `${HEAD}interface Tree { children: Tree[] }\nexport class Rec {\n/** Says.\n * @param tree - All of it. */ @tool() rec(ctx: ToolContext, tree: Tree) {} }`,
  "h-fine.ts": `${HEAD}export class Fine {
  /** Says. */ @tool({ output: true }) fine(ctx: ToolContext): { pair: [number, number] } { return { pair: [1, 2] }; }
  @tool({ description: "From the options." }) told(ctx: ToolContext) {}
  /** Says. @cloudg-ignore CG5002 CG5004 */ @tool("fine.dot") known(ctx: ToolContext, a: string) {}
  @resource("a://b") read(ctx: ToolContext) { return ""; }
  @resourceTemplate("a://b/{id}") one(ctx: ToolContext, id: string) { return ""; }
}
// @cloudg-ignore CG5003
export class Quiet { @tool() quiet(ctx: ToolContext) {} @prompt() asked(ctx: ToolContext) { return ""; } }`,
};

function lint(dir: string, options: Partial<EmitOptions> = {}): string[] {
  return emitSchemas({ project: path.join(dir, "tsconfig.json"), check: true, lint: {}, ...options }).diagnostics.map(formatDiagnostic);
}

describe("the lint", () => {
  let dir = "";
  let found: string[] = [];
  beforeAll(() => {
    dir = writeProject(SOURCES);
    found = lint(dir);
  });

  it("warns of each, with its place and a remedy, and of nothing else", () => {
    expect(found).toEqual([
      `a-name.ts(3,22): warning CG5001: Name.${LONG}: the tool name has 45 characters; clients allow 64, of which 20 are kept for prefixes. Shorten it, or say with --prefix-budget how much yours take.`,
      "b-dot.ts(3,27): warning CG5002: Dot.dot: the tool name a.b has a dot, which several model APIs refuse. Write a_b.",
      "c-silent.ts(3,9): warning CG5003: Silent.silent: the tool has no description, so a model has to guess what it is for. Write a doc comment.",
      'd-arguments.ts(3,22): warning CG5004: Args.args: no description for a, c. Write `@param name - text`, or @arg("text").',
      "e-array.ts(4,34): warning CG5005: Arr.arr: at.place is an array without `items`, for which some model APIs refuse the tool. Declare what the elements are; make a tuple an object, or an array of one type.",
      "f-union.ts(4,22): warning CG5006: Uni.uni: the arguments are a union at the root, where many clients look for `properties` only. Put the union under one argument.",
      "g-recursive.ts(5,40): warning CG5007: Rec.rec: the schema refers to itself (Tree) with `$ref`, which many clients do not follow. Take a fixed number of levels, or a flat list with ids.",
    ]);
  });

  it("counts the prefix it is told", () => {
    expect(lint(dir, { lint: { prefixBudget: 19 } })).toEqual(found.slice(1));
    expect(lint(dir, { lint: { prefixBudget: 60 } }).filter((line) => line.includes("CG5001"))).toHaveLength(5);
  });

  it("tells the largest tools of a catalogue over the token budget, at the largest", () => {
    const [warning, ...others] = lint(dir, { lint: { tokenBudget: 300 } }).filter((line) => line.includes("CG5008"));
    expect(others).toEqual([]);
    expect(warning).toMatch(
      /^[a-z-]+\.ts\(\d+,\d+\): warning CG5008: \w+\.\w+: the 11 tools of the project take ≈ \d+ tokens of every conversation, over the budget of 300; the largest are (\w+ ≈ \d+, ){2}\w+ ≈ \d+\. Shorten/,
    );
  });

  it("is quiet about allowed codes, and off unless asked for", () => {
    const allow: DiagnosticCode[] = ["CG5001", "CG5004", "CG5007"];
    expect(lint(dir, { allow })).toEqual(found.filter((line) => !allow.some((code) => line.includes(code))));
    expect(lint(dir, { lint: undefined })).toEqual([]);
  });

  it("does not allow errors", () => {
    const wrong = writeProject({ "a.ts": `${HEAD}class Hidden { @tool() a(ctx: ToolContext) {} }` });
    expect(lint(wrong, { allow: ["CG1001"] })).toHaveLength(1);
  });

  it("has a case for each of its codes", () => {
    const tested = [...found, "CG5008"].join(" ");
    expect(Object.keys(DIAGNOSTICS).filter((code) => code.startsWith("CG5") && !tested.includes(code))).toEqual([]);
  });
});
