/** Unions → raw schemas: literals as one enum in the author's order, `null` last. Serves the type engine. */
import type TS from "typescript";
import type { JsonSchema, JsonValue } from "../model/json-schema.js";
import { ts } from "./compiler.js";
import { literalOf, NOT_STATIC } from "./static-value.js";
import type { TypeSchemas } from "./type-schema.js";
import { sortByAuthor, unionKey } from "./union-order.js";

export function unionSchema(types: TypeSchemas, members: readonly TS.Type[]): JsonSchema {
  const { checker } = types.project;
  const sendable = members.filter((member) => isSendable(member));
  const isBoolean = sendable.filter((member) => member.flags & ts.TypeFlags.BooleanLiteral).length === 2;
  const literals: JsonValue[] = [];
  const branches: (JsonSchema | "literals")[] = [];
  let hasNull = false;
  for (const member of sortByAuthor(checker, types.orderNodes, sendable, unionKey)) {
    const value = literalOf(member);
    if (value === null) hasNull = true;
    else if (isBoolean && typeof value === "boolean") addOnce(branches, { type: "boolean" });
    else if (value === NOT_STATIC) addOnce(branches, types.part(member));
    else {
      if (literals.length === 0) branches.push("literals");
      if (!literals.includes(value as JsonValue)) literals.push(value as JsonValue);
    }
  }
  const schemas = branches.map((branch) => (branch === "literals" ? literalSchema(literals) : branch));
  if (hasNull) schemas.push({ type: "null" });
  return schemas.length === 1 ? schemas[0]! : schemas.length === 0 ? {} : { anyOf: schemas };
}

/** One value is a `const`, more are an `enum`; the type is said where all have one. */
export function literalSchema(values: readonly JsonValue[]): JsonSchema {
  const types = new Set(values.map((value) => (Number.isInteger(value) ? "integer" : (typeof value as "string" | "number" | "boolean"))));
  if (types.has("number")) types.delete("integer");
  const [type] = types;
  const said: JsonSchema = types.size === 1 ? { type: type } : {};
  return values.length === 1 ? { const: values[0]!, ...said } : { enum: [...values], ...said };
}

/** `undefined` is absence, and a function is never sent. */
function isSendable(member: TS.Type): boolean {
  return !(member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.ESSymbolLike)) && member.getCallSignatures().length === 0;
}

/** Two branches may come to one schema: `string | Branded`, true and false. */
function addOnce(branches: (JsonSchema | "literals")[], schema: JsonSchema): void {
  const keys = Object.keys(schema);
  const isPlain = keys.length === 1 && keys[0] === "type";
  if (!isPlain || !branches.some((branch) => branch !== "literals" && branch.type === schema.type && Object.keys(branch).length === 1)) branches.push(schema);
}
