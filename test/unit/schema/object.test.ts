/** Objects: extras, patterns, names and sizes of keys; classes of every kind. */
import { describe, expect, it } from "@jest/globals";
import { InvalidArgumentsError } from "../../../src/errors.js";
import type { Constructor, HydrationMark } from "../../../src/model/hydration.js";
import type { JsonSchema } from "../../../src/model/json-schema.js";
import { attemptArguments } from "../../../src/schema/argument-validator.js";

function run(schema: JsonSchema, input: unknown, hydrate: readonly HydrationMark[] = []): unknown {
  const outcome = attemptArguments({ schema, hydrate }, input);
  return outcome instanceof InvalidArgumentsError ? outcome.data.map(({ loc, type }) => `${loc} ${type}`) : outcome;
}

describe("entries beside the properties", () => {
  it("are kept where the object is open, checked where it says how", () => {
    expect(run({ properties: { a: { type: "integer" } } }, { a: "1", b: "2" })).toEqual({ a: 1, b: "2" });
    expect(run({ type: "object", properties: { a: { type: "integer" } }, additionalProperties: { type: "boolean" } }, { a: "1", b: "yes", c: 2 })).toEqual([
      "c bool_parsing",
    ]);
  });

  it("follow the patterns of their names", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { n_a: { minimum: 5 } },
      patternProperties: { "^n_": { type: "integer" } },
      additionalProperties: false,
    };
    expect(run(schema, { n_a: "7", n_b: "2" })).toEqual({ n_a: 7, n_b: 2 });
    expect(run(schema, { n_a: 1, n_b: "x", other: 1 })).toEqual(["n_a greater_than_equal", "n_b int_parsing", "other extra_forbidden"]);
  });

  it("must have permitted names, and be enough and not too many", () => {
    const schema: JsonSchema = { type: "object", properties: { A: {} }, propertyNames: { pattern: "^[a-z]+$" }, minProperties: 1, maxProperties: 2 };
    expect(run(schema, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
    expect(run(schema, { a: 1, B: 2 })).toEqual(["B property_name"]);
    expect(run(schema, { A: 1 })).toEqual(["A property_name"]);
    expect(run(schema, {})).toEqual([" too_short"]);
    expect(run(schema, { a: 1, b: 2, c: 3 })).toEqual([" too_long"]);
  });

  it("may be required without being declared", () => {
    expect(run({ type: "object", required: ["x"], additionalProperties: { type: "integer" } }, {})).toEqual(["x missing"]);
    expect(run({ type: "object", required: ["x"], additionalProperties: { type: "integer" } }, { x: "1" })).toEqual({ x: 1 });
  });

  it("are not there when they are undefined", () => {
    expect(run({ type: "object", required: ["x"] }, { x: undefined })).toEqual(["x missing"]);
  });

  it("have names of Object.prototype without trouble", () => {
    const input = { toString: 1, hasOwnProperty: 2, valueOf: "x" };
    expect(run({ type: "object", additionalProperties: { type: "integer" } }, { toString: 1, hasOwnProperty: 2 })).toEqual({ toString: 1, hasOwnProperty: 2 });
    expect(run({ type: "object", additionalProperties: { type: "integer" } }, input)).toEqual(["valueOf int_parsing"]);
  });
});

describe("class-typed arguments", () => {
  const fields: JsonSchema = { type: "object", properties: { a: { type: "integer" }, b: { type: "string", default: "schema" } }, required: ["a"] };
  const build = (cls: Constructor, dto: unknown, schema: JsonSchema = fields): unknown => {
    const outcome = run({ type: "object", properties: { dto: schema } }, { dto }, [["/properties/dto", cls]]);
    return Array.isArray(outcome) ? outcome : (outcome as { dto: unknown }).dto;
  };

  it("run the class's initialisers, fresh each time, and fill what these leave undefined", () => {
    class Own {
      a!: number;
      b = "initialiser";
      list: number[] = [];
    }
    const [first, second] = [build(Own, { a: "1" }) as Own, build(Own, { a: 2 }) as Own];
    expect(first).toBeInstanceOf(Own);
    expect(first).toEqual({ a: 1, b: "initialiser", list: [] });
    expect(second.list).not.toBe(first.list);
    class Bare {
      a!: number;
      b!: string;
    }
    expect(build(Bare, { a: 1 })).toEqual(Object.assign(new Bare(), { a: 1, b: "schema" }));
  });

  it("leave undeclared entries out unless the schema speaks of them", () => {
    class Own {}
    expect(build(Own, { a: 1, more: 2 })).toEqual({ a: 1, b: "schema" });
    expect(build(Own, { a: 1, more: "2" }, { ...fields, additionalProperties: { type: "integer" } })).toEqual({ a: 1, b: "schema", more: 2 });
    expect(build(Own, { a: 1, more: 2 }, { ...fields, additionalProperties: false })).toEqual(["dto.more extra_forbidden"]);
  });

  it("are made without the constructor where it needs arguments", () => {
    let calls = 0;
    class Picky {
      a: number;
      constructor(source: { a: number }) {
        calls++;
        this.a = source.a;
      }
      twice(): number {
        return this.a * 2;
      }
    }
    const made = build(Picky, { a: "2" }) as Picky;
    expect(made).toBeInstanceOf(Picky);
    expect(made.twice()).toBe(4);
    expect(calls).toBe(1);
  });

  it("survive constructors that freeze, return something else, or fail now and then", () => {
    class Frozen {
      constructor() {
        Object.freeze(this);
      }
    }
    expect(build(Frozen, { a: 1 })).toEqual({ a: 1, b: "schema" });
    class Other {
      constructor() {
        return JSON.parse("{}") as Other;
      }
    }
    expect(build(Other, { a: 1 })).toBeInstanceOf(Other);
    let made = 0;
    class Moody {
      constructor() {
        if (++made > 1) throw new Error("no more");
      }
    }
    expect(build(Moody, { a: 1 })).toBeInstanceOf(Moody);
    abstract class Abstract {}
    expect(build(Abstract, { a: 1 })).toBeInstanceOf(Abstract);
  });

  it("go through setters, shadow getters, and report a setter that refuses", () => {
    class Accessors {
      #a = 0;
      get a(): number {
        return this.#a;
      }
      set a(value: number) {
        if (value > 9) throw new RangeError(`SECRET ${value}`);
        this.#a = value * 10;
      }
      get b(): string {
        return "getter";
      }
    }
    const made = build(Accessors, { a: "3", b: "x" }) as Accessors;
    expect([made.a, made.b]).toEqual([30, "x"]);
    const outcome = attemptArguments({ schema: { properties: { dto: fields } }, hydrate: [["/properties/dto", Accessors]] }, { dto: { a: 10 } });
    expect(outcome).toMatchObject({ data: [{ loc: "dto.a", msg: "Value error, the class refuses this value", type: "value_error" }] });
  });

  it("are built at the root, in lists, in unions and from composed schemas", () => {
    class Own {
      b = "initialiser";
    }
    expect(run(fields, { a: "1" }, [["", Own]])).toBeInstanceOf(Own);
    const { list } = run({ properties: { list: { type: "array", items: fields } } }, { list: [{ a: 1 }] }, [["/properties/list/items", Own]]) as {
      list: unknown[];
    };
    expect(list[0]).toBeInstanceOf(Own);
    const union: JsonSchema = { anyOf: [fields, { type: "null" }] };
    expect(build(Own, { a: 1 }, union)).toBeInstanceOf(Own);
    expect(build(Own, null, union)).toBeNull();
    expect(build(Own, { a: "1", c: "2" }, { allOf: [fields, { type: "object", properties: { c: { type: "integer" } } }] })).toEqual(
      Object.assign(new Own(), { a: 1, b: "schema", c: 2 }),
    );
    expect(build(Own, { a: 1 }, { type: ["object", "null"], properties: { a: {} } })).toBeInstanceOf(Own);
  });
});

