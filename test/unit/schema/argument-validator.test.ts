import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import type { ArgumentIssue } from "../../../src/errors.js";
import { ErrorCode, InvalidArgumentsError } from "../../../src/errors.js";
import type { JsonSchema } from "../../../src/model/json-schema.js";
import type { ArgumentContract } from "../../../src/schema/argument-validator.js";
import { attemptArguments, checkResidual, compileArguments, validateArguments } from "../../../src/schema/argument-validator.js";
import { UnusableSchemaError } from "../../../src/schema/unusable-schema.js";

class Window {
  start!: string;
  end: string | null = null;
}

const changes: ArgumentContract = {
  schema: {
    type: "object",
    properties: {
      window: {
        type: "object",
        properties: { start: { type: "string" }, end: { anyOf: [{ type: "string" }, { type: "null" }], default: null } },
        required: ["start"],
      },
      kinds: { type: "array", items: { type: "string", enum: ["asset", "edge"] }, default: ["asset"] },
      limit: { type: "integer", minimum: 1, maximum: 100, default: 10 },
    },
    required: ["window"],
    additionalProperties: false,
  },
  hydrate: [["/properties/window", Window]],
};

function issuesOf(contract: ArgumentContract, input: unknown): readonly ArgumentIssue[] {
  const outcome = attemptArguments(contract, input);
  if (outcome instanceof InvalidArgumentsError) return outcome.data;
  throw new Error("the arguments were accepted");
}

/** The slugs by location. */
function refusals(schema: JsonSchema, input: unknown): string[] {
  return issuesOf({ schema }, input).map(({ loc, type }) => `${loc} ${type}`);
}

