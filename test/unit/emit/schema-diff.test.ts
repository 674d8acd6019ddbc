/** The comparison of schemas: what is told of each kind of change, and (as a property) that nothing called compatible refuses what was accepted. */
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsModule from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "@jest/globals";
import { findNarrowing } from "../../../src/emit/schema-diff/compare-schemas.js";
import { formatPath } from "../../../src/emit/schema-diff/difference.js";
import type { JsonSchema } from "../../../src/model/json-schema.js";
import { argumentSchema, schema, tree, value, valuesOf } from "../schema/schema-arbitraries.js";

const told = (from: JsonSchema, to: JsonSchema): string[] => findNarrowing(from, to).map(({ path, text }) => `${formatPath(path)}: ${text}`);
const back = (from: JsonSchema, to: JsonSchema): string[] => findNarrowing(to, from).map(({ path, reverse }) => `${formatPath(path)}: ${reverse}`);

const closed = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const TEXT: JsonSchema = { type: "string" };
const NUMBER: JsonSchema = { type: "number" };
const NULL: JsonSchema = { type: "null" };

describe("what a change refuses, and what its undoing allows", () => {
  const CASES: readonly [title: string, from: JsonSchema, to: JsonSchema, narrowed: string[], undone: string[]][] = [
    ["a new optional argument", closed({ a: TEXT }), closed({ a: TEXT, b: TEXT }), [], ["b: new"]],
    ["a new required argument", closed({ a: TEXT }), closed({ a: TEXT, b: TEXT }, ["b"]), ["b: new, and required"], ["b: new"]],
    ["an argument made required", closed({ a: TEXT }), closed({ a: TEXT }, ["a"]), ["a: now required"], []],
    ["a removed argument", closed({ a: TEXT, b: TEXT }), closed({ a: TEXT }), ["b: removed"], []],
    ["an enum value removed", closed({ a: { enum: ["x", "y"] } }), closed({ a: { enum: ["x"] } }), ['a: no longer "y"'], []],
    ["an enum where any text was", TEXT, { type: "string", enum: ["x", "y"] }, [': any string → only "x", "y"'], []],
    ["a type changed", closed({ a: TEXT }), closed({ a: NUMBER }), ["a: string → number"], ["a: string → number"]],
    ["number to integer", NUMBER, { type: "integer" }, [": number → integer"], []],
    ["null removed from a union", { anyOf: [TEXT, NULL] }, TEXT, [": no longer null"], []],
    ["a type removed from a list", { type: ["string", "array"] }, TEXT, [": no longer array"], []],
    ["a minimum raised", { type: "integer", minimum: 0 }, { type: "integer", minimum: 1 }, [": minimum 0 → 1"], []],
    ["a minimum said otherwise", { type: "integer", minimum: 1 }, { type: "integer", exclusiveMinimum: 0 }, [], []],
    ["a maximum", { type: "number" }, { type: "number", exclusiveMaximum: 5 }, [": maximum none → < 5"], []],
    ["a step", { type: "integer", multipleOf: 4 }, { type: "integer", multipleOf: 2 }, [], [": multipleOf 4 → 2"]],
    ["a pattern added", TEXT, { type: "string", pattern: "^a" }, [': pattern none → "^a"'], []],
    ["a format", { type: "string", format: "date" }, TEXT, [], [': format "date" → none']],
    ["a length", { type: "string", maxLength: 9 }, { type: "string", maxLength: 5, minLength: 1 }, [": minLength none → 1", ": maxLength 9 → 5"], []],
    ["properties closed", { type: "object", properties: { a: TEXT } }, closed({ a: TEXT }), [": no other properties any more"], []],
    ["a property of a nested open object", { type: "object", properties: { a: TEXT } }, { type: "object", properties: { a: TEXT, b: NUMBER } }, [], []],
    [
      "a property of a bag",
      { type: "object", additionalProperties: true },
      { type: "object", properties: { b: NUMBER } },
      ["b: no longer null", "b: no longer boolean", "b: no longer string", "b: no longer array", "b: no longer object"],
      [],
    ],
    [
      "values of a map",
      { type: "object", additionalProperties: NUMBER },
      { type: "object", additionalProperties: { type: "integer" } },
      ["*: number → integer"],
      [],
    ],
    [
      "elements",
      { type: "array", items: TEXT },
      { type: "array", items: NUMBER, uniqueItems: true },
      ["[]: string → number", ": no repeated items any more"],
      ["[]: string → number"],
    ],
    ["a tuple", { type: "array", prefixItems: [TEXT], items: false }, { type: "array", prefixItems: [TEXT, NUMBER], maxItems: 2 }, [], ["[1]: now allowed"]],
    ["an alternative added", { anyOf: [TEXT, NULL] }, { anyOf: [TEXT, NULL, NUMBER] }, [], [": now also number"]],
    [
      "one of two objects",
      { anyOf: [closed({ k: { const: "a" } }, ["k"]), closed({ k: { const: "b" } }, ["k"])] },
      { anyOf: [closed({ k: { const: "a" } }, ["k"]), closed({ k: { const: "b" }, n: NUMBER }, ["k", "n"])] },
      ["n: new, and required"],
      ["n: new"],
    ],
    ["an undecidable keyword", TEXT, { type: "string", not: { const: "a" } }, [": cannot tell whether the same is accepted: it says not"], []],
    [
      "the same undecidable keyword",
      { type: "string", not: { const: "a" } },
      { not: { const: "a" }, type: "string", minLength: 1 },
      [": minLength none → 1"],
      [],
    ],
    ["annotations", { type: "string", description: "a", default: "x" }, { type: "string", title: "b", examples: ["y"] }, [], []],
    [
      "a property called description",
      closed({ description: TEXT }),
      closed({ description: NUMBER }),
      ["description: string → number"],
      ["description: string → number"],
    ],
  ];
  it.each(CASES)("%s", (_title, from, to, narrowed, undone) => {
    expect(told(from, to)).toEqual(narrowed);
    expect(back(from, to)).toEqual(undone);
  });

  it("follows recursion to its end, and says where it cannot", () => {
    const list = (of: JsonSchema): JsonSchema => ({
      $ref: "#/$defs/List",
      $defs: {
        List: {
          type: "object",
          properties: { value: of, next: { anyOf: [{ $ref: "#/$defs/List" }, NULL] } },
          required: ["value"],
          additionalProperties: false,
        },
      },
    });
    expect(told(list({ type: "integer" }), list(NUMBER))).toEqual([]);
    expect(told(list(NUMBER), list({ type: "integer" }))).toEqual(["value: number → integer"]);
    const loop: JsonSchema = { $ref: "#/$defs/Loop", $defs: { Loop: { anyOf: [{ $ref: "#/$defs/Loop" }, TEXT] } } };
    expect(told(NUMBER, loop)).not.toEqual([]);
    expect(told({ $ref: "#/$defs/Nowhere" }, TEXT)).toEqual([": cannot tell whether the same is accepted: #/$defs/Nowhere leads nowhere"]);
  });

  it("knows that one name may stand for two things", () => {
    const withDefs = (own: JsonSchema): JsonSchema => ({ type: "object", properties: { a: { $ref: "#/$defs/X" } }, $defs: { X: own } });
    expect(told(withDefs(TEXT), withDefs({ ...TEXT, minLength: 2 }))).toEqual(["a: minLength none → 2"]);
  });
});

