import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type TS from "typescript";
import { loadCompiler, ts } from "../../../src/emit/compiler.js";
import { evaluate, isJson, NOT_STATIC, StaticRegExp } from "../../../src/emit/static-value.js";

const DECLARATIONS = `
enum Level { Low, High = 10, Both = Low | High }
enum Kind { Asset = "asset", Edge = "edge" }
const ten = 10;
const nested = { a: { b: [1, 2, { c: "deep" }] }, "quoted-key": 1, 5: "five" } as const;
const list = ["x", "y"] as const;
const copy = ten;
const circleA: number = circleB;
const circleB: number = circleA;
let changing = 1;
const computed = Math.random();
declare const declared: "from its type";
class Holder { static readonly max = 100; static changing = 1; }
`;

/** The value of an expression in a program of its own, beside the declarations above. */
function evaluateText(text: string): unknown {
  const fileName = "/value.ts";
  const source = ts.createSourceFile(fileName, `${DECLARATIONS}\n(${text});`, ts.ScriptTarget.ES2022, true);
  const host: TS.CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name) => (name === fileName ? source : undefined),
    fileExists: (name) => name === fileName,
  };
  const program = ts.createProgram([fileName], { noLib: true, strict: true }, host);
  const statement = source.statements.at(-1)!;
  if (!ts.isExpressionStatement(statement)) throw new Error(`not an expression: ${text}`);
  return evaluate(program.getTypeChecker(), statement.expression);
}

beforeAll(() => loadCompiler("/"));

describe("evaluate", () => {
  it.each<[string, unknown]>([
    ["1_000", 1000],
    ["0x10", 16],
    ["-1.5e3", -1500],
    ["+3", 3],
    ["~1", -2],
    ["!0", true],
    ['"a\\u0041"', "aA"],
    ["`plain`", "plain"],
    ["`a${ten}b${true}`", "a10btrue"],
    ["true", true],
    ["null", null],
    ["undefined", undefined],
    ["void 0", NOT_STATIC],
    ["1 + 2 * 3", 7],
    ["60 * 60", 3600],
    ["7 % 4", 3],
    ["2 ** 10", 1024],
    ["1 << 4 | 1", 17],
    ["1 / 4 - 1", -0.75],
    ['"a" + 1', "a1"],
    ["1 > 2", NOT_STATIC],
    ["true ? 1 : 2", 1],
    ["[1, [2], ...list]", [1, [2], "x", "y"]],
    ["[1, , 2]", NOT_STATIC],
    ["[changing]", NOT_STATIC],
    ["{ a: 1, 'b-c': [2], 3: null, [`k${1}`]: true }", { a: 1, "b-c": [2], 3: null, k1: true }],
    ["{ ten, ...{ a: 1 }, a: 2, gone: undefined }", { ten: 10, a: 2 }],
    ["{ method() {} }", NOT_STATIC],
    ["{ get a() { return 1; } }", NOT_STATIC],
    ["Level.High", 10],
    ["Level.Both", 10],
    ["Level['Low']", 0],
    ["Kind.Edge", "edge"],
    ["Kind", { Asset: "asset", Edge: "edge" }],
    ["Level", { Low: 0, High: 10, Both: 10 }],
    ["ten", 10],
    ["copy", 10],
    ["list", ["x", "y"]],
    ["list[1]", "y"],
    ["nested.a.b[2].c", "deep"],
    ["nested['quoted-key']", 1],
    ["nested.missing", NOT_STATIC],
    ["Holder.max", 100],
    ["Holder.changing", NOT_STATIC],
    ["declared", "from its type"],
    ["changing", NOT_STATIC],
    ["computed", NOT_STATIC],
    ["circleA", NOT_STATIC],
    ["unknownName", NOT_STATIC],
    ["Math.random()", NOT_STATIC],
    ["new Date()", NOT_STATIC],
    ["() => 1", NOT_STATIC],
    ["(ten as number)!", 10],
    ["[1] satisfies number[]", [1]],
    ["/a\\/b/gi", new StaticRegExp("a\\/b", "gi")],
    ['new RegExp("^a$", "i")', new StaticRegExp("^a$", "i")],
    ["Infinity", Number.POSITIVE_INFINITY],
  ])("%s", (text, expected) => {
    expect(evaluateText(text)).toEqual(expected);
  });

  it("keeps __proto__ an ordinary key", () => {
    const value = evaluateText('{ ["__proto__"]: { polluted: true } }') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["__proto__"]);
  });

  it("ends on deep nesting", () => {
    expect(evaluateText(`${"[".repeat(500)}1${"]".repeat(500)}`)).toBe(NOT_STATIC);
  });

  it("gives back every JSON value written as a literal", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(evaluateText(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 30 },
    );
  });
});

describe("isJson", () => {
  it.each<[unknown, boolean]>([
    [{ a: [1, "b", null, true] }, true],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    [undefined, false],
    [new StaticRegExp("a", ""), false],
    [[NOT_STATIC], false],
  ])("%p is %p", (value, expected) => {
    expect(isJson(value)).toBe(expected);
  });
});

it("takes the compiler that the engine brings", () => {
  expect(ts).toBe((createRequire(import.meta.url)("typescript-json-schema") as { ts: typeof TS }).ts);
});
