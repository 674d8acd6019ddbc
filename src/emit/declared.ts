/** What a parameter or property says about itself beyond its type: comments, decorators, initialiser, modifiers. Serves the type engine. */
import type TS from "typescript";
import type { JsonValue } from "../model/json-schema.js";
import { ts } from "./compiler.js";
import type { PropertyTransform } from "./constraints/class-transformer.js";
import { Rank } from "./constraints/constraint.js";
import type { Constraint } from "./constraints/constraint.js";
import { readDecorators } from "./constraints/decorators.js";
import { readInlineTags, readTags } from "./constraints/jsdoc.js";
import { readBracedParam, readDescription } from "./descriptions.js";
import { isFromLib } from "./lib-types.js";
import { readRecord } from "./declared-record.js";
import type { Project } from "./program.js";
import { evaluate, isJson, resolveAlias, unwrap } from "./static-value.js";

export interface Declared {
  readonly description?: string;
  readonly constraints: readonly Constraint[];
  /** `@IsOptional()`. */
  readonly optional: boolean;
  /** What class-transformer does to it on the way in. */
  readonly transform?: PropertyTransform;
}

/** Comments and decorators of a parameter or property; of a package's, what the package publishes about them. */
export function readDeclared(project: Project, symbol: TS.Symbol, declaration: TS.Declaration): Declared {
  const { checker, diagnostics, published } = project;
  const record = published.recordOf(declaration);
  if (record !== undefined) return readRecord(record, declaration);
  const reader = { diagnostics, node: declaration, rank: Rank.OwnComment };
  const { text, constraints: inline } = readInlineTags(readDescription(checker, symbol) || readBracedParam(declaration), reader);
  const decorators = readDecorators(checker, diagnostics, declaration);
  const aliases = readAliases(project, typeNodeOf(declaration));
  const description = decorators.description ?? (text || aliases.description);
  return {
    ...(description ? { description } : {}),
    constraints: [...aliases.constraints, ...readTags(symbol, reader), ...inline, ...decorators.constraints],
    optional: decorators.optional,
    ...(decorators.transform === undefined ? {} : { transform: decorators.transform }),
  };
}

interface Aliases {
  readonly description: string;
  readonly constraints: readonly Constraint[];
}
const ARRAYS = new Set(["Array", "ReadonlyArray"]);
const NO_ALIASES: Aliases = { description: "", constraints: [] };

/**
 * The comments of aliases that the checker forgets: in `type Limit = number` the type of a `Limit` is just `number`.
 * Aliases of unions and objects it remembers, and the type engine reads those.
 */
function readAliases(project: Project, node: TS.TypeNode | undefined, depth = 0): Aliases {
  if (node === undefined) return NO_ALIASES;
  if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return readAliases(project, node.type, depth);
  if (ts.isArrayTypeNode(node)) return { description: "", constraints: readAliases(project, node.elementType, depth + 1).constraints };
  if (ts.isUnionTypeNode(node)) return { description: "", constraints: node.types.flatMap((type) => readAliases(project, type, depth).constraints) };
  return ts.isTypeReferenceNode(node) ? readAliasReference(project, node, depth) : NO_ALIASES;
}

function readAliasReference(project: Project, node: TS.TypeReferenceNode, depth: number): Aliases {
  const { checker, diagnostics } = project;
  const [element] = node.typeArguments ?? [];
  if (element !== undefined && ts.isIdentifier(node.typeName) && ARRAYS.has(node.typeName.text)) {
    return { description: "", constraints: readAliases(project, element, depth + 1).constraints };
  }
  const symbol = resolveAlias(checker, checker.getSymbolAtLocation(node.typeName));
  const declaration = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
  if (symbol === undefined || declaration === undefined || isFromLib(symbol)) return NO_ALIASES;
  const { aliasSymbol, flags } = checker.getTypeFromTypeNode(node);
  if (aliasSymbol === symbol || flags & ts.TypeFlags.Any) return NO_ALIASES;
  const reader = { diagnostics, node: declaration, rank: Rank.TypeComment };
  const inner = readAliases(project, declaration.type, depth);
  const comment = readInlineTags(readDescription(checker, symbol), reader);
  const tags = [...readTags(symbol, reader), ...comment.constraints].map((constraint) => ({ ...constraint, depth: constraint.depth + depth }));
  const integer: Constraint[] =
    symbol.name === "integer" ? [{ keywords: { type: "integer" }, rank: Rank.TypeComment, depth, node: declaration, label: "integer" }] : [];
  return {
    description: comment.text || inner.description,
    constraints: [...inner.constraints, ...integer, ...tags],
  };
}