const ajv = new Ajv2020({ strict: false, logger: false });
formatsModule.default(ajv);

/** Changes of the kind people make: a keyword more, less or other, somewhere inside. */
function mutationsOf(own: JsonSchema): fc.Arbitrary<JsonSchema> {
  const keys = Object.keys(own);
  const inner = keys.filter((key) => ["properties", "items", "additionalProperties", "anyOf", "prefixItems"].includes(key) && typeof own[key] === "object");
  const drop = keys
    .filter((key) => key !== "$ref")
    .map((key) => fc.constant(Object.fromEntries(Object.entries(own).filter(([name]) => name !== key)) as JsonSchema));
  const set = (keyword: string, values: fc.Arbitrary<unknown>) => values.map((next) => ({ ...own, [keyword]: next }) as JsonSchema);
  const bound = fc.integer({ min: 0, max: 4 });
  const sets = [
    ...["minimum", "maximum", "minLength", "maxItems", "minProperties", "exclusiveMinimum"].map((keyword) => set(keyword, bound)),
    set("required", fc.subarray(["a", "b", "zz"])),
    set("additionalProperties", fc.oneof(fc.boolean(), schema)),
    set("uniqueItems", fc.boolean()),
    set("pattern", fc.constantFrom("^a", ".")),
    set("type", fc.constantFrom("integer", "number", "string", "object", ["string", "null"], ["integer", "array", "object"])),
    schema.map((other): JsonSchema => ({ ...own, properties: { ...own.properties, b: other } })),
    schema.map((other): JsonSchema => ({ anyOf: [own, other] })),
    schema.map((other): JsonSchema => ({ anyOf: [other, own] })),
    fc.constant<JsonSchema>({ ...own, enum: [...(own.enum ?? []), "a", 5] }),
    schema.map((other): JsonSchema => ({ allOf: [own, other] })),
  ];
  const nested = inner.map((key) => {
    const part = own[key] as Record<string, JsonSchema> | JsonSchema[];
    if (key === "items" || key === "additionalProperties") return mutationsOf(part as JsonSchema).map((next): JsonSchema => ({ ...own, [key]: next }));
    const names = Object.keys(part);
    if (names.length === 0) return fc.constant(own);
    return fc.constantFrom(...names).chain((name) => {
      const before = (part as Record<string, JsonSchema>)[name]!;
      const after = typeof before === "object" ? mutationsOf(before) : fc.constant<JsonSchema>({});
      return after.map((next): JsonSchema => ({
        ...own,
        [key]: Array.isArray(part) ? part.map((old, i) => (String(i) === name ? next : old)) : { ...part, [name]: next },
      }));
    });
  });
  return fc.oneof(...drop, ...sets, ...nested, ...nested, ...nested);
}

