/** An override without a decorator is a mistake nobody sees: is the tool kept or dropped? Serves discovery. */
import type TS from "typescript";
import type { ClassNode } from "./class-reference.js";
import { ts } from "./compiler.js";
import { readMethodDecorator } from "./decorators.js";
import { className, describeMember } from "./members.js";
import type { Project } from "./program.js";
import { staticName } from "./static-value.js";

/** Reports an undecorated method whose nearest inherited declaration is decorated. */
export function checkOverride(project: Project, cls: ClassNode, type: TS.InterfaceType, method: TS.MethodDeclaration): void {
  const { checker, diagnostics } = project;
  if (cls.heritageClauses === undefined || method.body === undefined) return;
  const key = staticName(checker, method.name);
  if (key === undefined) return;
  const base = findBaseMethod(checker, type, key);
  const maker = base === undefined ? undefined : readMethodDecorator(checker, base).maker;
  if (base === undefined || maker === undefined) return;
  const owner = className(base.parent as ClassNode);
  const kind = maker.kind!;
  diagnostics.report(
    "CG1005",
    method.name,
    `${describeMember({ cls, key })} overrides ${owner}.${key}, which is a ${kind}, and has no decorator. Write @${kind}.inherit() to keep the options of ${owner}, or @hidden() to drop it.`,
  );
}

function findBaseMethod(checker: TS.TypeChecker, type: TS.InterfaceType, key: string): TS.MethodDeclaration | undefined {
  for (const base of checker.getBaseTypes(type)) {
    const declaration = base.getProperty(key)?.declarations?.find((d) => ts.isMethodDeclaration(d) && d.body !== undefined);
    if (declaration !== undefined) return declaration as TS.MethodDeclaration;
  }
  return undefined;
}
