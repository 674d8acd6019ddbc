/** Arguments meant to break the validator or the process. */
import { describe, expect, it } from "@jest/globals";
import { InvalidArgumentsError } from "../../../src/errors.js";
import type { JsonSchema } from "../../../src/model/json-schema.js";
import type { ArgumentContract } from "../../../src/schema/argument-validator.js";
import { attemptArguments, validateArguments } from "../../../src/schema/argument-validator.js";

const TREE: JsonSchema = {
  type: "object",
  properties: { tree: { $ref: "#/$defs/Tree" }, free: {}, list: { type: "array" }, dto: { type: "object", properties: { a: { type: "integer" } } } },
  additionalProperties: false,
  $defs: {
    Tree: {
      type: "object",
      properties: { left: { $ref: "#/$defs/Tree" }, right: { $ref: "#/$defs/Tree" }, items: { type: "array", items: { $ref: "#/$defs/Tree" } } },
    },
  },
};

function slugs(schema: JsonSchema, input: unknown, hydrate: ArgumentContract["hydrate"] = []): string[] {
  const outcome = attemptArguments({ schema, hydrate }, input);
  return outcome instanceof InvalidArgumentsError ? outcome.data.map(({ type }) => type) : [];
}

function nest(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = {};
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
}

describe("keys that reach prototypes", () => {
  const places: [string, (text: string) => string][] = [
    ["the root", (key) => `{${key}: {"polluted": 1}}`],
    ["a nested object", (key) => `{"tree": {"left": {${key}: {"polluted": 1}}}}`],
    ["a free value", (key) => `{"free": [{"a": {${key}: {"polluted": 1}}}]}`],
    ["an untyped list", (key) => `{"list": [{${key}: 1}]}`],
    ["a class-typed argument", (key) => `{"dto": {${key}: {"polluted": 1}}}`],
    ["an undeclared entry of one", (key) => `{"dto": {"x": {${key}: 1}}}`],
    ["JSON text", (key) => `{"tree": ${JSON.stringify(`{"left": {${key}: {"polluted": 1}}}`)}}`],
  ];
  class Dto {
    a = 1;
  }

  describe.each(["__proto__", "constructor", "prototype"])("%s", (key) => {
    it.each(places)("is refused in %s", (_place, write) => {
      expect(slugs(TREE, JSON.parse(write(JSON.stringify(key))), [["/properties/dto", Dto]])).toEqual(["extra_forbidden"]);
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      expect((new Dto() as unknown as Record<string, unknown>)["polluted"]).toBeUndefined();
    });
  });

  it("do not shadow the members of a class", () => {
    class Guarded {
      a = 1;
      isAllowed(): boolean {
        return false;
      }
    }
    const contract: ArgumentContract = {
      schema: { ...TREE, properties: { dto: { type: "object", properties: { a: { type: "integer" } }, additionalProperties: true } } },
      hydrate: [["/properties/dto", Guarded]],
    };
    expect(attemptArguments(contract, { dto: { isAllowed: true } })).toBeInstanceOf(InvalidArgumentsError);
    expect(validateArguments(contract, { dto: { other: true } })).toEqual({ dto: Object.assign(new Guarded(), { other: true }) });
  });
});

