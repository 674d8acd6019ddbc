import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DIAGNOSTICS, EmitError, formatDiagnostic } from "../../../src/emit/diagnostics.js";
import type { DiagnosticCode } from "../../../src/emit/diagnostics.js";
import { emitSchemas } from "../../../src/emit/emit.js";
import type { EmittedFiles } from "./emit-files.js";
import { emitFiles, removeProjects, writeProject } from "./emit-files.js";

afterAll(removeProjects);

const HEAD = `import { arg, args, hidden, prompt, resource, resourceTemplate, tool, ToolResult } from "cloudg-mcp"; import type { ToolContext } from "cloudg-mcp"; import * as v from "class-validator"; import { Expose, Type } from "class-transformer";\n`;

// Each source has one fault; a comment with a caret stands before the place where it is reported.
const FAULTS: readonly { code: DiagnosticCode; says: string; source: string }[] = [
  { code: "CG1001", says: "Write `export class`", source: `class /*^*/Hidden1 { @tool() hidden1(ctx: ToolContext) {} }` },
  { code: "CG1002", says: "Arrow2.arrow2: it is a function in a property", source: `export class Arrow2 { @/*^*/tool() arrow2 = (ctx: ToolContext) => 1; }` },
  { code: "CG1002", says: "it is a property", source: `export class Prop2 { @/*^*/tool() prop2 = 1; }` },
  { code: "CG1003", says: "it is an accessor", source: `export class Accessor3 { @/*^*/tool() get accessor3() { return 1; } }` },
  { code: "CG1004", says: "Remove `static`", source: `export class Static4 { @/*^*/tool() static static4(ctx: ToolContext) {} }` },
  {
    code: "CG1005",
    says: "Leaf5.over5 overrides Base5.over5, which is a tool, and has no decorator. Write @tool.inherit()",
    source: `export class Base5 { @tool() over5(ctx: ToolContext) {} }\nexport class Leaf5 extends Base5 { override /*^*/over5(ctx: ToolContext) {} }`,
  },
  { code: "CG1006", says: "@tool and @prompt", source: `export class Two6 { @tool() @/*^*/prompt() two6(ctx: ToolContext) {} }` },
  { code: "CG1007", says: "Give it a plain name", source: `export class Symbol7 { @tool() /*^*/[Symbol.iterator](ctx: ToolContext) {} }` },
  { code: "CG1008", says: "Give it a name", source: `export class Pattern8 { @tool() pattern8(ctx: ToolContext, /*^*/[a, b]: [string, string]) {} }` },
  {
    code: "CG1009",
    says: "beside it stands extra",
    source: `export class Beside9 { @tool() beside9(ctx: ToolContext, /*^*/{ a }: { a: string }, extra: string) {} }`,
  },
  { code: "CG1010", says: "Whole10.whole10", source: `export class Whole10 { @tool() whole10(ctx: ToolContext, /*^*/@args() all: string) {} }` },
  { code: "CG1011", says: "takes no arguments: id", source: `export class Resource11 { @resource("a://b") /*^*/resource11(ctx: ToolContext, id: string) {} }` },
  {
    code: "CG1012",
    says: "the variables id, tail and the method the parameters id, extra; they must be the same. Rename or add tail, extra",
    source: `export class Template12 { @resourceTemplate(/*^*/"a://{id}/{+tail}") template12(ctx: ToolContext, id: string, extra: string) {} }`,
  },
  { code: "CG1013", says: '"two words"', source: `export class Name13 { @tool(/*^*/"two words") name13(ctx: ToolContext) {} }` },
  { code: "CG1013", says: '"übel13"', source: `export class Method13 { @tool() /*^*/übel13(ctx: ToolContext) {} }` },
  { code: "CG1014", says: "is not a resource URI", source: `export class Uri14 { @resource(/*^*/"no scheme") uri14(ctx: ToolContext) {} }` },
  { code: "CG1014", says: "is never closed", source: `export class Open14 { @resourceTemplate(/*^*/"a://{id") open14(ctx: ToolContext, id: string) {} }` },
  {
    code: "CG1015",
    says: "B15.second15 and A15.taken15 (",
    source: `export class A15 { @tool() taken15(ctx: ToolContext) {} }\nexport class B15 { @tool(/*^*/"taken15") second15(ctx: ToolContext) {} }`,
  },
  { code: "CG1016", says: "no parent class has a decorated", source: `export class Inherit16 { @/*^*/tool.inherit() inherit16(ctx: ToolContext) {} }` },
  {
    code: "CG1017",
    says: "Making a Endless17 never ends: its deeper is initialised with new Endless17()",
    source: `export class Fine17 { next: Fine17 | null = null; make = () => new Fine17(); }\nexport class Endless17 { fine = new Fine17(); /*^*/deeper = new Endless17(); }\nexport class UsesEndless { @tool() usesEndless(ctx: ToolContext, v: Endless17) {} }`,
  },
  {
    code: "CG2001",
    says: "The type Missing cannot be resolved",
    source: `export class Unresolved { @tool() unresolved(ctx: ToolContext, /*^*/v: Missing) {} }`,
  },
  { code: "CG2001", says: "has no type", source: `export class Untyped { @tool() untyped(ctx: ToolContext, /*^*/v) {} }` },
  { code: "CG2002", says: "U is a type parameter", source: `export class Generic { @tool() generic<U>(ctx: ToolContext, /*^*/v: U) {} }` },
  { code: "CG2003", says: "() => void has no JSON form", source: `export class Fn { @tool() fn(ctx: ToolContext, /*^*/v: () => void) {} }` },
  { code: "CG2004", says: "Export it", source: `/*^*/class Local { a!: string }\nexport class UsesLocal { @tool() usesLocal(ctx: ToolContext, v: Local) {} }` },
  {
    code: "CG2005",
    says: "The constructor of Needy",
    source: `/*^*/export class Needy { constructor(public a: string) {} }\nexport class UsesNeedy { @tool() usesNeedy(ctx: ToolContext, v: Needy) {} }`,
  },
  { code: "CG2006", says: 'The default of "v"', source: `export class Default { @tool() default6(ctx: ToolContext, /*^*/v: number = Math.random()) {} }` },
  { code: "CG2007", says: "No value is of type never", source: `export class Never { @tool() never7(ctx: ToolContext, /*^*/v: never) {} }` },
  {
    code: "CG2008",
    says: "returns ToolResult",
    source: `export class Output { @tool({ output: /*^*/true }) output8(ctx: ToolContext): ToolResult { return new ToolResult(); } }`,
  },
  {
    code: "CG2009",
    says: "nests without end",
    source: `interface Nest<T> { deeper?: Nest<T[]>; value: T }\nexport class Endless { @tool() endless(ctx: ToolContext, /*^*/v: Nest<string>) {} }`,
  },
  { code: "CG2010", says: "checked at start-up only", source: `export class Dynamic { @tool(/*^*/String(1)) dynamic(ctx: ToolContext) {} }` },
  { code: "CG2011", says: "v is of type any", source: `export class Any11 { @tool() any11(ctx: ToolContext, /*^*/v: any) {} }` },
  {
    code: "CG2012",
    says: "area is a method of the interface Shape12",
    source: `interface Shape12 { /*^*/area(): number; optional?(): void; side: number }\nexport class Method12 { @tool() method12(ctx: ToolContext, v: Shape12) {} }`,
  },
  {
    code: "CG3001",
    says: "@IsCreditCard has no JSON Schema form",
    source: `export class NoForm { @tool() noForm(ctx: ToolContext, @arg(/*^*/v.IsCreditCard()) card: string) {} }`,
  },
  { code: "CG3001", says: "@Matches", source: `export class Flags { @tool() flags(ctx: ToolContext, @arg(/*^*/v.Matches(/a/i)) word: string) {} }` },
  { code: "CG3002", says: "arguments of @Max", source: `export class Dyn { @tool() dyn(ctx: ToolContext, @arg(/*^*/v.Max(Date.now())) n: number) {} }` },
  {
    code: "CG3003",
    says: "@Min (minimum) does not fit the type (string)",
    source: `export class Misfit { @tool() misfit(ctx: ToolContext, @arg(/*^*/v.Min(1)) s: string) {} }`,
  },
  {
    code: "CG3004",
    says: "did you mean @minimum?",
    source: `export class Tagged {\n/** x\n @minimun 1 */ /*^*/n!: number }\nexport class Typo { @tool() typo(ctx: ToolContext, v: Tagged) {} }`,
  },
  {
    code: "CG3005",
    says: 'The value of @minimum, "one"',
    source: `export class Bad {\n/** @minimum one */ /*^*/n!: number }\nexport class BadTag { @tool() badTag(ctx: ToolContext, v: Bad) {} }`,
  },
  {
    code: "CG3006",
    says: "cannot evaluate text",
    source: `let text = "x"; export class Part { @tool() part(ctx: ToolContext, @arg(/*^*/text) v: string) {} }`,
  },
  {
    code: "CG3008",
    says: 'Write @arg("Rows.", …)',
    source: `export class Order { @tool() order(ctx: ToolContext, @arg(v.IsInt(), /*^*/"Rows.") n: number) {} }`,
  },
  {
    code: "CG3007",
    says: "@Expose with groups",
    source: `export class Grouped { @/*^*/Expose({ groups: ["admin"] }) a!: string; @Type(() => Date) d!: Date }\nexport class UsesGrouped { @tool() usesGrouped(ctx: ToolContext, v: Grouped) {} }`,
  },
  {
    code: "CG3009",
    says: "@Min is for validation groups",
    source: `export class Chosen { @/*^*/v.Min(1, { groups: ["create"] }) @v.Max(9, { groups: ["create"], always: true }) n!: number }\nexport class UsesChosen { @tool() usesChosen(ctx: ToolContext, v: Chosen) {} }`,
  },
];

