/** The coercion table, case by case: test/fixtures/coercion-table.json is the contract as data. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { InvalidArgumentsError } from "../../../src/errors.js";
import type { HydrationMark } from "../../../src/model/hydration.js";
import type { JsonSchema } from "../../../src/model/json-schema.js";
import { compileArguments } from "../../../src/schema/argument-validator.js";

type Outcome = { value: unknown } | { error: string };
interface Group {
  name: string;
  schema: JsonSchema;
  hydrate?: HydrationMark[];
  cases: [input: unknown, expected: Outcome][];
}

const { groups } = JSON.parse(readFileSync(new URL("../../fixtures/coercion-table.json", import.meta.url), "utf8")) as { groups: Group[] };

/** Instances as the table writes them. */
function toRow(value: unknown): unknown {
  if (value instanceof Date) return { $date: value.toISOString() };
  if (value instanceof Set) return { $set: [...(value as Set<unknown>)] };
  if (value instanceof Map) return { $map: [...(value as Map<unknown, unknown>)] };
  if (value instanceof URL) return { $url: value.href };
  if (value instanceof RegExp) return { $regexp: value.source };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (typeof value === "bigint") return { $bigint: String(value) };
  return value;
}

describe.each(groups)("coercion to $name", ({ schema, hydrate = [], cases }) => {
  const validate = compileArguments({
    schema: { type: "object", properties: { value: schema }, required: ["value"], additionalProperties: false },
    hydrate: hydrate.map(([pointer, target]) => [`/properties/value${pointer}`, target]),
  });

  function outcomeOf(input: unknown): Outcome {
    try {
      return { value: toRow(validate({ value: input })["value"]) };
    } catch (error) {
      if (!(error instanceof InvalidArgumentsError)) throw error;
      return { error: error.data[0]!.type };
    }
  }

  it.each(cases.map(([input, expected]) => [JSON.stringify(input).slice(0, 60), input, expected] as const))("%s", (_title, input, expected) => {
    const before = JSON.stringify(input);
    expect(outcomeOf(input)).toStrictEqual(expected);
    expect(JSON.stringify(input)).toBe(before);
  });
});
