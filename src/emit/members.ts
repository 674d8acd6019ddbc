/** What discovery hands on: decorated classes and their decorated methods, as found in the sources. */
import type TS from "typescript";
import type { PrimitiveKind } from "../model/kinds.js";
import type { ClassNode } from "./class-reference.js";
import { ts } from "./compiler.js";
import { readMethodDecorator } from "./decorators.js";
import type { OwnDecorator } from "./decorators.js";
import type { PublishedMember } from "./packages/published-classes.js";
import type { Project } from "./program.js";
import { evaluate, resolveAlias, unwrap } from "./static-value.js";

export interface DecoratedMember {
  readonly cls: ClassNode;
  readonly node: TS.MethodDeclaration;
  /** The method's name at run time. */
  readonly key: string;
  readonly kind: PrimitiveKind;
  /** The decorator's options, written in place or in a const. */
  readonly options: TS.ObjectLiteralExpression | undefined;
  /** The name or URI; undefined when the decorator has none, or one that is not static. */
  readonly target: string | undefined;
  /** Where the name or URI is written. */
  readonly targetNode: TS.Expression | undefined;
  /** Set for a method of another package, whose decorator is gone from the `.d.ts`: what the package publishes of it. */
  readonly published?: PublishedMember;
}

export interface DecoratedClass {
  readonly node: ClassNode;
  readonly type: TS.InterfaceType;
  readonly members: readonly DecoratedMember[];
}

/** The decorated method that `node` is, by its decorator or by what its package publishes. Undefined for a method that is no primitive. */
export function findMember(project: Project, node: TS.MethodDeclaration, key: string): DecoratedMember | undefined {
  if (!ts.isClassLike(node.parent)) return undefined;
  const published = project.published.memberOf(node);
  if (published !== undefined) return readPublished(node, key, published);
  const { maker } = readMethodDecorator(project.checker, node);
  return maker === undefined ? undefined : readMember(project.checker, node, key, maker);
}

function readPublished(node: TS.MethodDeclaration, key: string, published: PublishedMember): DecoratedMember {
  const { entry, declaration } = published;
  return {
    cls: node.parent as ClassNode,
    node,
    key,
    kind: entry.kind,
    options: undefined,
    target: declaration.target ?? undefined,
    targetNode: undefined,
    published,
  };
}

/** @param node A method of a class. */
export function readMember(checker: TS.TypeChecker, node: TS.MethodDeclaration, key: string, maker: OwnDecorator): DecoratedMember {
  const args = ts.isCallExpression(maker.expression) ? [...maker.expression.arguments] : [];
  const [first] = args;
  const hasTarget = first !== undefined && !maker.inherit && findObject(checker, first) === undefined;
  const target = hasTarget ? evaluate(checker, first) : undefined;
  return {
    cls: node.parent as ClassNode,
    node,
    key,
    kind: maker.kind!,
    options: args.map((argument) => findObject(checker, argument)).find((object) => object !== undefined),
    target: typeof target === "string" ? target : undefined,
    targetNode: hasTarget && target !== undefined ? first : undefined,
  };
}

/** An object literal, or the one a const holds. */
function findObject(checker: TS.TypeChecker, expression: TS.Expression): TS.ObjectLiteralExpression | undefined {
  const unwrapped = unwrap(expression);
  if (ts.isObjectLiteralExpression(unwrapped)) return unwrapped;
  if (!ts.isIdentifier(unwrapped)) return undefined;
  const declaration = resolveAlias(checker, checker.getSymbolAtLocation(unwrapped))?.valueDeclaration;
  const initializer = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const value = initializer === undefined ? undefined : unwrap(initializer);
  return value !== undefined && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** `Class.method`, for messages. */
export function describeMember({ cls, key }: Pick<DecoratedMember, "cls" | "key">): string {
  return `${className(cls)}.${key}`;
}

export function className(cls: ClassNode): string {
  return cls.name?.text ?? "(anonymous class)";
}
