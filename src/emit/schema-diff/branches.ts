/** Takes a schema apart into values of one type each, which can be compared one by one. Serves the comparison of schemas. */
import type { JsonSchema, JsonSchemaType } from "../../model/json-schema.js";
import { followPointer } from "../../schema/site.js";
import { assertionsOf } from "./same-schema.js";

export type Branch =
  | { readonly type: "values"; readonly values: readonly unknown[] }
  | { readonly type: JsonSchemaType; readonly schema: JsonSchema }
  | { readonly type: "unsure"; readonly keyword: string; readonly why: string };

const ALL_TYPES: readonly JsonSchemaType[] = ["null", "boolean", "number", "string", "array", "object"];
/** References in a row, without anything of the value between them. */
const MAX_REFERENCES = 8;
/** Keywords that mean something only together: half of them from here and half from there would be another schema. */
const TOGETHER = new Set(["properties", "patternProperties", "additionalProperties", "prefixItems", "items"]);

/** Together the branches accept what the schema accepts, or more. */
export function splitSchema(schema: unknown, root: JsonSchema, references = 0): Branch[] {
  if (schema === false) return [];
  if (typeof schema !== "object" || schema === null) return splitSchema({}, root);
  const own = schema as JsonSchema;
  if (own.allOf !== undefined) return [{ type: "unsure", keyword: "allOf", why: "it is composed with allOf" }];
  if (own.$ref !== undefined) return splitReference(own, root, references);
  if (Object.hasOwn(own, "const")) return [{ type: "values", values: [own.const] }];
  if (Array.isArray(own.enum)) return [{ type: "values", values: own.enum }];
  if (own.anyOf !== undefined || own.oneOf !== undefined) return splitUnion(own, root, references);
  return [own.type ?? ALL_TYPES].flat().map((type) => splitType(type, own));
}

function splitType(type: JsonSchemaType, schema: JsonSchema): Branch {
  if (type === "boolean") return { type: "values", values: [true, false] };
  if (type === "null") return { type: "values", values: [null] };
  return { type, schema };
}

/** What stands beside the reference only takes away, unless it belongs together with what the reference says. */
function splitReference(schema: JsonSchema, root: JsonSchema, references: number): Branch[] {
  const target = resolveReference(schema, root);
  if (target === undefined || references >= MAX_REFERENCES) return [{ type: "unsure", keyword: "$ref", why: `${String(schema.$ref)} leads nowhere` }];
  if (assertionsOf(schema).some((keyword) => TOGETHER.has(keyword)))
    return [{ type: "unsure", keyword: "$ref", why: "properties or items stand beside a $ref" }];
  return splitSchema(target, root, references + 1);
}

function splitUnion(schema: JsonSchema, root: JsonSchema, references: number): Branch[] {
  const { anyOf, oneOf, ...rest } = schema;
  const keyword = anyOf === undefined ? "oneOf" : "anyOf";
  if (anyOf !== undefined && oneOf !== undefined) return [{ type: "unsure", keyword, why: "anyOf and oneOf stand side by side" }];
  const beside = assertionsOf(rest).filter((name) => name !== "type");
  if (beside.some((name) => TOGETHER.has(name))) return [{ type: "unsure", keyword, why: `properties or items stand beside ${keyword}` }];
  return (anyOf ?? oneOf ?? []).flatMap((branch) => splitSchema(withSiblings(branch, rest, beside), root, references));
}

/** The siblings hold for every branch; where both say something, the branch's word is kept. */
function withSiblings(branch: unknown, siblings: JsonSchema, names: readonly string[]): unknown {
  if (typeof branch !== "object" || branch === null || names.length === 0) return branch;
  return { ...Object.fromEntries(names.map((name) => [name, siblings[name]])), ...branch };
}

/** What a `$ref` into the same document means. */
export function resolveReference({ $ref }: JsonSchema, root: JsonSchema): JsonSchema | boolean | undefined {
  if ($ref !== "#" && $ref?.startsWith("#/") !== true) return undefined;
  const found = followPointer(root, decode($ref.slice(1)));
  return typeof found === "boolean" || (typeof found === "object" && found !== null) ? (found as JsonSchema | boolean) : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
