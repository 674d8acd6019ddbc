import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Layer } from "cloudg-mcp";
import type { JsonSchema } from "cloudg-mcp";
import cloudg from "../../../../examples/cloudg/src/index.js";
import { toStrictSchema } from "../../../../src/adapters/shared/strict-schema.js";
import { compileArguments } from "../../../../src/schema/argument-validator.js";
import golden from "../../../golden/plugin.js";
import { strictArguments } from "./strict-arguments.js";
import { strictViolations } from "./strict-rules.js";

interface Fixture {
  readonly schema: JsonSchema;
  readonly $defs?: Record<string, JsonSchema>;
  readonly optional?: boolean;
}

const matrix = JSON.parse(readFileSync(new URL("../../../fixtures/emit/matrix/type-matrix.golden.json", import.meta.url), "utf8")) as Record<string, Fixture>;
const fixtures = Object.entries(matrix).map(([name, { schema, $defs, optional }]): [string, JsonSchema] => [
  name,
  {
    type: "object",
    properties: { v: schema },
    ...(optional === true ? {} : { required: ["v"] }),
    ...($defs === undefined ? {} : { $defs }),
    additionalProperties: false,
  },
]);
const served = [cloudg, golden].flatMap((plugin) =>
  [...new Layer({ plugins: [plugin] }).registry.tools.values()].map((spec): [string, JsonSchema] => [spec.name, spec.inputSchema]),
);

describe("the conversion into strict mode", () => {
  it.each([...served, ...fixtures])("%s keeps the published rules", (_name, schema) => {
    expect(strictViolations(toStrictSchema(schema).schema)).toEqual([]);
  });

  it.each([...served, ...fixtures.filter(([name]) => name !== "never")])("%s: arguments for it validate after the way back", (_name, schema) => {
    const strict = toStrictSchema(schema);
    const validate = compileArguments({ schema, hydrate: [] });
    fc.assert(
      fc.property(strictArguments(strict.schema), (args) => {
        validate(strict.undo(JSON.parse(JSON.stringify(args))));
      }),
      { numRuns: 50 },
    );
  });

  it("an argument of type never stays impossible", () => {
    const [, schema] = fixtures.find(([name]) => name === "never")!;
    expect(() => compileArguments({ schema, hydrate: [] })(toStrictSchema(schema).undo({ v: null }))).toThrow("Invalid arguments");
  });
});

describe("the forms of strict mode and their way back", () => {
  const text = { type: "string" } as const;
  const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
    type: "object",
    properties,
    additionalProperties: false,
    ...more,
  });

  it("optional properties are nullable, and null means not given, unless null is a value", () => {
    const strict = toStrictSchema(object({ a: text, b: { ...text, default: "x" }, c: { anyOf: [text, { type: "null" }] } }, { required: ["a"] }));
    expect(strict.schema).toEqual({
      type: "object",
      properties: { a: text, b: { type: ["string", "null"], description: '[default: "x"] [null: not given]' }, c: { anyOf: [text, { type: "null" }] } },
      required: ["a", "b", "c"],
      additionalProperties: false,
    });
    expect(strict.undo({ a: "1", b: null, c: null })).toEqual({ a: "1", c: null });
  });

  it("keywords it does not know go into the description", () => {
    const { schema } = toStrictSchema(object({ a: { ...text, description: "A.", minLength: 2, maxLength: 3, examples: ["xy"] } }, { required: ["a"] }));
    expect(schema.properties!["a"]).toEqual({ type: "string", description: 'A. [minLength: 2; maxLength: 3; examples: ["xy"]]' });
  });

  it("a map is a list of entries, a tuple an object of items, anything a JSON text, a set loses repetitions", () => {
    const strict = toStrictSchema(
      object({
        map: { type: "object", additionalProperties: { type: "number" } },
        tuple: { type: "array", prefixItems: [text, { type: "number" }], items: false, minItems: 1, maxItems: 2 },
        any: {},
        set: { type: "array", items: text, uniqueItems: true },
      }),
    );
    const back = strict.undo({
      map: [
        { key: "a", value: 1 },
        { key: "b", value: 2 },
      ],
      tuple: { item_1: "x", item_2: null },
      any: '{"deep":[1]}',
      set: ["a", "b", "a"],
    });
    expect(back).toEqual({ map: { a: 1, b: 2 }, tuple: ["x"], any: { deep: [1] }, set: ["a", "b"] });
  });

  it("open objects carry their other properties in a list, which cannot override a named one", () => {
    const strict = toStrictSchema(object({ o: { type: "object", properties: { a: text }, required: ["a"], additionalProperties: text } }, { required: ["o"] }));
    const entries = [
      { key: "a", value: "stolen" },
      { key: "b", value: "2" },
    ];
    expect(strict.undo({ o: { a: "1", other_properties: entries } })).toEqual({ o: { a: "1", b: "2" } });
  });

  it("in a union the branch that fits is undone", () => {
    const branches: JsonSchema[] = [
      text,
      { type: "object", additionalProperties: { type: "number" } },
      { type: "object", properties: { kind: { const: "n" }, n: { type: "integer" } }, required: ["kind"] },
    ];
    const { undo } = toStrictSchema(object({ u: { anyOf: branches } }, { required: ["u"] }));
    expect(undo({ u: "plain" })).toEqual({ u: "plain" });
    expect(undo({ u: [{ key: "a", value: 1 }] })).toEqual({ u: { a: 1 } });
    expect(undo({ u: { kind: "n", n: null } })).toEqual({ u: { kind: "n" } });
  });

  it("a root union offers what any branch offers; allOf is joined; a broken reference is anything", () => {
    const root = { ...object({ a: text }), anyOf: [{ properties: { b: { type: "integer" } } }], allOf: [{ required: ["a"] }] } as JsonSchema;
    expect(Object.keys(toStrictSchema(root).schema.properties!)).toEqual(["b", "a"]);
    expect(strictViolations(toStrictSchema(root).schema)).toEqual([]);
    expect(strictViolations(toStrictSchema(object({ x: { $ref: "#/$defs/None" }, y: { $ref: "https://example.com/s" }, z: { $ref: "#" } })).schema)).toEqual(
      [],
    );
  });

  it("leaves what is not of its form to the layer, and survives hostile values", () => {
    const loop = { type: "object", properties: { x: { $ref: "#/$defs/A" } }, required: ["x"], $defs: { A: { $ref: "#/$defs/A" } } } as JsonSchema;
    expect(toStrictSchema(loop).undo({ x: 1 })).toEqual({ x: 1 });
    const list = toStrictSchema({
      type: "object",
      properties: { n: { $ref: "#/$defs/N" } },
      required: ["n"],
      $defs: { N: { type: "object", properties: { n: { $ref: "#/$defs/N" } } } },
    } as JsonSchema);
    let deep: unknown = null;
    for (let i = 0; i < 20_000; i++) deep = { n: deep };
    expect(() => list.undo(deep)).not.toThrow();
    expect(list.undo("text")).toBe("text");
    const map = toStrictSchema(object({ m: { type: "object", additionalProperties: text } }, { required: ["m"] }));
    const back = map.undo({ m: [{ key: "__proto__", value: "x" }] }) as { m: object };
    expect(Object.getPrototypeOf(back.m)).toBe(Object.prototype);
    expect(Object.keys(back.m)).toEqual(["__proto__"]);
    expect(map.undo({ m: { given: "as it is" } })).toEqual({ m: { given: "as it is" } });
  });
});
