/** Whether a value has the shape that a strict schema describes: tells which branch of a union a model's answer belongs to. Serves the undoing of strict mode. */
import type { JsonSchema } from "../../model/json-schema.js";
import { isRecord } from "../params.js";
import { isSchema, resolveRef } from "./schema-refs.js";

/** Deeper values are refused by the layer anyway. */
export const MAX_DEPTH = 200;
/** Unions of recursive types could otherwise take exponential time over a hostile value. */
const MAX_VISITS = 100_000;

interface Search {
  readonly root: JsonSchema;
  depth: number;
  visits: number;
}

/** Shape only: types, literals, properties and items. Bounds and patterns are the layer's business. */
export function fitsStrict(value: unknown, schema: JsonSchema, root: JsonSchema): boolean {
  return fits(value, schema, { root, depth: 0, visits: 0 });
}

function fits(value: unknown, schema: JsonSchema, search: Search): boolean {
  if (search.depth >= MAX_DEPTH || ++search.visits > MAX_VISITS) return false;
  search.depth++;
  const result = fitsHere(value, schema, search);
  search.depth--;
  return result;
}

function fitsHere(value: unknown, schema: JsonSchema, search: Search): boolean {
  if (typeof schema.$ref === "string") {
    const target = resolveRef(search.root, schema.$ref);
    return target !== undefined && fits(value, target, search);
  }
  if (schema.anyOf !== undefined) return schema.anyOf.some((branch) => fits(value, branch, search));
  if (schema.enum !== undefined) return schema.enum.some((literal) => literal === value);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return types.some((type) => fitsType(value, type, schema, search));
}

function fitsType(value: unknown, type: string, schema: JsonSchema, search: Search): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "array": {
      const { items } = schema;
      return Array.isArray(value) && (!isSchema(items) || value.every((item) => fits(item, items, search)));
    }
    case "object": {
      const properties = schema.properties ?? {};
      if (!isRecord(value) || Object.keys(value).some((key) => !Object.hasOwn(properties, key))) return false;
      return Object.entries(properties).every(([key, part]) => Object.hasOwn(value, key) && fits(value[key], part, search));
    }
    default:
      return typeof value === type;
  }
}
