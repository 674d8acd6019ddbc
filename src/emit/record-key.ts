/** Under which key a declaration is recorded in its class, and found again from the `.d.ts`. Serves the writing and the reading of published schemas. */
import type TS from "typescript";
import { ts } from "./compiler.js";

/**
 * `limit` of a property or method, `1` of a method's second parameter (`this` left out: it is no parameter), `1.window.days` of what is
 * taken out of it. Undefined for what has no name that can be written down.
 */
export function recordKey(declaration: TS.Declaration): string | undefined {
  if (ts.isParameter(declaration)) return parameterKey(declaration);
  if (ts.isBindingElement(declaration)) return elementKey(declaration);
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)) ? name.text : undefined;
}

function parameterKey(parameter: TS.ParameterDeclaration): string | undefined {
  // `constructor(public limit = 10)` declares a property.
  if (ts.isConstructorDeclaration(parameter.parent)) return ts.isIdentifier(parameter.name) ? parameter.name.text : undefined;
  const parameters = parameter.parent.parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === "this"));
  return String(parameters.indexOf(parameter));
}

function elementKey(element: TS.BindingElement): string | undefined {
  const name = element.propertyName ?? element.name;
  const outer = element.parent.parent;
  const prefix = ts.isParameter(outer) || ts.isBindingElement(outer) ? recordKey(outer) : undefined;
  return prefix !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? `${prefix}.${name.text}` : undefined;
}
