/**
 * The order in which the author wrote the members of a union. The checker sorts them by when it first met each type, so that an edit
 * elsewhere would reorder a published enum. Serves the type engine.
 */
import type TS from "typescript";
import { ts } from "./compiler.js";
import { literalOf, NOT_STATIC, resolveAlias } from "./static-value.js";

/** A literal is known by its value, since the checker keeps two objects for some; anything else by its type. */
type Key = string | TS.Type;

const MAX_DEPTH = 16;

/** Sorts by the first of `nodes` that mentions each member; members mentioned nowhere keep their order, at the end. */
export function sortByAuthor<T>(checker: TS.TypeChecker, nodes: readonly TS.TypeNode[], members: readonly T[], typeOf: (member: T) => Key): T[] {
  const order = new OrderReader(checker);
  for (const node of nodes) order.read(node);
  const place = (member: T) => order.places.get(typeOf(member)) ?? Number.MAX_SAFE_INTEGER;
  return members
    .map((member) => ({ member, at: place(member) }))
    .sort((a, b) => a.at - b.at)
    .map(({ member }) => member);
}

export function unionKey(type: TS.Type): Key {
  const value = literalOf(type);
  return value === NOT_STATIC ? type : literalKey(value);
}

export function literalKey(value: unknown): string {
  return `${typeof value}:${String(value)}`;
}

class OrderReader {
  readonly places = new Map<Key, number>();
  private readonly seen = new Set<TS.Node>();

  constructor(private readonly checker: TS.TypeChecker) {}

  read(node: TS.TypeNode, depth = 0): void {
    if (depth > MAX_DEPTH || this.seen.has(node)) return;
    this.seen.add(node);
    const next = (child: TS.TypeNode) => this.read(child, depth + 1);
    if (ts.isUnionTypeNode(node)) node.types.forEach(next);
    else if (ts.isParenthesizedTypeNode(node) || ts.isOptionalTypeNode(node) || ts.isRestTypeNode(node) || ts.isNamedTupleMember(node)) next(node.type);
    else {
      this.addType(this.checker.getTypeFromTypeNode(node));
      if (ts.isArrayTypeNode(node)) next(node.elementType);
      else if (ts.isTupleTypeNode(node)) node.elements.forEach(next);
      else if (ts.isTypeOperatorNode(node)) this.readOperator(node, next);
      else if (ts.isIndexedAccessTypeNode(node)) this.readAccess(node);
      else if (ts.isTypeReferenceNode(node)) this.readReference(node, next);
    }
  }

  private addType(type: TS.Type): void {
    if (type.flags & ts.TypeFlags.Boolean) [true, false].forEach((value) => this.add(literalKey(value)));
    else this.add(unionKey(type));
  }

  private add(key: Key): void {
    if (!this.places.has(key)) this.places.set(key, this.places.size);
  }

  private readOperator(node: TS.TypeOperatorNode, next: (child: TS.TypeNode) => void): void {
    if (node.operator !== ts.SyntaxKind.KeyOfKeyword) return next(node.type);
    for (const property of this.checker.getTypeFromTypeNode(node.type).getProperties()) this.add(literalKey(property.name));
  }

  /** `(typeof KINDS)[number]`, `(typeof Levels)[keyof typeof Levels]`. */
  private readAccess(node: TS.IndexedAccessTypeNode): void {
    const object = this.checker.getTypeFromTypeNode(node.objectType);
    if (this.checker.isTupleType(object)) this.checker.getTypeArguments(object as TS.TypeReference).forEach((type) => this.addType(type));
    else for (const property of object.getProperties()) this.addType(this.checker.getTypeOfSymbol(property));
  }

  private readReference(node: TS.TypeReferenceNode, next: (child: TS.TypeNode) => void): void {
    const declarations = resolveAlias(this.checker, this.checker.getSymbolAtLocation(node.typeName))?.declarations ?? [];
    for (const declaration of declarations) {
      if (ts.isTypeAliasDeclaration(declaration)) next(declaration.type);
      if (ts.isEnumDeclaration(declaration)) for (const member of declaration.members) this.add(literalKey(this.checker.getConstantValue(member)));
    }
    node.typeArguments?.forEach(next);
  }
}