describe("depth", () => {
  it.each<[string, unknown]>([
    ["objects in a recursive schema", { tree: nest(10_000, (inner) => ({ left: inner })) }],
    ["lists in a recursive schema", { tree: nest(10_000, (inner) => ({ items: [inner] })) }],
    ["lists in a free value", { free: nest(10_000, (inner) => [inner]) }],
    ["objects in a free value", { free: nest(10_000, (inner) => ({ a: inner })) }],
    ["JSON text", { list: `${"[".repeat(10_000)}${"]".repeat(10_000)}` }],
    ["JSON text for an object", { tree: `${'{"left":'.repeat(10_000)}{}${"}".repeat(10_000)}` }],
    ["the root", nest(10_000, (inner) => ({ free: inner }))],
  ])("of ten thousand levels is refused: %s", (_title, input) => {
    expect(slugs(TREE, input)).toEqual(["recursion_limit"]);
  });

  it("of fifty levels is fine", () => {
    expect(slugs(TREE, { tree: nest(50, (inner) => ({ left: inner })), free: nest(50, (inner) => [inner]) })).toEqual([]);
  });

  it("without end is refused, at a location that is short", () => {
    const cycle: Record<string, unknown> = {};
    cycle["left"] = cycle;
    const outcome = attemptArguments({ schema: TREE }, { tree: cycle }) as InvalidArgumentsError;
    expect(outcome.data.map(({ type }) => type)).toEqual(["recursion_limit"]);
    expect(outcome.data[0]!.loc).toMatch(/^tree\.left.*….*left$/);
    expect(outcome.message.length).toBeLessThan(300);
    const list: unknown[] = [];
    list.push(list);
    expect(slugs(TREE, { free: list })).toEqual(["recursion_limit"]);
    expect(slugs({ properties: { a: { enum: [{ b: 1 }] } } }, { a: cycle })).toEqual(["literal_error"]);
  });

  it("shared a billion times is given up", () => {
    let shared: unknown = {};
    for (let i = 0; i < 60; i++) shared = { left: shared, right: shared };
    const found = slugs(TREE, { tree: shared });
    expect(found).toContain("size_limit");
    expect(found.length).toBeLessThanOrEqual(51);
  });
});

describe("unions that cannot be told apart", () => {
  const branch = (key: string): JsonSchema => ({ type: "object", properties: { x: { $ref: "#/$defs/Any" }, [key]: { type: "integer" } }, required: ["x"] });
  const schema: JsonSchema = {
    properties: { value: { $ref: "#/$defs/Any" } },
    $defs: { Any: { anyOf: [branch("a"), branch("b"), { type: "array", items: { $ref: "#/$defs/Any" } }, { type: "integer" }] } },
  };
  const chain = (end: unknown): unknown => {
    let value = end;
    for (let i = 0; i < 40; i++) value = { x: [value] };
    return value;
  };

  it("do not take exponential time, right or wrong", () => {
    expect(validateArguments({ schema }, { value: chain(5) })).toEqual({ value: chain(5) });
    expect(validateArguments({ schema }, { value: chain("5") })).toEqual({ value: chain(5) });
    const outcome = attemptArguments({ schema }, { value: chain(["no"]) }) as InvalidArgumentsError;
    expect(outcome.data.map(({ type }) => type)).toEqual(["union_type"]);
    expect(outcome.data[0]!.loc.endsWith(".x.0.0")).toBe(true);
  });
});

