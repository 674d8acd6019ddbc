/** What a provider's schema dialect cannot say, said in the description: the model still reads it, and the layer still enforces it. */
import type { JsonSchema } from "../../model/json-schema.js";

/** Values longer than this help no model. */
const MAX_VALUE = 300;
/** These say nothing to a model that its dialect does not already. */
const SILENT = new Set(["description", "title", "$schema", "$id", "$defs", "definitions", "$comment", "additionalProperties"]);

/** A sentence for every keyword of `schema` that is in none of the given sets: `minLength: 1; default: "x"`. */
export function noteKeywords(schema: JsonSchema, said: ReadonlySet<string>): string[] {
  return Object.entries(schema)
    .filter(([keyword, value]) => !said.has(keyword) && !SILENT.has(keyword) && value !== undefined)
    .map(([keyword, value]) => `${keyword}: ${shortJson(value)}`);
}

/** The description with notes behind it, in brackets. */
export function describeWith(description: string | undefined, notes: readonly string[]): { description?: string } {
  const text = [description ?? "", notes.length === 0 ? "" : `[${notes.join("; ")}]`].filter((part) => part !== "").join(" ");
  return text === "" ? {} : { description: text };
}

export function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}…`;
}