describe("built-in forms", () => {
  it("take what a caller in process brings", () => {
    const brought = {
      Date: new Date(0),
      URL: new URL("a:b"),
      RegExp: /x/,
      Uint8Array: new Uint8Array(1),
      Buffer: Buffer.from("x"),
      Map: new Map(),
      Set: new Set(),
      bigint: 5n,
    };
    const types = { Map: "object", Set: "array", bigint: "integer" } as Record<string, "object" | "array" | "integer">;
    for (const [form, value] of Object.entries(brought)) {
      const { a } = run({ properties: { a: { type: types[form] ?? "string" } } }, { a: value }, [["/properties/a", form as "Date"]]) as { a: unknown };
      expect(a).toBe(value);
    }
  });

  it("refuse an invalid Date, and make a Buffer of bytes", () => {
    expect(run({ properties: { a: { type: "string" } } }, { a: new Date(NaN) }, [["/properties/a", "Date"]])).toEqual(["a datetime_type"]);
    const { a } = run({ properties: { a: { type: "string" } } }, { a: new Uint8Array([1, 2]) }, [["/properties/a", "Buffer"]]) as { a: unknown };
    expect(Buffer.isBuffer(a)).toBe(true);
    expect(run({ properties: { a: { type: "string" } } }, { a: "aGk=" }, [["/properties/a", "Buffer"]])).toEqual({ a: Buffer.from("hi") });
  });

  it("keep null where the type has it, and the other keywords of the string", () => {
    const hydrate = [["/properties/a", "Date"]] as const;
    expect(run({ properties: { a: { type: ["string", "null"], format: "date-time" } } }, { a: null }, hydrate)).toEqual({ a: null });
    expect(run({ properties: { a: { type: ["string", "null"], format: "date-time" } } }, { a: "2024-01-31" }, hydrate)).toEqual({ a: new Date("2024-01-31") });
    expect(run({ properties: { a: { type: "string", format: "date-time", pattern: "^2024" } } }, { a: "2023-01-31" }, hydrate)).toEqual([
      "a string_pattern_mismatch",
    ]);
    expect(run({ properties: { a: { type: ["integer", "null"] } } }, { a: null }, [["/properties/a", "bigint"]])).toEqual({ a: null });
  });

  it("nest: a map of sets of dates, a map of pairs", () => {
    const date: JsonSchema = { type: "string", format: "date-time" };
    const schema: JsonSchema = {
      properties: {
        sets: { type: "object", additionalProperties: { type: "array", items: date, uniqueItems: true } },
        pairs: { type: "array", items: { type: "array", prefixItems: [{ type: "integer" }, date], minItems: 2, maxItems: 2 } },
      },
    };
    const made = run(schema, { sets: { a: ["2024-01-01"] }, pairs: [["1", "2024-01-02"]] }, [
      ["/properties/sets", "Map"],
      ["/properties/sets/additionalProperties", "Set"],
      ["/properties/sets/additionalProperties/items", "Date"],
      ["/properties/pairs", "Map"],
      ["/properties/pairs/items/prefixItems/1", "Date"],
    ]);
    expect(made).toEqual({ sets: new Map([["a", new Set([new Date("2024-01-01")])]]), pairs: new Map([[1, new Date("2024-01-02")]]) });
    expect(run(schema, { sets: { a: ["2024-01-01", "2024-01-01T00:00:00Z"] } }, [["/properties/sets/additionalProperties/items", "Date"]])).toEqual([
      "sets.a unique_items",
    ]);
  });
});