describe("size", () => {
  it("of a megabyte of text is fine", () => {
    const text = "x".repeat(1 << 20);
    const schema: JsonSchema = { properties: { a: { type: "string", pattern: "^x+$" }, b: { type: "string", minLength: 1 << 20, maxLength: 1 << 20 } } };
    expect(validateArguments({ schema }, { a: text, b: text })["a"]).toBe(text);
    for (const type of ["integer", "number", "boolean", "array", "object", "null"] as const) {
      expect(slugs({ properties: { a: { type } } }, { a: text })).toHaveLength(1);
      expect(slugs({ properties: { a: { type } } }, { a: "1".repeat(1 << 20) })).toHaveLength(1);
    }
    for (const format of ["date-time", "date", "time", "email", "hostname", "uri", "uuid", "ipv4", "ipv6"]) {
      expect(slugs({ properties: { a: { type: "string", format } } }, { a: text })).toHaveLength(1);
    }
  });

  it("of the error is bounded: fifty issues, then a count", () => {
    const outcome = attemptArguments(
      { schema: { properties: { a: { type: "array", items: { type: "integer" } } } } },
      { a: new Array(1000).fill("x") },
    ) as InvalidArgumentsError;
    expect(outcome.data).toHaveLength(51);
    expect(outcome.data[49]!.loc).toBe("a.49");
    expect(outcome.data[50]).toEqual({ loc: "", msg: "… and 950 more problems", type: "too_many_errors" });
  });

  it("of a flood beyond maxItems is one problem", () => {
    expect(slugs({ properties: { a: { type: "array", items: { type: "integer" }, maxItems: 10 } } }, { a: new Array(100_000).fill("x") })).toEqual([
      "too_long",
    ]);
  });

  it("of keys is bounded and printable", () => {
    const [long, odd] = (
      attemptArguments({ schema: { additionalProperties: false } }, { ["k".repeat(1000)]: 1, "a\u001b[2Jb\n\u202ec\u0000": 1 }) as InvalidArgumentsError
    ).data;
    expect(long!.loc).toBe(`${"k".repeat(64)}…`);
    expect(odd!.loc).toBe("a[2Jbc");
  });

  it("of many unexpected keys is one walk", () => {
    const flood = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key${i}`, i]));
    expect(slugs({ properties: { key: {} }, additionalProperties: false }, flood)).toHaveLength(51);
  });
});

describe("patterns that backtrack for ever", () => {
  it.each(["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(\\w+\\s?)*$", "(.*)*b", "^((a*)*)*$", "(?=(a+))*\\1b", ".*.*.*.*=.*"])("%s ends", (pattern) => {
    const text = pattern.includes("x") ? "x".repeat(5000) : `${"a".repeat(5000)}!`;
    const [slug] = slugs({ properties: { a: { type: "string", pattern } } }, { a: text });
    expect(["pattern_timeout", "string_pattern_mismatch"]).toContain(slug);
  });

  it("are still answered when they match", () => {
    const schema: JsonSchema = { properties: { a: { type: "string", pattern: "^[a-z]+(-[a-z]+)*$" } } };
    expect(slugs(schema, { a: "a-b".repeat(1000) })).toEqual([]);
    expect(slugs(schema, { a: `${"a-b".repeat(10)}!` })).toEqual(["string_pattern_mismatch"]);
  });
});

describe("instances that a caller in process brings", () => {
  it("may be cyclic where items must be unique", () => {
    class Node {
      readonly left: Node = this;
      readonly right: Node = this;
    }
    const schema: JsonSchema = { properties: { a: { type: "array", items: {}, uniqueItems: true } } };
    expect(slugs(schema, { a: [new Node(), new Node()] })).toEqual([]);
  });
});

describe("objects that are not JSON", () => {
  it.each<[unknown, string]>([
    [new Map([["a", 1]]), "model_type"],
    [new Date(), "model_type"],
    [new Set(), "model_type"],
    [/x/, "model_type"],
    [new Uint8Array(2), "model_type"],
    [() => 1, "model_type"],
    [Symbol("s"), "model_type"],
    [10n, "model_type"],
  ])("%p is no object argument", (value, slug) => {
    expect(slugs({ properties: { a: { type: "object", properties: { b: {} } } } }, { a: value })).toEqual([slug]);
  });

  it("numbers that JSON cannot hold are refused", () => {
    for (const type of ["integer", "number"] as const)
      for (const value of [NaN, Infinity, -Infinity]) expect(slugs({ properties: { a: { type } } }, { a: value })).toEqual(["finite_number"]);
  });

  it("a class instance is read by its own properties", () => {
    class Point {
      x = "1";
    }
    const { a } = validateArguments({ schema: { properties: { a: { type: "object", properties: { x: { type: "integer" } } } } } }, { a: new Point() });
    expect(a).toStrictEqual({ x: 1 });
  });

  it("nothing of the input is changed, at any depth", () => {
    const freeze = (value: unknown): unknown => {
      if (typeof value === "object" && value !== null) for (const part of Object.values(Object.freeze(value))) freeze(part);
      return value;
    };
    const input = freeze({ tree: { left: { items: [{ left: {} }] } }, free: { a: [1] }, list: [[1]], dto: { a: "5", more: {} } });
    expect(slugs(TREE, input)).toEqual([]);
  });
});
