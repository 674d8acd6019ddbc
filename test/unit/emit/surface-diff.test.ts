/** The comparison of surfaces: what counts as the same primitive, and which way round arguments and results are judged. */
import { describe, expect, it } from "@jest/globals";
import type { Primitive } from "../../../src/emit/surface.js";
import { readSurface } from "../../../src/emit/surface.js";
import { diffSurfaces, formatChange } from "../../../src/emit/surface-diff.js";
import type { JsonSchema } from "../../../src/model/json-schema.js";

const NO_ARGUMENTS: JsonSchema = { type: "object", properties: {}, additionalProperties: false };
const tool = (fields: Partial<Primitive> = {}): Primitive => ({
  kind: "tool",
  key: "t",
  cls: "a.ts#A",
  description: "",
  input: NO_ARGUMENTS,
  output: undefined,
  residual: false,
  ...fields,
});
const diff = (before: Primitive[], after: Primitive[]): string[] =>
  diffSurfaces({ primitives: before, unnamed: [] }, { primitives: after, unnamed: [] }).map((change) => `${change.level} ${formatChange(change)}`);
const object = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({ type: "object", properties, required });
const TEXT: JsonSchema = { type: "string" };

describe("diffSurfaces", () => {
  it("knows a primitive by kind and name, not by its class", () => {
    expect(diff([tool()], [tool({ cls: "b.ts#B" })])).toEqual([]);
    expect(diff([tool()], [tool({ kind: "prompt" })])).toEqual(["breaking tool t: removed", "compatible prompt t: new"]);
  });

  it("compares each class of a family with itself", () => {
    const narrow = { ...NO_ARGUMENTS, properties: { a: { ...TEXT, maxLength: 1 } } };
    const wide = { ...NO_ARGUMENTS, properties: { a: TEXT } };
    const before = [tool({ input: wide }), tool({ cls: "b.ts#B", input: narrow })];
    expect(diff(before, [...before].reverse())).toEqual([]);
    expect(diff(before, [before[1]!])).toEqual(["breaking tool t: argument a: maxLength none → 1"]);
  });

  it("judges results the other way round", () => {
    const result = (properties: Record<string, JsonSchema>, required: string[] = []) => [tool({ output: object(properties, required) })];
    expect(diff(result({ a: TEXT }, ["a"]), result({ a: TEXT }))).toEqual(["breaking tool t: output a: no longer required"]);
    expect(diff(result({ a: TEXT }), result({ a: TEXT }, ["a"]))).toEqual(["compatible tool t: output a: now required"]);
    expect(diff(result({ a: TEXT }), result({}))).toEqual(["breaking tool t: output a: removed"]);
    expect(diff(result({ a: TEXT }, ["a"]), result({}))).toEqual(["breaking tool t: output a: removed"]);
    expect(diff(result({ a: TEXT }), result({ a: TEXT, b: TEXT }, ["b"]))).toEqual(["compatible tool t: output b: new, and required"]);
    expect(diff(result({ a: { enum: ["x"] } }), result({ a: { enum: ["x", "y"] } }))).toEqual(['breaking tool t: output a: now also "y"']);
    expect(diff(result({ a: TEXT }), [tool()])).toEqual(["breaking tool t: output: the schema of the result was removed"]);
    expect(diff([tool()], result({ a: TEXT }))).toEqual(["compatible tool t: output: a schema of the result is new"]);
  });

  it("tells of nested properties, removed where others are merely tolerated too", () => {
    const nested = (properties: Record<string, JsonSchema>) => [tool({ input: { ...NO_ARGUMENTS, properties: { w: object(properties) } } })];
    expect(diff(nested({ a: TEXT, b: TEXT }), nested({ a: TEXT }))).toEqual(["breaking tool t: argument w.b: removed"]);
    expect(diff(nested({ a: TEXT }), nested({ a: TEXT, b: TEXT }))).toEqual([]);
  });

  it("counts what it cannot tell as breaking, with the reason", () => {
    const patterned = (pattern: string) => [tool({ input: { ...NO_ARGUMENTS, properties: { a: { ...TEXT, pattern } } } })];
    expect(diff(patterned("^a"), patterned("^[ab]"))).toEqual([
      'breaking tool t: argument a: pattern "^a" → "^[ab]" (cannot tell whether it matches all that matched)',
    ]);
    expect(diff([tool()], [tool({ residual: true })])).toEqual(["breaking tool t: class-validator now refuses arguments too, by rules that no schema shows"]);
  });
});

describe("readSurface", () => {
  it("takes what the decorator says before what was emitted, and sets aside what has no static name", () => {
    const own: JsonSchema = { type: "object" };
    const entry = { kind: "tool", params: [], schema: NO_ARGUMENTS, description: "From the comment." } as const;
    const { primitives, unnamed } = readSurface({
      classes: { "a.ts#A": { one: { ...entry, residual: true, wire: { key: "uno", description: "Said.", inputSchema: own } }, two: { ...entry, wire: {} } } },
    });
    expect(primitives).toEqual([{ kind: "tool", key: "uno", cls: "a.ts#A", description: "Said.", input: own, output: undefined, residual: false }]);
    expect(unnamed).toEqual(["a.ts#A.two"]);
  });
});
