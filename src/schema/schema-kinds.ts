/** What can be said of a schema without an input: the JSON kinds it accepts, and its name in an English sentence. Serves the compilation of unions. */
import type { JsonSchema } from "../model/json-schema.js";
import { describeLiterals } from "./check-literal.js";
import type { Compiler, Site } from "./site.js";
import { atRef, beside } from "./site.js";

export const KINDS = ["null", "boolean", "number", "string", "array", "object"] as const;
export type Kind = (typeof KINDS)[number];

const MAX_REFS = 20;
const NAMES: Record<string, string> = {
  null: "null",
  boolean: "a boolean",
  integer: "an integer",
  number: "a number",
  string: "a string",
  array: "a list",
  object: "an object",
};

/** undefined for what JSON does not know. */
export function kindOf(value: unknown): Kind | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" || type === "object" ? type : undefined;
}

/** The kinds of JSON a schema accepts as they are, or as one of the forms of the class they become; all where nothing tells. */
export function acceptedKinds(schema: unknown, site: Site, compiler: Compiler, refs = 0): ReadonlySet<Kind> {
  if (schema === false) return new Set();
  if (typeof schema !== "object" || schema === null || refs > MAX_REFS) return new Set(KINDS);
  const { type, enum: values, anyOf, oneOf, $ref } = schema as JsonSchema;
  const target = compiler.markAt(site.pointer);
  const more: Kind[] = target === "Map" ? ["array"] : target === "bigint" ? ["number", "string"] : [];
  if (type !== undefined) return new Set([...[type].flat().map((name) => (name === "integer" ? "number" : name)), ...more]);
  if (Object.hasOwn(schema, "const")) return kindsOf([(schema as JsonSchema).const]);
  if (Array.isArray(values)) return kindsOf(values);
  if ($ref !== undefined) return acceptedKinds(compiler.resolve($ref, site), atRef(site, $ref), compiler, refs + 1);
  const keyword = anyOf === undefined ? "oneOf" : "anyOf";
  const branches = anyOf ?? oneOf;
  if (!Array.isArray(branches)) return new Set(KINDS);
  return new Set(branches.flatMap((branch, index) => [...acceptedKinds(branch, beside(site, keyword, index), compiler, refs + 1)]));
}

function kindsOf(values: readonly unknown[]): ReadonlySet<Kind> {
  return new Set(values.map(kindOf).filter((kind) => kind !== undefined));
}

/** `an integer`, `'a' or 'b'`; undefined where the schema has no name. */
export function nameSchema(schema: unknown, site: Site, compiler: Compiler, refs = 0): string | undefined {
  if (typeof schema !== "object" || schema === null || refs > MAX_REFS) return undefined;
  const { type, enum: values, $ref } = schema as JsonSchema;
  if (Object.hasOwn(schema, "const")) return describeLiterals([(schema as JsonSchema).const]);
  if (Array.isArray(values)) return describeLiterals(values);
  if (typeof type === "string") return NAMES[type];
  return $ref === undefined ? undefined : nameSchema(compiler.resolve($ref, site), atRef(site, $ref), compiler, refs + 1);
}