const fileOf = (i: number) => `fault-${String(i).padStart(2, "0")}.ts`;

describe("faults of the sources", () => {
  let emitted: EmittedFiles;
  beforeAll(() => {
    emitted = emitFiles(Object.fromEntries(FAULTS.map(({ source }, i) => [fileOf(i), HEAD + source])));
  });

  it.each(FAULTS.map((fault, i) => ({ ...fault, i })))("$code $i: $says", ({ code, says, source, i }) => {
    const before = source.slice(0, source.indexOf("/*^*/") + "/*^*/".length).split("\n");
    const found = emitted.result.diagnostics.filter((diagnostic) => diagnostic.file === fileOf(i));
    expect(found).toEqual([
      {
        code,
        severity: DIAGNOSTICS[code].severity,
        file: fileOf(i),
        line: before.length + 1,
        column: before.at(-1)!.length + 1,
        message: expect.stringContaining(says),
      },
    ]);
  });

  it("has a case for every code that a source can cause", () => {
    const tested = new Set(FAULTS.map((fault) => fault.code));
    // CG5001 and following are the lint's, with a test file of its own; CG6001 and following packages.test.ts's.
    expect(Object.keys(DIAGNOSTICS).filter((code) => !/^CG[56]/.test(code) && !tested.has(code as DiagnosticCode))).toEqual([
      ...["CG9001", "CG9002", "CG9003", "CG9004", "CG9005"],
    ]);
  });

  it("writes nothing while there is an error", () => {
    expect(emitted.module).toBe("");
    expect(emitted.manifest).toBeNull();
    expect(emitted.result.changed).toBe(true);
  });

  it("reports in order of file and position", () => {
    const places = emitted.result.diagnostics.map(({ file }) => file!);
    expect(places).toEqual([...places].sort());
  });
});