/** The default as JSON; undefined when there is none, or (with a warning) when it cannot be known without running code. */
export function readDefault(project: Project, declaration: TS.Declaration): JsonValue | undefined {
  const record = project.published.recordOf(declaration);
  if (record !== undefined) return structuredClone(record.default);
  const initializer = initializerOf(declaration);
  if (initializer === undefined) return undefined;
  const made = readConstruction(project, initializer);
  if (made !== undefined) return made === "empty" ? emptyForm(project.checker, declaration) : undefined;
  const value = evaluate(project.checker, initializer);
  if (value === undefined || isJson(value)) return value as JsonValue | undefined;
  // Infinity is as good as no default.
  if (typeof value !== "number") {
    project.diagnostics.report(
      "CG2006",
      declaration,
      `The default of "${nameOf(declaration)}" cannot be known without running it: the schema shows the argument as optional, without a default. Say the default in the description.`,
    );
  }
  return undefined;
}

/** A Map with text for keys is written as an object, any other collection as an array. */
function emptyForm(checker: TS.TypeChecker, declaration: TS.Declaration): JsonValue {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(declaration));
  const isGeneric = (type as TS.ObjectType).objectFlags & ts.ObjectFlags.Reference;
  const [key, value] = isGeneric ? checker.getTypeArguments(type as TS.TypeReference) : [];
  if (value === undefined || key === undefined) return [];
  return (key.isUnion() ? key.types : [key]).every((member) => member.flags & ts.TypeFlags.StringLike) ? {} : [];
}

/** `new Map()` says that nothing is in it, `new Window()` that its own defaults hold, and what `new Date()` is only the run can know. */
function readConstruction({ checker }: Project, initializer: TS.Expression): "empty" | "fresh" | undefined {
  const value = unwrap(initializer);
  if (!ts.isNewExpression(value) || !ts.isIdentifier(value.expression)) return undefined;
  const symbol = resolveAlias(checker, checker.getSymbolAtLocation(value.expression));
  if (symbol === undefined || (value.arguments ?? []).some((argument) => !isEmptyList(argument))) return undefined;
  if (isFromLib(symbol) && (symbol.name === "Map" || symbol.name === "Set")) return "empty";
  const isOfClass = symbol.valueDeclaration !== undefined && ts.isClassLike(symbol.valueDeclaration);
  return isOfClass || (isFromLib(symbol) && symbol.name === "Date") ? "fresh" : undefined;
}

function isEmptyList(expression: TS.Expression): boolean {
  const value = unwrap(expression);
  return ts.isArrayLiteralExpression(value) && value.elements.length === 0;
}

/** Whether something is there when the caller leaves it out. */
export function isInitialized({ published }: Project, declaration: TS.Declaration): boolean {
  return published.recordOf(declaration)?.initialized ?? initializerOf(declaration) !== undefined;
}

export function initializerOf(declaration: TS.Declaration): TS.Expression | undefined {
  const hasInitializer = ts.isParameter(declaration) || ts.isPropertyDeclaration(declaration) || ts.isBindingElement(declaration);
  return hasInitializer ? declaration.initializer : undefined;
}

export function typeNodeOf(declaration: TS.Declaration): TS.TypeNode | undefined {
  const hasType = ts.isParameter(declaration) || ts.isPropertyDeclaration(declaration) || ts.isPropertySignature(declaration);
  return hasType ? declaration.type : undefined;
}

export function nameOf(declaration: TS.Declaration): string {
  return ts.getNameOfDeclaration(declaration)?.getText() ?? "(unnamed)";
}
