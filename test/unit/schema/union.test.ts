/** Which branch of a union is taken, and which one explains a refusal. */
import { describe, expect, it } from "@jest/globals";
import { InvalidArgumentsError } from "../../../src/errors.js";
import type { JsonSchema } from "../../../src/model/json-schema.js";
import { attemptArguments } from "../../../src/schema/argument-validator.js";

function run(schema: JsonSchema, value: unknown): unknown {
  const { $defs, ...own } = schema;
  const outcome = attemptArguments({ schema: { type: "object", properties: { value: own }, ...($defs === undefined ? {} : { $defs }) } }, { value });
  if (!(outcome instanceof InvalidArgumentsError)) return outcome["value"];
  return outcome.data.map(({ loc, type, msg }) => `${loc} ${type}: ${msg}`);
}

const shape = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

describe("a union told apart by a property", () => {
  const circle = shape({ kind: { const: "circle" }, radius: { type: "number" } });
  const square = shape({ kind: { enum: ["square", "box"] }, side: { type: "number" } });
  const shapes: JsonSchema = { anyOf: [circle, { $ref: "#/$defs/square" }, { type: "null" }], $defs: { square } };

  it("coerces inside the branch", () => {
    expect(run(shapes, { kind: "circle", radius: "1.5" })).toEqual({ kind: "circle", radius: 1.5 });
    expect(run(shapes, { kind: "box", side: "2" })).toEqual({ kind: "box", side: 2 });
    expect(run(shapes, null)).toBeNull();
    expect(run(shapes, '{"kind":"box","side":2}')).toEqual({ kind: "box", side: 2 });
  });

  it("is explained by the branch that the property names", () => {
    expect(run(shapes, { kind: "circle", radius: "x", side: 1 })).toEqual([
      "value.radius float_parsing: Input should be a valid number, unable to parse string as a number",
      "value.side extra_forbidden: Extra inputs are not permitted",
    ]);
    expect(run(shapes, { kind: "square" })).toEqual(["value.side missing: Field required"]);
  });

  it("says what the property may be when it is another or absent", () => {
    expect(run(shapes, { kind: "line", radius: 1 })).toEqual(["value.kind literal_error: Input should be 'circle', 'square' or 'box'"]);
    expect(run(shapes, { radius: 1 })).toEqual(["value.kind missing: Field required"]);
    expect(run(shapes, JSON.parse('{"__proto__": {"kind": "circle"}, "radius": 1}'))).toEqual(["value.kind missing: Field required"]);
  });

  it("takes a property that needs coercion", () => {
    const versions: JsonSchema = { anyOf: [shape({ v: { type: "integer", const: 1 }, a: {} }), shape({ v: { type: "integer", const: 2 }, b: {} })] };
    expect(run(versions, { v: "2", b: 0 })).toEqual({ v: 2, b: 0 });
    expect(run({ oneOf: versions.anyOf! }, { v: 2, b: 0 })).toEqual({ v: 2, b: 0 });
  });
});

describe("other unions", () => {
  it("take the branch that matches without coercion, wherever it stands", () => {
    const lists: JsonSchema = {
      anyOf: [
        { type: "array", items: { type: "integer" } },
        { type: "array", items: { type: "string" } },
      ],
    };
    expect(run(lists, ["1", "2"])).toEqual(["1", "2"]);
    expect(run(lists, [1, "2"])).toEqual([1, 2]);
    expect(run(lists, '["1"]')).toEqual(["1"]);
  });

  it("are explained by the one branch that is not null", () => {
    expect(run({ anyOf: [{ type: "null" }, { type: "integer", minimum: 5 }] }, "3")).toEqual([
      "value greater_than_equal: Input should be greater than or equal to 5",
    ]);
    expect(run({ type: ["string", "null"], minLength: 2 }, "x")).toEqual(["value string_too_short: String should have at least 2 characters"]);
  });

  it("are explained by the branch of the value's kind", () => {
    const union: JsonSchema = { anyOf: [{ type: "integer" }, shape({ a: { type: "integer" } }), { type: "array", items: { type: "integer" } }] };
    expect(run(union, { a: "x" })).toEqual(["value.a int_parsing: Input should be a valid integer, unable to parse string as an integer"]);
    expect(run(union, [1, "x"])).toEqual(["value.1 int_parsing: Input should be a valid integer, unable to parse string as an integer"]);
    expect(run(union, true)).toEqual(["value union_type: Input should be an integer, an object or a list"]);
  });

  it("are explained by the candidate whose keys fit", () => {
    const tree: JsonSchema = {
      $ref: "#/$defs/filter",
      $defs: {
        filter: {
          anyOf: [
            shape({ or: { type: "array", items: { $ref: "#/$defs/filter" } } }),
            shape({ and: { type: "array", items: { $ref: "#/$defs/filter" } } }),
            shape({ field: { type: "string" }, value: { type: "number" } }),
          ],
        },
      },
    };
    expect(run(tree, { and: [{ or: [{ field: "a", value: "1" }] }] })).toEqual({ and: [{ or: [{ field: "a", value: 1 }] }] });
    expect(run(tree, { and: [{ or: [{ field: "a", value: "x" }] }] })).toEqual([
      "value.and.0.or.0.value float_parsing: Input should be a valid number, unable to parse string as a number",
    ]);
    let deep: unknown = { field: "a", value: "x" };
    for (let i = 0; i < 20; i++) deep = { and: [{ or: [deep] }] };
    expect(run(tree, deep)).toHaveLength(1);
  });

  it("name all literals, and cut a long list", () => {
    expect(run({ anyOf: [{ const: "a" }, { enum: ["b", 3] }] }, "c")).toEqual(["value literal_error: Input should be 'a' or 'b' or 3"]);
    const many = run({ enum: Array.from({ length: 100 }, (_, i) => `word${i}`) }, "x") as string[];
    expect(many[0]).toContain("'word19' or one of 80 more");
  });

  it("take instances of a caller in process", () => {
    const date = new Date(0);
    const contract = {
      schema: { properties: { at: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] } } } as JsonSchema,
      hydrate: [["/properties/at/anyOf/0", "Date"]] as const,
    };
    expect(attemptArguments(contract, { at: date })).toEqual({ at: date });
    expect(attemptArguments(contract, { at: null })).toEqual({ at: null });
    expect(attemptArguments(contract, { at: "2024-01-01" })).toEqual({ at: new Date("2024-01-01") });
  });

  it("know an excluded form by the coerced value", () => {
    expect(run({ type: "integer", not: { const: 5 } }, "5")).toEqual(["value not_allowed: Input has a form that is excluded here"]);
    expect(run({ type: "integer", not: { const: 5 } }, "6")).toBe(6);
  });

  it("of the same object all parts are asked", () => {
    const both: JsonSchema = {
      allOf: [
        { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
        { type: "object", properties: { b: { type: "integer" } }, required: ["b"] },
      ],
    };
    expect(run(both, { a: "1", b: "2" })).toEqual({ a: 1, b: 2 });
    expect(run(both, {})).toEqual(["value.a missing: Field required", "value.b missing: Field required"]);
  });
});
