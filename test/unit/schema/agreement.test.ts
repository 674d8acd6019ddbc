/**
 * Property tests over generated schemas and values. Ajv, a second opinion on JSON Schema 2020-12, must agree about what is valid as it is;
 * whatever the input, it is left alone and its content is not repeated. The seed of a failure is printed by fast-check.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsModule from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "@jest/globals";
import { InvalidArgumentsError } from "../../../src/errors.js";
import type { JsonSchema, JsonValue } from "../../../src/model/json-schema.js";
import { compileAttempt } from "../../../src/schema/argument-validator.js";
import { ISSUE_TEXT } from "../../../src/schema/issue-text.js";

const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
formatsModule.default(ajv);

const KEYS = ["a", "b", "c"];
/** Few and small values, so that schemas and values meet often. None past 2^53: those are ours to refuse as integers, and Ajv takes them. */
const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.integer({ min: -3, max: 6 }),
  fc.constantFrom<JsonValue>(
    0.5,
    2.5,
    "",
    "a",
    "ab",
    "abc",
    "😀",
    "5",
    "true",
    "2024-01-31",
    "2024-01-31T09:30:00Z",
    "a@example.org",
    "::1",
    "127.0.0.1",
    true,
    false,
    null,
  ),
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
    { weight: 1, arbitrary: tie("value").map((item) => [item, item]) },
    { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...KEYS, "d"), tie("value"), { maxKeys: 3, noNullPrototype: true }) },
  ),
}));

const bound = fc.integer({ min: 0, max: 3 });
/** Two or three keywords at a time: with all of them, nothing would ever be valid. */
function some(keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonSchema> {
  const names = fc.subarray(Object.keys(keywords), { maxLength: 3 });
  return names.chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, keywords[name]!]))));
}

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const inner = tie("schema");
  const numbers = some({ minimum: bound, maximum: bound, exclusiveMinimum: bound, exclusiveMaximum: bound, multipleOf: fc.constantFrom(1, 2, 0.5) });
  const strings = some({
    minLength: bound,
    maxLength: bound,
    pattern: fc.constantFrom("^a", "b$", "^[0-9]+$", "."),
    format: fc.constantFrom("date", "date-time", "email", "ipv4", "ipv6", "uuid", "uri", "hostname", "time"),
  });
  const arrays = some({
    items: fc.oneof({ weight: 4, arbitrary: inner }, { weight: 1, arbitrary: fc.boolean() }),
    prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
    minItems: bound,
    maxItems: bound,
    uniqueItems: fc.boolean(),
  });
  const objects = some({
    properties: fc.dictionary(fc.constantFrom(...KEYS), inner, { maxKeys: 3, noNullPrototype: true }),
    required: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 2 }),
    additionalProperties: fc.oneof(inner, fc.boolean()),
    patternProperties: fc.dictionary(fc.constantFrom("^a", "[bc]"), inner, { maxKeys: 1, noNullPrototype: true }),
    propertyNames: fc.constantFrom({ pattern: "^[abc]$" }, { maxLength: 1 }, true),
    minProperties: bound,
    maxProperties: bound,
  });
  const typed = fc.oneof(
    numbers.chain((rest) => fc.constantFrom("integer", "number").map((type) => ({ type, ...rest }))),
    strings.map((rest) => ({ type: "string", ...rest })),
    fc.constantFrom({ type: "boolean" }, { type: "null" }),
    arrays.map((rest) => ({ type: "array", ...rest })),
    objects.map((rest) => ({ type: "object", ...rest })),
  );
  const composed = fc.oneof(
    fc.array(inner, { minLength: 1, maxLength: 3 }).chain((list) => fc.constantFrom("anyOf", "oneOf", "allOf").map((keyword) => ({ [keyword]: list }))),
    inner.map((not) => ({ not })),
    fc.array(value, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
    value.map((constant) => ({ const: constant })),
    fc
      .uniqueArray(fc.constantFrom("integer", "string", "boolean", "null", "array", "object", "number"), { minLength: 1, maxLength: 3 })
      .map((type) => ({ type })),
    fc.tuple(typed, inner).map(([base, extra]) => ({ ...base, allOf: [extra] })),
    fc.tuple(typed, inner).map(([base, extra]) => ({ ...base, anyOf: [extra, { type: "null" }] })),
    fc.tuple(numbers, strings, objects).map(([number, text, object]) => ({ ...number, ...text, ...object })),
    fc.constant({ $ref: "#/$defs/tree" }),
    fc.constant({}),
  );
  return { schema: fc.oneof({ depthSize: "small" }, { weight: 3, arbitrary: typed }, { weight: 2, arbitrary: composed }) as fc.Arbitrary<JsonSchema> };
});

