/** Puts constraints on the part of a resolved schema they speak about: `Min(1)` on the number of `number | null`. Serves the normaliser. */
import type { JsonSchema, JsonSchemaType, JsonValue } from "../../model/json-schema.js";
import type { Constraint } from "./constraint.js";

/** The types a keyword says something about; a keyword that is not here is about any value. */
const FAMILY: Readonly<Record<string, readonly JsonSchemaType[]>> = {
  minimum: ["number", "integer"],
  maximum: ["number", "integer"],
  exclusiveMinimum: ["number", "integer"],
  exclusiveMaximum: ["number", "integer"],
  multipleOf: ["number", "integer"],
  minLength: ["string"],
  maxLength: ["string"],
  pattern: ["string"],
  format: ["string"],
  contentEncoding: ["string"],
  minItems: ["array"],
  maxItems: ["array"],
  uniqueItems: ["array"],
  contains: ["array"],
  minProperties: ["object"],
  maxProperties: ["object"],
};
/** Keywords that narrow the value itself, so that `null` beside it stays allowed. */
const NARROWING = new Set(["enum", "const", "not"]);

export interface ApplyResult {
  /** Keywords that found no part of the schema they fit. */
  readonly misfits: readonly string[];
  /** Keywords that JSON Schema cannot hold a second time, so that class-validator has to. */
  readonly residual: boolean;
}

/** Changes `schema`, which must be the caller's own copy. */
export function applyConstraint(schema: JsonSchema, { keywords, depth }: Pick<Constraint, "keywords" | "depth">): ApplyResult {
  const targets = descend(schema, depth);
  const misfits: string[] = [];
  let residual = false;
  for (const [keyword, value] of Object.entries(keywords)) {
    const fits = targets.map((target) => applyKeyword(target, keyword, value));
    if (!fits.includes("applied")) misfits.push(keyword);
    residual ||= fits.includes("taken");
  }
  return { misfits: residual ? [] : misfits, residual };
}

/** The schemas of the elements `depth` arrays down; an array whose elements are free gets a schema for them. */
function descend(schema: JsonSchema, depth: number): JsonSchema[] {
  if (depth === 0) return [schema];
  const arrays = branchesOf(schema).filter((branch) => branch.type === "array");
  const elements = arrays.flatMap((array) => {
    if (array.prefixItems !== undefined) return array.prefixItems;
    if (typeof array.items !== "object") array.items = {};
    return [array.items];
  });
  return elements.flatMap((element) => descend(element, depth - 1));
}

function branchesOf(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf ?? [schema];
}

type Fit = "applied" | "misfit" | "taken";

function applyKeyword(schema: JsonSchema, keyword: string, value: unknown): Fit {
  if (keyword === "type") return applyType(schema, value as JsonSchemaType);
  const family = FAMILY[keyword];
  if (family !== undefined) return applyToFamily(schema, keyword, value, family);
  if (!NARROWING.has(keyword)) {
    schema[keyword] = value;
    return "applied";
  }
  const branches = branchesOf(schema).filter((branch) => branch.type !== "null");
  const [only] = branches;
  const target = branches.length === 1 && only !== undefined ? only : schema;
  if (keyword === "enum") return narrowEnum(target, value as readonly JsonValue[]);
  if (keyword === "not" && target.not !== undefined) return "taken";
  target[keyword] = value;
  return "applied";
}

function applyToFamily(schema: JsonSchema, keyword: string, value: unknown, family: readonly JsonSchemaType[]): Fit {
  const targets = branchesOf(schema).filter((branch) => isOfFamily(branch, family));
  if (targets.length === 0) return "misfit";
  let fit: Fit = "applied";
  for (const target of targets) {
    // Two patterns hold at once and a schema has room for one.
    if (keyword === "pattern" && typeof target.pattern === "string" && target.pattern !== value) fit = "taken";
    else target[keyword] = value;
  }
  return fit;
}

function isOfFamily(schema: JsonSchema, family: readonly JsonSchemaType[]): boolean {
  if (typeof schema.type === "string") return family.includes(schema.type);
  // A reference to a recursive type, or a value of any type: the keyword is legal there and says nothing about other types.
  return isFree({ ...schema, $ref: undefined });
}

/** `integer` narrows `number`; a type that is already said, or wider than what is said, changes nothing. */
function applyType(schema: JsonSchema, type: JsonSchemaType): Fit {
  let fit: Fit = "misfit";
  for (const branch of branchesOf(schema)) {
    if (branch.type === type || (type === "number" && branch.type === "integer")) fit = "applied";
    else if ((branch.type === "number" && type === "integer") || isFree(branch)) {
      branch.type = type;
      fit = "applied";
    }
  }
  return fit;
}

/** Whether nothing is said yet about the type. */
function isFree(schema: JsonSchema): boolean {
  return schema.type === undefined && schema.$ref === undefined && schema.anyOf === undefined && schema.enum === undefined && schema.const === undefined;
}

function narrowEnum(schema: JsonSchema, values: readonly JsonValue[]): Fit {
  const known = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const left = known === undefined ? [...values] : known.filter((value) => values.includes(value));
  if (left.length === 0) return "misfit";
  delete schema.const;
  schema.enum = left;
  return "applied";
}
