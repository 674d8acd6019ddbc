/** Members that a class inherits from a generic parent: `Store<Row>` says what the `T` of `put(row: T)` is, so the subclass has entries of its own. */
import type TS from "typescript";
import { ts } from "./compiler.js";
import { findMember } from "./members.js";
import type { DecoratedClass, DecoratedMember } from "./members.js";
import type { Project } from "./program.js";
import { staticName } from "./static-value.js";

export interface GenericMember {
  readonly member: DecoratedMember;
  /** With the type arguments filled in. */
  readonly signature: TS.Signature;
}

export function findGenericMembers(project: Project, { node, type }: DecoratedClass): GenericMember[] {
  const { checker } = project;
  const [base] = checker.getBaseTypes(type);
  if (base === undefined || !isInstantiated(checker, base)) return [];
  const own = new Set(node.members.map((element) => (element.name === undefined ? undefined : staticName(checker, element.name))));
  return checker.getPropertiesOfType(base).flatMap((property) => {
    const declaration = property.declarations?.find((d) => ts.isMethodDeclaration(d) && (d.body !== undefined || d.getSourceFile().isDeclarationFile));
    if (declaration === undefined || !ts.isMethodDeclaration(declaration) || own.has(property.name)) return [];
    const member = findMember(project, declaration, property.name);
    const signature = checker.getTypeOfSymbol(property).getCallSignatures().at(-1);
    return member === undefined || signature === undefined ? [] : [{ member, signature }];
  });
}

function isInstantiated(checker: TS.TypeChecker, type: TS.Type): boolean {
  const isReference = (((type as TS.ObjectType).objectFlags ?? 0) & ts.ObjectFlags.Reference) !== 0;
  return isReference && checker.getTypeArguments(type as TS.TypeReference).length > 0;
}