const tree: JsonSchema = { type: "object", properties: { a: { $ref: "#/$defs/tree" }, b: { type: "integer" } }, additionalProperties: false };
const contractSchema = schema.map((own): JsonSchema => ({
  type: "object",
  properties: { value: own },
  required: ["value"],
  additionalProperties: false,
  $defs: { tree },
}));

const RUNS = { numRuns: Number(process.env["SCHEMA_RUNS"] ?? 400) };

describe("agreement with Ajv", () => {
  it("about what is valid as it is", () => {
    fc.assert(
      fc.property(contractSchema, fc.array(value, { minLength: 1, maxLength: 6 }), (own, values) => {
        const attempt = compileAttempt({ schema: own }, { coerce: false });
        const second = ajv.compile(own);
        for (const candidate of values) {
          const outcome = attempt({ value: candidate });
          const accepted = !(outcome instanceof InvalidArgumentsError);
          expect({ candidate, accepted }).toEqual({ candidate, accepted: second({ value: candidate }) });
          if (accepted) expect(outcome).toEqual({ value: candidate });
        }
      }),
      RUNS,
    );
  });

  it("about what comes out of coercion", () => {
    fc.assert(
      fc.property(contractSchema, fc.array(value, { minLength: 1, maxLength: 6 }), (own, values) => {
        const attempt = compileAttempt({ schema: own });
        const strict = compileAttempt({ schema: own }, { coerce: false });
        const second = ajv.compile(own);
        for (const candidate of values) {
          const outcome = attempt({ value: candidate });
          // What is valid as it is stays as it is.
          if (!(strict({ value: candidate }) instanceof InvalidArgumentsError)) expect(outcome).toEqual({ value: candidate });
          else if (!(outcome instanceof InvalidArgumentsError)) expect({ outcome, valid: second(outcome) }).toEqual({ outcome, valid: true });
        }
      }),
      RUNS,
    );
  });
});

describe("whatever the input", () => {
  const MARK = "MARKED";
  const marked: fc.Arbitrary<unknown> = fc.oneof(
    fc.constantFrom(MARK, `${MARK}1`, `["${MARK}"]`, `{"a":"${MARK}"}`, `5${MARK}`, `${MARK}@x`, 987654321, 98765.4321),
    value,
  );
  const UNFINISHED: readonly string[] = Object.values(ISSUE_TEXT).filter((text) => text.includes("{}") && text !== ISSUE_TEXT.literal_error);
  const hostile = fc.oneof(
    marked,
    fc.array(marked, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS, "zz"), marked, { maxKeys: 3 }),
    fc.anything({
      maxDepth: 3,
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withTypedArray: true,
      withSparseArray: true,
    }),
  );

  it("no value occurs in an error, the input is left alone, and nothing but a refusal is thrown", () => {
    fc.assert(
      fc.property(contractSchema, fc.array(hostile, { minLength: 1, maxLength: 6 }), (own, values) => {
        const attempt = compileAttempt({ schema: own });
        for (const candidate of values) {
          const before = fc.stringify(candidate);
          const outcome = attempt({ value: candidate });
          expect(fc.stringify(candidate)).toBe(before);
          if (!(outcome instanceof InvalidArgumentsError)) continue;
          expect(outcome.data.length).toBeGreaterThan(0);
          expect(`${outcome.message}${JSON.stringify(outcome.data)}`).not.toMatch(/MARKED|98765/);
          expect(outcome.data.every(({ loc, msg, type }) => typeof loc === "string" && msg !== "" && !UNFINISHED.includes(msg) && type !== "")).toBe(true);
        }
      }),
      RUNS,
    );
  });
});
