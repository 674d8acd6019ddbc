/** Arrays and tuples → raw schemas, as JSON Schema 2020-12 writes them. Serves the type engine. */
import type TS from "typescript";
import type { JsonSchema } from "../model/json-schema.js";
import { ts } from "./compiler.js";
import type { TypeSchemas } from "./type-schema.js";

export function arraySchema(types: TypeSchemas, type: TS.TypeReference): JsonSchema {
  const { checker } = types.project;
  if (checker.isTupleType(type)) return tupleSchema(types, type as TS.TupleTypeReference);
  const [element] = checker.getTypeArguments(type);
  return { type: "array", items: element === undefined ? {} : types.part(element) };
}

function tupleSchema(types: TypeSchemas, type: TS.TupleTypeReference): JsonSchema {
  const { elementFlags, minLength, labeledElementDeclarations } = type.target;
  const elements = types.project.checker.getTypeArguments(type).slice(0, elementFlags.length);
  const isRest = (i: number) => ((elementFlags[i] ?? 0) & ts.ElementFlags.Variable) !== 0;
  const restAt = elementFlags.findIndex((_, i) => isRest(i));
  const fixed = restAt < 0 ? elements : elements.slice(0, restAt);
  const schema: JsonSchema = { type: "array" };
  if (fixed.length > 0) schema.prefixItems = fixed.map((element, i) => labeled(types.part(element), labeledElementDeclarations?.[i]));
  if (minLength > 0) schema.minItems = minLength;
  if (restAt < 0) schema.maxItems = fixed.length;
  // After `...T[]` only more T can be said; elements behind it have no keyword of their own.
  else if (restAt === elements.length - 1) schema.items = types.part(elements[restAt]!);
  return schema;
}

/** `[lat: number, lon: number]`: the labels are all a caller knows of the elements. */
function labeled(schema: JsonSchema, declaration: TS.NamedTupleMember | TS.ParameterDeclaration | undefined): JsonSchema {
  if (declaration === undefined || schema.description !== undefined) return schema;
  return { ...schema, description: declaration.name.getText() };
}
