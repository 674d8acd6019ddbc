/** Methods of parent classes that a method overrides: what it inherits from them, and the mistake of overriding without saying so. */
import type TS from "typescript";
import type { ClassNode } from "./class-reference.js";
import { ts } from "./compiler.js";
import { className, describeMember, findMember } from "./members.js";
import type { DecoratedClass, DecoratedMember } from "./members.js";
import type { Project } from "./program.js";
import { staticName } from "./static-value.js";

/** Reports an undecorated method whose nearest inherited declaration is decorated: is the primitive kept or dropped? */
export function checkOverride(project: Project, cls: ClassNode, type: TS.InterfaceType, method: TS.MethodDeclaration): void {
  const { checker, diagnostics } = project;
  if (cls.heritageClauses === undefined || method.body === undefined || ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static) return;
  const key = staticName(checker, method.name);
  const base = key === undefined ? undefined : findBaseMethods(checker, type, key)[0];
  const inherited = key === undefined || base === undefined ? undefined : findMember(project, base, key);
  if (key === undefined || inherited === undefined) return;
  const { kind, published, cls: owner } = inherited;
  diagnostics.report(
    "CG1005",
    method.name,
    `${describeMember({ cls, key })} overrides ${describeMember(inherited)}${published === undefined ? "" : ` of ${published.package.name}`}, which is a ${kind}, and has no decorator. Write @${kind}.inherit() to keep the options of ${className(owner)}, or @hidden() to drop it.`,
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

/** Methods of packages' classes that the project's classes offer as they are. */
export function findPublishedMembers(project: Project, classes: readonly DecoratedClass[]): DecoratedMember[] {
  const found = new Map<TS.Node, DecoratedMember>();
  for (const { node, type } of classes) {
    if (node.heritageClauses === undefined) continue;
    for (const property of project.checker.getPropertiesOfType(type)) {
      const declaration = property.declarations?.find((d) => ts.isMethodDeclaration(d));
      if (declaration?.getSourceFile().isDeclarationFile !== true) continue;
      const member = findMember(project, declaration, property.name);
      if (member !== undefined) found.set(declaration, member);
    }
  }
  return [...found.values()];
}

/** The decorated methods that `member` overrides, nearest first, as far as they are in this project or published by a package. */
export function findInheritedMembers(project: Project, type: TS.InterfaceType, member: DecoratedMember): DecoratedMember[] {
  return findBaseMethods(project.checker, type, member.key).flatMap((declaration) => findMember(project, declaration, member.key) ?? []);
}
