/**
 * Property tests over generated schemas and values. Ajv, a second opinion on JSON Schema 2020-12, must agree about what is valid as it is;
 * whatever the input, it is left alone and its content is not repeated. The seed is printed, of a success too.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsModule from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "@jest/globals";
import { InvalidArgumentsError } from "../../../src/errors.js";
import type { JsonSchema } from "../../../src/model/json-schema.js";
import { compileAttempt } from "../../../src/schema/argument-validator.js";
import { ISSUE_TEXT } from "../../../src/schema/issue-text.js";
import { argumentSchema, KEYS, value, valuesOf } from "./schema-arbitraries.js";

const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
formatsModule.default(ajv);

/** 10,000 cases in all by default: a case is one value, judged by both. SCHEMA_SEED repeats a run. */
const SCHEMAS = Number(process.env["SCHEMA_RUNS"] ?? 500);
const VALUES = 10;
const SEED = Number(process.env["SCHEMA_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = { numRuns: SCHEMAS, seed: SEED };

const valuesFor = (own: JsonSchema) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: valuesOf(own.properties!["value"]) }, { weight: 2, arbitrary: value }), { minLength: VALUES, maxLength: VALUES });
const cases = argumentSchema.chain((own) => fc.tuple(fc.constant(own), valuesFor(own)));

describe(`agreement with Ajv, seed ${SEED}`, () => {
  let judged = 0;
  let valid = 0;

  it("about what is valid as it is", () => {
    fc.assert(
      fc.property(cases, ([own, values]) => {
        const attempt = compileAttempt({ schema: own }, { coerce: false });
        const second = ajv.compile(own);
        for (const candidate of values) {
          const outcome = attempt({ value: candidate });
          const accepted = !(outcome instanceof InvalidArgumentsError);
          expect({ candidate, accepted }).toEqual({ candidate, accepted: second({ value: candidate }) });
          if (accepted) expect(outcome).toEqual({ value: candidate });
          judged++;
          if (accepted) valid++;
        }
      }),
      RUNS,
    );
  });

  it("about what comes out of coercion", () => {
    fc.assert(
      fc.property(cases, ([own, values]) => {
        const attempt = compileAttempt({ schema: own });
        const strict = compileAttempt({ schema: own }, { coerce: false });
        const second = ajv.compile(own);
        for (const candidate of values) {
          const outcome = attempt({ value: candidate });
          // What is valid as it is stays as it is.
          if (!(strict({ value: candidate }) instanceof InvalidArgumentsError)) expect(outcome).toEqual({ value: candidate });
          else if (!(outcome instanceof InvalidArgumentsError)) expect({ outcome, valid: second(outcome) }).toEqual({ outcome, valid: true });
          judged++;
        }
      }),
      RUNS,
    );
  });

  it("over enough cases, valid and invalid ones", () => {
    expect(judged).toBeGreaterThanOrEqual(2 * SCHEMAS * VALUES);
    expect(valid / (SCHEMAS * VALUES)).toBeGreaterThan(0.15);
    expect(valid / (SCHEMAS * VALUES)).toBeLessThan(0.85);
    process.stderr.write(`agreement with Ajv: ${judged} cases, ${valid} of the first ${SCHEMAS * VALUES} valid; SCHEMA_SEED=${SEED} repeats them\n`);
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
      fc.property(argumentSchema, fc.array(hostile, { minLength: 1, maxLength: 6 }), (own, values) => {
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