const SEED = Number(process.env["SCHEMA_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = Number(process.env["SCHEMA_RUNS"] ?? 600);

it(`calls nothing compatible that refuses what was accepted, seed ${SEED}`, () => {
  let compatible = 0;
  let tried = 0;
  const pairs = schema.chain((before) =>
    fc.tuple(fc.constant(before), mutationsOf(before), fc.array(fc.oneof(valuesOf(before), valuesOf(before)), { minLength: 8, maxLength: 8 })),
  );
  const whole = (own: JsonSchema): JsonSchema => ({ ...own, $defs: { tree } });
  fc.assert(
    fc.property(pairs, ([before, after, values]) => {
      if (findNarrowing(whole(before), whole(after)).length > 0) return;
      compatible++;
      const [old, now] = [ajv.compile(whole(before)), ajv.compile(whole(after))];
      for (const candidate of values.filter((one) => old(one))) {
        tried++;
        expect({ candidate, accepted: now(candidate) }).toEqual({ candidate, accepted: true });
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(compatible / RUNS).toBeGreaterThan(0.2);
  expect(tried).toBeGreaterThan(RUNS);
  process.stderr.write(`schema diff: ${compatible} of ${RUNS} changes compatible, ${tried} values tried; SCHEMA_SEED=${SEED} repeats them\n`);
});

it("finds every schema compatible with itself, whatever it says", () => {
  fc.assert(
    fc.property(argumentSchema, (own) => {
      expect(findNarrowing(own, structuredClone(own))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it("answers about anything, and never throws", () => {
  fc.assert(
    fc.property(fc.oneof(schema, value), fc.oneof(schema, value), (a, b) => {
      expect(Array.isArray(findNarrowing(a as JsonSchema, b as JsonSchema))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