describe("projects that cannot be emitted", () => {
  const failure = (project: string): EmitError => {
    try {
      emitSchemas({ project });
    } catch (error) {
      if (error instanceof EmitError) return error;
      throw error;
    }
    throw new Error("it was emitted");
  };

  it("says which tsconfig is missing", () => {
    const error = failure("/nowhere/tsconfig.json");
    expect(error.diagnostics).toEqual([{ code: "CG9003", severity: "error", message: expect.stringContaining("There is no /nowhere/tsconfig.json") }]);
  });

  it("says that a tsconfig lists no files, and why", () => {
    const dir = writeProject({ "tsconfig.json": JSON.stringify({ files: [], references: [{ path: "./app" }] }) });
    expect(failure(path.join(dir, "tsconfig.json")).message).toMatch(/CG9003: .* lists no source files \(it only references other projects\)/);
  });

  it("reports a tsconfig that is not JSON", () => {
    const dir = writeProject({ "tsconfig.json": "{ nonsense", "a.ts": "export {};" });
    expect(() => emitSchemas({ project: path.join(dir, "tsconfig.json") })).not.toThrow(TypeError);
  });

  it("does not say that nothing is decorated where it has said what is wrong with the decorator", () => {
    const { result } = emitFiles({ "a.ts": `${HEAD}export class A { @tool() static a(ctx: ToolContext) {} }` });
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["CG1004"]);
  });

  it("warns when nothing is decorated", () => {
    const { result } = emitFiles({ "a.ts": "export class A { a() {} }" });
    expect(result.diagnostics).toEqual([{ code: "CG9004", severity: "warning", message: expect.stringContaining("None of the 1 source files") }]);
  });
});

describe("formatDiagnostic", () => {
  it("is what editors read", () => {
    expect(formatDiagnostic({ code: "CG1012", severity: "error", message: "no", file: "src/a.ts", line: 3, column: 5 })).toBe(
      "src/a.ts(3,5): error CG1012: no",
    );
    expect(formatDiagnostic({ code: "CG9004", severity: "warning", message: "none" })).toBe("warning CG9004: none");
  });
});
