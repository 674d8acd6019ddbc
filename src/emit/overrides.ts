/** Methods of parent classes that a method overrides: what it inherits from them, and the mistake of overriding without saying so. */
import type TS from "typescript";
import type { ClassNode } from "./class-reference.js";
import { ts } from "./compiler.js";
import { readMethodDecorator } from "./decorators.js";
import { className, describeMember, readMember } from "./members.js";
import type { DecoratedMember } from "./members.js";
import type { Project } from "./program.js";
import { staticName } from "./static-value.js";

/** Reports an undecorated method whose nearest inherited declaration is decorated: is the primitive kept or dropped? */
export function checkOverride(project: Project, cls: ClassNode, type: TS.InterfaceType, method: TS.MethodDeclaration): void {
  const { checker, diagnostics } = project;
  if (cls.heritageClauses === undefined || method.body === undefined || ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static) return;
  const key = staticName(checker, method.name);
  const base = key === undefined ? undefined : findBaseMethods(checker, type, key)[0];
  const maker = base === undefined ? undefined : readMethodDecorator(checker, base).maker;
  if (key === undefined || base === undefined || maker?.kind === undefined) return;
  const owner = className(base.parent as ClassNode);
  diagnostics.report(
    "CG1005",
    method.name,
    `${describeMember({ cls, key })} overrides ${owner}.${key}, which is a ${maker.kind}, and has no decorator. Write @${maker.kind}.inherit() to keep the options of ${owner}, or @hidden() to drop it.`,
  );
}

/** The declarations of `key` in the parents of `type`, nearest first. */
export function findBaseMethods(checker: TS.TypeChecker, type: TS.InterfaceType, key: string): TS.MethodDeclaration[] {
  const found: TS.MethodDeclaration[] = [];
  for (const base of checker.getBaseTypes(type)) {
    const declaration = base.getProperty(key)?.declarations?.find((d) => ts.isMethodDeclaration(d));
    if (declaration === undefined || !ts.isMethodDeclaration(declaration)) continue;
    const parent = checker.getTypeAtLocation(declaration.parent);
    const owner = parent.symbol === undefined ? parent : checker.getDeclaredTypeOfSymbol(parent.symbol);
    found.push(declaration, ...(owner.isClassOrInterface() && owner !== type ? findBaseMethods(checker, owner, key) : []));
  }
  return found;
}

/** The decorated methods that `member` overrides, nearest first, as far as they are in this project. */
export function findInheritedMembers(checker: TS.TypeChecker, type: TS.InterfaceType, member: DecoratedMember): DecoratedMember[] {
  return findBaseMethods(checker, type, member.key).flatMap((declaration) => {
    const { maker } = readMethodDecorator(checker, declaration);
    return maker === undefined || !ts.isClassLike(declaration.parent) ? [] : [readMember(checker, declaration, member.key, maker)];
  });
}
