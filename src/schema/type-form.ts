/** Compiles `type` and the keywords that belong to it: one type, a list of types, or none declared. Serves compilation. */
import type { JsonSchema, JsonSchemaType } from "../model/json-schema.js";
import type { InstanceMaker } from "./build-instance.js";
import { checkAny } from "./check-any.js";
import { compileArray } from "./check-array.js";
import { compileNumber } from "./check-number.js";
import { compileObject } from "./check-object.js";
import { checkBoolean, checkNull } from "./check-scalar.js";
import { compileString } from "./check-string.js";
import { compileUnion } from "./check-union.js";
import { KEYWORDS_OF } from "./keywords.js";
import type { Kind } from "./schema-kinds.js";
import { acceptedKinds, kindOf, nameSchema } from "./schema-kinds.js";
import type { Compiler, Site } from "./site.js";
import { unusable } from "./site.js";
import type { Branch } from "./union.js";
import type { Check } from "./walk.js";

export function compileTypes(schema: JsonSchema, maker: InstanceMaker | undefined, site: Site, compiler: Compiler): Check {
  const { type } = schema;
  if (!Array.isArray(type)) return compileType(schema, type, maker, site, compiler);
  if (type.length === 0) throw unusable(site, "type", "is an empty list", "name at least one type");
  const inner = { ...site, json: site.json && !type.includes("string") };
  const branches = type.map((one): Branch => {
    const check = compileType(schema, one, maker, inner, compiler);
    const narrowed = { type: one };
    return {
      check,
      schema: { ...schema, type: one },
      kinds: acceptedKinds(narrowed, site, compiler),
      name: nameSchema(narrowed, site, compiler),
      isLiteral: false,
    };
  });
  return branches.length === 1 ? branches[0]!.check : compileUnion(branches, false, site, compiler);
}

function compileType(schema: JsonSchema, type: JsonSchemaType | undefined, maker: InstanceMaker | undefined, site: Site, compiler: Compiler): Check {
  switch (type) {
    case "integer":
    case "number":
      return compileNumber(schema, type === "integer", site);
    case "string":
      return compileString(schema, site);
    case "boolean":
      return checkBoolean;
    case "null":
      return checkNull;
    case "array":
      return compileArray(schema, site, compiler);
    case "object":
      return compileObject(schema, maker, site, compiler);
    default:
      throw unusable(site, "type", "is none of the seven JSON Schema types", "write string, number, integer, boolean, object, array or null");
  }
}

/** Without a type, keywords speak only about the values they know: `minimum` lets every string pass. undefined where there is no such keyword. */
export function compileUntyped(schema: JsonSchema, site: Site, compiler: Compiler): Check | undefined {
  const checks: Partial<Record<Kind, Check>> = {};
  for (const [type, keywords] of Object.entries(KEYWORDS_OF) as [keyof typeof KEYWORDS_OF, readonly string[]][]) {
    if (keywords.some((keyword) => schema[keyword] !== undefined)) checks[type] = compileType(schema, type, undefined, { ...site, json: false }, compiler);
  }
  if (Object.keys(checks).length === 0) return undefined;
  return (value, walk) => {
    const kind = kindOf(value);
    return ((kind !== undefined ? checks[kind] : undefined) ?? checkAny)(value, walk);
  };
}
