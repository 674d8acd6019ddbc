/** Where a name used in the sources comes from: package and exported name, whatever it is called locally. Serves the recognition of decorators and types. */
import type TS from "typescript";
import { ts } from "./compiler.js";
import { packageOf } from "./package-of.js";
import { resolveAlias } from "./static-value.js";

/** This package, as its own package.json and everybody's imports name it. */
export const OWN_PACKAGE = "cloudg-mcp";

export interface Origin {
  readonly package: string | undefined;
  /** The exported name; `tool.inherit` keeps the access. */
  readonly name: string;
  readonly symbol: TS.Symbol | undefined;
}

/** Of `tool`, `tool(…)`, `mcp.tool(…)` or `tool.inherit(…)`. Undefined for anything that is not a name. */
export function originOf(checker: TS.TypeChecker, expression: TS.Expression): Origin | undefined {
  const callee = ts.isCallExpression(expression) ? expression.expression : expression;
  if (ts.isIdentifier(callee)) return originOfSymbol(checker, checker.getSymbolAtLocation(callee));
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const member = checker.getSymbolAtLocation(callee.name);
  const base = originOf(checker, callee.expression);
  if (base?.name === "*" && base.package !== undefined) return originOfSymbol(checker, member) ?? { ...base, name: callee.name.text };
  return base === undefined ? undefined : { ...base, name: `${base.name}.${callee.name.text}` };
}

function originOfSymbol(checker: TS.TypeChecker, symbol: TS.Symbol | undefined): Origin | undefined {
  if (symbol === undefined) return undefined;
  const local = symbol.declarations?.[0];
  if (local !== undefined && ts.isNamespaceImport(local)) return { package: specifierOf(local), name: "*", symbol };
  const target = resolveAlias(checker, symbol);
  const declaration = target?.declarations?.[0];
  if (target !== undefined && declaration !== undefined) return { package: packageOf(declaration.getSourceFile().fileName), name: target.name, symbol: target };
  return local === undefined ? undefined : originOfImport(local);
}

/** A package that is not installed (yet) is still known by the specifier it is imported with. */
function originOfImport(declaration: TS.Declaration): Origin | undefined {
  if (!ts.isImportSpecifier(declaration)) return undefined;
  return { package: specifierOf(declaration), name: (declaration.propertyName ?? declaration.name).text, symbol: undefined };
}

function specifierOf(node: TS.Node): string | undefined {
  const declaration = ts.findAncestor(node, ts.isImportDeclaration);
  return declaration !== undefined && ts.isStringLiteral(declaration.moduleSpecifier) ? declaration.moduleSpecifier.text : undefined;
}

/** Whether `type` is this package's `name`, or extends it. */
export function isOwnType(checker: TS.TypeChecker, type: TS.Type, name: string): boolean {
  if (type.isIntersection()) return type.types.some((part) => isOwnType(checker, part, name));
  const symbol = type.aliasSymbol ?? type.getSymbol();
  if (symbol === undefined) return false;
  const file = symbol.declarations?.[0]?.getSourceFile().fileName;
  if (symbol.name === name && file !== undefined && packageOf(file) === OWN_PACKAGE) return true;
  return type.isClassOrInterface() && (checker.getBaseTypes(type) ?? []).some((base) => isOwnType(checker, base, name));
}
