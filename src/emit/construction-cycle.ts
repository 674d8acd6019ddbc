/** Finds classes whose construction never ends, since an initialiser makes another of their kind. Serves the marks of the type engine. */
import type TS from "typescript";
import { ts } from "./compiler.js";
import { className } from "./members.js";
import type { ClassNode } from "./class-reference.js";
import { resolveAlias } from "./static-value.js";

/** A property of `cls` that is initialised with a `made`. */
export interface Construction {
  readonly cls: ClassNode;
  readonly property: TS.PropertyDeclaration;
  readonly made: ClassNode;
}

/** From `cls` back to `cls`, by properties that are always initialised; undefined when it can be constructed. */
export function findConstructionCycle(checker: TS.TypeChecker, cls: TS.ClassLikeDeclaration): readonly Construction[] | undefined {
  const seen = new Set<ClassNode>();
  const search = (at: ClassNode): readonly Construction[] | undefined => {
    for (const construction of constructionsOf(checker, at)) {
      if (construction.made === cls) return [construction];
      if (seen.has(construction.made)) continue;
      seen.add(construction.made);
      const rest = search(construction.made);
      if (rest !== undefined) return [construction, ...rest];
    }
    return undefined;
  };
  return search(cls);
}

export function describeCycle(cycle: readonly Construction[]): string {
  const [first, ...others] = cycle;
  const { cls, property, made } = first!;
  const steps = others.map((step) => `whose ${step.property.name.getText()} is initialised with new ${className(step.made)}()`);
  const path = [`its ${property.name.getText()} is initialised with new ${className(made)}()`, ...steps].join(", ");
  const remedy = `\`${property.name.getText()}?: ${className(made)}\``;
  return `Making a ${className(cls)} never ends: ${path}. Declare the property without an initialiser, ${remedy}, or begin with null.`;
}

function constructionsOf(checker: TS.TypeChecker, cls: ClassNode): Construction[] {
  return cls.members.flatMap((member) => {
    if (!ts.isPropertyDeclaration(member) || member.initializer === undefined) return [];
    if (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) return [];
    return madeBy(checker, member.initializer).map((made) => ({ cls, property: member, made }));
  });
}

/** The classes that evaluating the expression makes, whatever the conditions. */
function madeBy(checker: TS.TypeChecker, expression: TS.Node): ClassNode[] {
  const found: ClassNode[] = [];
  const visit = (node: TS.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isConditionalExpression(node)) return visit(node.condition);
    if (ts.isBinaryExpression(node) && isShortCircuit(node.operatorToken.kind)) return visit(node.left);
    if (ts.isNewExpression(node)) {
      const declaration = resolveAlias(checker, checker.getSymbolAtLocation(node.expression))?.valueDeclaration;
      if (declaration !== undefined && ts.isClassLike(declaration)) found.push(declaration);
    }
    ts.forEachChild(node, visit);
  };
  visit(expression);
  return found;
}

function isShortCircuit(operator: TS.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.AmpersandAmpersandToken || operator === ts.SyntaxKind.QuestionQuestionToken;
}