function object(properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema {
  return { type: "object", properties, additionalProperties: false, ...more };
}

describe("the changes tool", () => {
  it("coerces, fills defaults and builds the window", () => {
    const args = validateArguments(changes, { window: { start: "2026-01-01" }, limit: "5" });
    expect(args).toEqual({ window: { start: "2026-01-01", end: null }, kinds: ["asset"], limit: 5 });
    expect(args["window"]).toBeInstanceOf(Window);
  });

  it("is the golden schema", () => {
    const golden = JSON.parse(readFileSync(new URL("../../golden/input-schema-changes.json", import.meta.url), "utf8")) as unknown;
    expect(changes.schema).toEqual(golden);
  });

  it("reports every problem at once, in order, without the values", () => {
    const error = attemptArguments(changes, { window: { end: 3 }, kinds: ["asset", "SECRET"], limit: 0, colour: "SECRET" }) as InvalidArgumentsError;
    expect(error).toBeInstanceOf(InvalidArgumentsError);
    expect(error.code).toBe(ErrorCode.InvalidParams);
    expect(error.data).toEqual([
      { loc: "window.start", msg: "Field required", type: "missing" },
      { loc: "window.end", msg: "Input should be a valid string", type: "string_type" },
      { loc: "kinds.1", msg: "Input should be 'asset' or 'edge'", type: "literal_error" },
      { loc: "limit", msg: "Input should be greater than or equal to 1", type: "greater_than_equal" },
      { loc: "colour", msg: "Extra inputs are not permitted", type: "extra_forbidden" },
    ]);
    expect(error.message).toBe(`Invalid arguments: ${error.data.map(({ loc, msg }) => `${loc}: ${msg}`).join("; ")}`);
    expect(() => validateArguments(changes, {})).toThrow(new InvalidArgumentsError([{ loc: "window", msg: "Field required", type: "missing" }]));
  });

  it("takes a window sent as JSON text, and one that is an instance already", () => {
    expect(validateArguments(changes, { window: '{"start":"x"}' })["window"]).toBeInstanceOf(Window);
    const window = Object.assign(new Window(), { start: "x" });
    expect(validateArguments(changes, { window })["window"]).toBe(window);
  });

  it.each([
    ["limt", 'Extra inputs are not permitted; did you mean "limit"?'],
    ["Limit", 'Extra inputs are not permitted; did you mean "limit"?'],
    ["limti", 'Extra inputs are not permitted; did you mean "limit"?'],
    ["kind", 'Extra inputs are not permitted; did you mean "kinds"?'],
    ["colour", "Extra inputs are not permitted"],
    ["x", "Extra inputs are not permitted"],
    ["", "Extra inputs are not permitted"],
    ["limit".repeat(10_000), "Extra inputs are not permitted"],
  ])("answers the unexpected key %#", (key, msg) => {
    expect(issuesOf(changes, { window: { start: "x" }, [key]: 1 })[0]!.msg).toBe(msg);
  });
});

describe("the arguments object", () => {
  it("takes undefined for no arguments", () => {
    expect(validateArguments({ schema: object({ a: { type: "integer", default: 1 } }) }, undefined)).toEqual({ a: 1 });
  });

  it.each([[null], [[]], ["{}"], [5], [true], [() => ({})]])("refuses %p at the root", (input) => {
    const error = attemptArguments({ schema: object({}) }, input) as InvalidArgumentsError;
    expect(error.message).toBe("Invalid arguments: <root>: Input should be an object");
    expect(error.data).toEqual([{ loc: "", msg: "Input should be an object", type: "model_type" }]);
  });

  it("takes objects without a prototype, and own keys only", () => {
    const bare = Object.assign(Object.create(null) as object, { a: "1" });
    expect(validateArguments({ schema: object({ a: { type: "integer" } }) }, bare)).toEqual({ a: 1 });
    const heir = Object.create({ a: "1", b: 2 }) as object;
    expect(validateArguments({ schema: object({ a: { type: "integer" } }) }, heir)).toEqual({});
    expect(refusals(object({ toString: {}, valueOf: {} }, { required: ["toString", "valueOf"] }), {})).toEqual(["toString missing", "valueOf missing"]);
  });

  it("leaves an absent optional argument out, and treats undefined as absent", () => {
    const args = validateArguments({ schema: object({ a: { type: "integer" }, b: { type: "string" } }) }, { a: undefined });
    expect(Object.keys(args)).toEqual([]);
    expect(refusals(object({ a: {} }, { required: ["a"] }), { a: undefined })).toEqual(["a missing"]);
    expect(validateArguments({ schema: object({}) }, { unknown: undefined })).toEqual({});
  });

  it("compiles once for a contract", () => {
    let reads = 0;
    const contract: ArgumentContract = {
      get schema() {
        reads++;
        return object({});
      },
    };
    validateArguments(contract, {});
    validateArguments(contract, {});
    expect(reads).toBe(1);
  });

  it("can be asked not to coerce", () => {
    const validate = compileArguments({ schema: object({ a: { type: "integer" } }) }, { coerce: false });
    expect(validate({ a: 1 })).toEqual({ a: 1 });
    expect(() => validate({ a: "1" })).toThrow("a: Input should be a valid integer");
  });

  it("gives refusals no stack, and leaves the limit of stacks alone", () => {
    const before = Error.stackTraceLimit;
    expect((attemptArguments({ schema: object({}) }, null) as Error).stack).not.toContain("    at ");
    expect(Error.stackTraceLimit).toBe(before);
  });
});

describe("defaults", () => {
  const schema = object({
    list: { type: "array", items: {}, default: [[1]] },
    map: { type: "object", default: { a: { b: 1 } } },
    plain: { type: "string", default: null },
  });

  it("are fresh at every depth each time", () => {
    const first = validateArguments({ schema }, {}) as { list: number[][]; map: { a: { b: number } }; plain: null };
    expect(first).toEqual({ list: [[1]], map: { a: { b: 1 } }, plain: null });
    first.list[0]!.push(2);
    first.map.a.b = 2;
    expect(compileArguments({ schema })({})).toEqual({ list: [[1]], map: { a: { b: 1 } }, plain: null });
    const validate = compileArguments({ schema });
    validate({});
    (validate({}) as typeof first).list[0]!.push(9);
    expect(validate({})).toEqual({ list: [[1]], map: { a: { b: 1 } }, plain: null });
    expect(schema.properties!["list"]!.default).toEqual([[1]]);
  });

  it("arrive as arguments would: coerced, filled inside, hydrated", () => {
    const contract: ArgumentContract = {
      schema: object({
        at: { type: "string", format: "date-time", default: "2024-01-01" },
        window: { ...changes.schema.properties!["window"], default: { start: "x" } },
      }),
      hydrate: [
        ["/properties/at", "Date"],
        ["/properties/window", Window],
      ],
    };
    const [first, second] = [validateArguments(contract, {}), validateArguments(contract, {})];
    expect(first["at"]).toEqual(new Date("2024-01-01"));
    expect(first["window"]).toBeInstanceOf(Window);
    expect(first["window"]).toEqual({ start: "x", end: null });
    expect(second["at"]).not.toBe(first["at"]);
    expect(second["window"]).not.toBe(first["window"]);
  });

  it("do not stand in for a required argument", () => {
    expect(refusals(object({ a: { default: 1 } }, { required: ["a"] }), {})).toEqual(["a missing"]);
  });
});

describe("schemas that cannot be used", () => {
  const self = { $defs: { a: { anyOf: [{ $ref: "#/$defs/b" }, { type: "null" }] }, b: { allOf: [{ $ref: "#/$defs/a" }] } } } as JsonSchema;

  it.each<[string, JsonSchema, string]>([
    ["a bad pattern", object({ a: { type: "string", pattern: "(" } }), "/properties/a/pattern"],
    ["a bad pattern of keys", { type: "object", patternProperties: { "[": {} } }, "/patternProperties/["],
    ["a reference to nothing", object({ a: { $ref: "#/$defs/none" } }), "/properties/a/$ref"],
    ["a reference elsewhere", object({ a: { $ref: "other.json" } }), "/properties/a/$ref"],
    ["a reference with a bad escape", object({ a: { $ref: "#/%zz" } }), "/properties/a/$ref"],
    ["a reference through a prototype", object({ a: { $ref: "#/constructor" } }), "/properties/a/$ref"],
    ["a reference to itself", object({ a: { $ref: "#/properties/a" } }), "/properties/a/$ref"],
    ["a circle of references", object({ a: { $ref: "#/$defs/a" } }, self), "/$defs/b/allOf/0/$ref"],
    ["an unknown type", object({ a: { type: "text" as never } }), "/properties/a/type"],
    ["no types", object({ a: { type: [] } }), "/properties/a/type"],
    ["the tuples of older drafts", object({ a: { type: "array", items: [{}] as never } }), "/properties/a/items"],
    ["the boolean limit of draft 4", object({ a: { type: "number", exclusiveMinimum: true as never } }), "/properties/a/exclusiveMinimum"],
    ["a negative count", object({ a: { type: "string", minLength: -1 } }), "/properties/a/minLength"],
    ["a step of nothing", object({ a: { type: "number", multipleOf: 0 } }), "/properties/a/multipleOf"],
    ["an unenforced keyword", object({ a: { if: {}, then: false } }), "/properties/a/if"],
    ["what is no schema", object({ a: 5 as never }), "/properties/a"],
    ["an enum that is no list", object({ a: { enum: "x" as never } }), "/properties/a/enum"],
    ["an empty union", object({ a: { anyOf: [] } }), "/properties/a/anyOf"],
    ["a hostile name", object({ constructor: {} }), "/properties/constructor"],
    ["a name with a slash", object({ "a/b": { type: "string", pattern: "(" } }), "/properties/a~1b/pattern"],
  ])("%s", (_title, schema, pointer) => {
    expect(() => compileArguments({ schema })).toThrow(UnusableSchemaError);
    try {
      compileArguments({ schema });
    } catch (error) {
      expect((error as UnusableSchemaError).pointer).toBe(pointer);
      expect((error as UnusableSchemaError).message).toContain(`"${pointer}"`);
    }
  });

  it("names a mark that leads nowhere and a class that is undefined", () => {
    expect(() => compileArguments({ schema: object({}), hydrate: [["/properties/gone", "Date"]] })).toThrow(
      '"/properties/gone" is nothing for a class to be built from',
    );
    expect(() => compileArguments({ schema: object({ a: {} }), hydrate: [["/properties/a", undefined as never]] })).toThrow("the class to build is undefined");
    expect(() => compileArguments({ schema: object({ a: {} }), hydrate: [["/properties/a", "Blob" as never]] })).toThrow("a form that is unknown");
  });
});

describe("references", () => {
  const list: JsonSchema = {
    ...object({ head: { $ref: "#/$defs/Node" }, whole: { $ref: "#" } }),
    $defs: {
      Node: { type: "object", properties: { value: { type: "integer" }, next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] } }, required: ["value"] },
    },
  };

  it("may be recursive, and coerce at every level", () => {
    const args = validateArguments({ schema: list }, { head: { value: "1", next: { value: "2", next: null } }, whole: { head: { value: 3 } } });
    expect(args).toEqual({ head: { value: 1, next: { value: 2, next: null } }, whole: { head: { value: 3 } } });
    expect(refusals(list, { head: { value: 1, next: { value: "x", next: 5 } }, whole: { other: 1 } })).toEqual([
      "head.next.value int_parsing",
      "head.next.next model_type",
      "whole.other extra_forbidden",
    ]);
  });

  it("build instances where the definition is marked", () => {
    class Node {
      next: Node | null = null;
    }
    const { head } = validateArguments({ schema: list, hydrate: [["/$defs/Node", Node]] }, { head: { value: 1, next: { value: 2 } } }) as { head: Node };
    expect(head).toBeInstanceOf(Node);
    expect(head.next).toBeInstanceOf(Node);
    expect(head.next!.next).toBeNull();
  });
});

describe("the residual check", () => {
  const issue: ArgumentIssue = { loc: "a", msg: "Value error, odd", type: "value_error" };

  it("runs as a second step, sync or async", async () => {
    expect(checkResidual({ residual: undefined }, {})).toBeUndefined();
    expect(checkResidual({ residual: () => [] }, {})).toBeUndefined();
    expect(() => checkResidual({ residual: () => [issue] }, {})).toThrow(new InvalidArgumentsError([issue]));
    await expect(checkResidual({ residual: () => Promise.resolve([]) }, {})).resolves.toBeUndefined();
    await expect(checkResidual({ residual: () => Promise.resolve([issue]) }, {})).rejects.toThrow("Invalid arguments: a: Value error, odd");
  });
});
