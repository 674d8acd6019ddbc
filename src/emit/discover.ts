/** Finds the decorated classes of a project, by the decorators' symbols, and reports decorators that cannot work where they are. */
import type TS from "typescript";
import type { ClassNode, ClassReferences } from "./class-reference.js";
import { ts } from "./compiler.js";
import { readOwnDecorators } from "./decorators.js";
import type { DiagnosticCode } from "./diagnostics.js";
import { className, describeMember, findMember, readMember } from "./members.js";
import type { DecoratedClass, DecoratedMember } from "./members.js";
import { checkOverride, findBaseMethods } from "./overrides.js";
import type { Project } from "./program.js";
import { staticName } from "./static-value.js";

/** In order of file and position. */
export function discoverClasses(project: Project, references: ClassReferences): DecoratedClass[] {
  const found: DecoratedClass[] = [];
  const visit = (node: TS.Node): void => {
    if (ts.isClassLike(node)) {
      const cls = readClass(project, node);
      if (cls !== undefined && checkExported(project, references, cls)) found.push(cls);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of project.files) visit(file);
  return found;
}

/** Undefined when the class has nothing to do with us: no decorated member, no generic base that might have one. */
function readClass(project: Project, node: ClassNode): DecoratedClass | undefined {
  const type = instanceType(project.checker, node);
  const members = node.members.flatMap((element) => readElement(project, node, type, element) ?? []);
  const hasGenericBase = node.heritageClauses?.some((clause) => clause.types.some((base) => base.typeArguments !== undefined)) ?? false;
  return members.length > 0 || hasGenericBase ? { node, type, members } : undefined;
}

function instanceType(checker: TS.TypeChecker, node: ClassNode): TS.InterfaceType {
  const symbol = node.name === undefined ? checker.getTypeAtLocation(node).symbol : checker.getSymbolAtLocation(node.name);
  return checker.getDeclaredTypeOfSymbol(symbol!) as TS.InterfaceType;
}

function checkExported({ diagnostics }: Project, references: ClassReferences, { node, members }: DecoratedClass): boolean {
  if (references.of(node) !== undefined) return true;
  const [first] = members;
  if (first !== undefined) {
    diagnostics.report(
      "CG1001",
      node.name ?? node,
      `${className(node)} has decorated members (${first.key}${members.length > 1 ? ", …" : ""}) and is not exported, so the generated module cannot import it. Write \`export class\`.`,
    );
  }
  return false;
}

function readElement(project: Project, cls: ClassNode, type: TS.InterfaceType, element: TS.ClassElement): DecoratedMember | undefined {
  const { checker, diagnostics } = project;
  const own = readOwnDecorators(checker, element);
  const maker = own.find((decorator) => decorator.kind !== undefined);
  if (maker === undefined) {
    if (ts.isMethodDeclaration(element) && own.every((decorator) => decorator.name !== "hidden")) checkOverride(project, cls, type, element);
    return undefined;
  }
  const misplaced = placeProblem(element);
  const key = element.name === undefined ? undefined : staticName(checker, element.name);
  const where = key === undefined ? `a member of ${className(cls)}` : describeMember({ cls, key });
  if (misplaced !== undefined) {
    diagnostics.report(misplaced.code, maker.expression, `@${maker.name} on ${where}: ${misplaced.problem}`);
    return undefined;
  }
  if (key === undefined) {
    diagnostics.report(
      "CG1007",
      element.name ?? element,
      `@${maker.name} is on a method of ${className(cls)} whose name is private, a symbol or computed. Give it a plain name.`,
    );
    return undefined;
  }
  const other = own.find((decorator) => decorator !== maker && (decorator.kind !== undefined || decorator.name === "hidden"));
  if (other !== undefined) {
    diagnostics.report(
      "CG1006",
      other.expression,
      `${where} has two decorators, @${maker.name} and @${other.name}. Write one method for each; one may call the other.`,
    );
    return undefined;
  }
  if (maker.inherit && !mayInherit(project, type, key)) {
    diagnostics.report(
      "CG1016",
      maker.expression,
      `@${maker.name} on ${where} keeps what a parent class said, and no parent class has a decorated ${key}. Write @${maker.kind!}(…).`,
    );
  }
  return readMember(checker, element as TS.MethodDeclaration, key, maker);
}

/** The `.d.ts` of a package that publishes no schemas has lost its decorators: only start-up can say. */
function mayInherit(project: Project, type: TS.InterfaceType, key: string): boolean {
  return findBaseMethods(project.checker, type, key).some(
    (declaration) => findMember(project, declaration, key) !== undefined || !project.published.knows(declaration),
  );
}

const METHOD = "Write a method: `name(ctx: ToolContext, …) { … }`.";

function placeProblem(element: TS.ClassElement): { code: DiagnosticCode; problem: string } | undefined {
  if (ts.isAccessor(element)) return { code: "CG1003", problem: `it is an accessor, and a primitive is a method. ${METHOD}` };
  if (ts.getCombinedModifierFlags(element) & ts.ModifierFlags.Static)
    return { code: "CG1004", problem: "it is static, and a primitive needs an instance. Remove `static`." };
  if (ts.isMethodDeclaration(element)) return undefined;
  const isArrow = ts.isPropertyDeclaration(element) && element.initializer !== undefined && ts.isFunctionLike(element.initializer);
  return { code: "CG1002", problem: `it is ${isArrow ? "a function in a property" : "a property"}, and a primitive is a method. ${METHOD}` };
}
