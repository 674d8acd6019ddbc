/** What discovery hands on: decorated classes and their decorated methods, as found in the sources. */
import type TS from "typescript";
import type { PrimitiveKind } from "../model/kinds.js";
import type { ClassNode } from "./class-reference.js";

export interface DecoratedMember {
  readonly cls: ClassNode;
  readonly node: TS.MethodDeclaration;
  /** The method's name at run time. */
  readonly key: string;
  readonly kind: PrimitiveKind;
  /** `@tool.inherit()`. */
  readonly inherit: boolean;
  /** The decorator's call. */
  readonly call: TS.Expression;
  readonly options: TS.ObjectLiteralExpression | undefined;
  /** The name or URI as written; undefined when the decorator has none, or one that is not static. */
  readonly target: string | undefined;
  readonly targetNode: TS.Expression | undefined;
}

export interface DecoratedClass {
  readonly node: ClassNode;
  readonly type: TS.InterfaceType;
  readonly members: readonly DecoratedMember[];
}

/** `Class.method`, for messages. */
export function describeMember({ cls, key }: Pick<DecoratedMember, "cls" | "key">): string {
  return `${className(cls)}.${key}`;
}

export function className(cls: ClassNode): string {
  return cls.name?.text ?? "(anonymous class)";
}
