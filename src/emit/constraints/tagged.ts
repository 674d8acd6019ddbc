/** Reads the constraint out of a tagged type (`Int<1, 100>`): what its hidden optional property says. Serves the type engine. */
import type TS from "typescript";
import type { JsonSchema } from "../../model/json-schema.js";
import { ts } from "../compiler.js";
import { OWN_PACKAGE } from "../origin.js";
import { packageOf } from "../package-of.js";
import { literalOf, NOT_STATIC } from "../static-value.js";

/** Undefined when `type` is not the tag part of a tagged type. */
export function readTaggedType(checker: TS.TypeChecker, type: TS.Type): JsonSchema | undefined {
  const tag = checker.getPropertiesOfType(type).find((property) => isSchemaTag(property));
  if (tag === undefined) return undefined;
  const keywords: JsonSchema = {};
  for (const property of checker.getPropertiesOfType(checker.getNonNullableType(checker.getTypeOfSymbol(tag)))) {
    const value = literalOf(checker.getTypeOfSymbol(property));
    if (value !== NOT_STATIC) keywords[property.name] = value;
  }
  return keywords;
}

/** Whether the alias is one of this package's tagged types: their comments are for people who choose among them. */
export function isTaggedAlias(symbol: TS.Symbol): boolean {
  const declaration = symbol.declarations?.[0];
  if (declaration === undefined || !ts.isTypeAliasDeclaration(declaration) || !ts.isTypeReferenceNode(declaration.type)) return false;
  return declaration.type.typeName.getText() === "Tagged" && packageOf(declaration.getSourceFile().fileName) === OWN_PACKAGE;
}

/** A property keyed by this package's `schemaTag` symbol; the checker names those `__@schemaTag@123`. */
function isSchemaTag(property: TS.Symbol): boolean {
  if (!property.name.startsWith("__@schemaTag@")) return false;
  const declaration = property.declarations?.[0];
  return declaration !== undefined && ts.isPropertySignature(declaration) && packageOf(declaration.getSourceFile().fileName) === OWN_PACKAGE;
}
