/**
 * Evaluates expressions without running anything: defaults, decorator arguments. Serves every step that reads values from the sources.
 * Literals, arithmetic on literals, objects, arrays, templates, consts, enum members and `as const`; anything else is {@link NOT_STATIC}.
 */
import type TS from "typescript";
import { ts } from "./compiler.js";

export const NOT_STATIC = Symbol("not static");

/** A regular expression in the sources. */
export class StaticRegExp {
  constructor(
    readonly source: string,
    readonly flags: string,
  ) {}
}

/** Consts that refer to each other in a circle end here. */
const MAX_DEPTH = 64;

/** The value, `undefined` for `undefined`, or {@link NOT_STATIC}. Objects are fresh, with own keys only. */
export function evaluate(checker: TS.TypeChecker, expression: TS.Expression): unknown {
  return new Evaluator(checker).evaluate(expression);
}

/** Whether JSON can hold it as it is. */
export function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return typeof value === "object" && !(value instanceof StaticRegExp) && Object.values(value).every(isJson);
}

class Evaluator {
  private depth = 0;

  constructor(private readonly checker: TS.TypeChecker) {}

  evaluate(expression: TS.Expression): unknown {
    if (this.depth >= MAX_DEPTH) return NOT_STATIC;
    this.depth++;
    try {
      return this.evaluateUnwrapped(unwrap(expression));
    } finally {
      this.depth--;
    }
  }

  private evaluateUnwrapped(e: TS.Expression): unknown {
    if (ts.isStringLiteralLike(e)) return e.text;
    if (ts.isNumericLiteral(e)) return Number(e.text);
    if (ts.isBigIntLiteral(e)) return bigintValue(e.text);
    if (e.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (e.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (e.kind === ts.SyntaxKind.NullKeyword) return null;
    if (ts.isRegularExpressionLiteral(e)) return this.regularExpression(e.text);
    if (ts.isPrefixUnaryExpression(e)) return this.unary(e);
    if (ts.isBinaryExpression(e)) return this.binary(e);
    if (ts.isConditionalExpression(e)) return this.conditional(e);
    if (ts.isTemplateExpression(e)) return this.template(e);
    if (ts.isArrayLiteralExpression(e)) return this.array(e);
    if (ts.isObjectLiteralExpression(e)) return this.object(e);
    if (ts.isNewExpression(e)) return this.construct(e);
    if (ts.isIdentifier(e) || ts.isPropertyAccessExpression(e) || ts.isElementAccessExpression(e)) return this.reference(e);
    return NOT_STATIC;
  }

  private regularExpression(text: string): StaticRegExp {
    const end = text.lastIndexOf("/");
    return new StaticRegExp(text.slice(1, end), text.slice(end + 1));
  }

  private unary(e: TS.PrefixUnaryExpression): unknown {
    const value = this.evaluate(e.operand);
    if (value === NOT_STATIC) return NOT_STATIC;
    if (e.operator === ts.SyntaxKind.ExclamationToken) return !value;
    if (typeof value !== "number") return NOT_STATIC;
    if (e.operator === ts.SyntaxKind.MinusToken) return -value;
    if (e.operator === ts.SyntaxKind.PlusToken) return value;
    return e.operator === ts.SyntaxKind.TildeToken ? ~value : NOT_STATIC;
  }

  private binary(e: TS.BinaryExpression): unknown {
    const left = this.evaluate(e.left);
    const right = this.evaluate(e.right);
    if (typeof left === "number" && typeof right === "number") return calculate(e.operatorToken.kind, left, right);
    const isText = (value: unknown) => typeof value === "string" || typeof value === "number";
    return e.operatorToken.kind === ts.SyntaxKind.PlusToken && isText(left) && isText(right) ? `${left as string}${right as string}` : NOT_STATIC;
  }

  private conditional(e: TS.ConditionalExpression): unknown {
    const condition = this.evaluate(e.condition);
    return condition === NOT_STATIC ? NOT_STATIC : this.evaluate(condition ? e.whenTrue : e.whenFalse);
  }

  private template(e: TS.TemplateExpression): unknown {
    let text = e.head.text;
    for (const span of e.templateSpans) {
      const value = this.evaluate(span.expression);
      if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return NOT_STATIC;
      text += String(value) + span.literal.text;
    }
    return text;
  }

  private array(e: TS.ArrayLiteralExpression): unknown {
    const values: unknown[] = [];
    for (const element of e.elements) {
      const value = this.evaluate(ts.isSpreadElement(element) ? element.expression : element);
      if (value === NOT_STATIC || value === undefined) return NOT_STATIC;
      if (!ts.isSpreadElement(element)) values.push(value);
      else if (Array.isArray(value)) values.push(...(value as unknown[]));
      else return NOT_STATIC;
    }
    return values;
  }

  private object(e: TS.ObjectLiteralExpression): unknown {
    const object: Record<string, unknown> = {};
    for (const property of e.properties) {
      if (!this.addProperty(object, property)) return NOT_STATIC;
    }
    return object;
  }

  private addProperty(object: Record<string, unknown>, property: TS.ObjectLiteralElementLike): boolean {
    if (ts.isSpreadAssignment(property)) {
      const spread = this.evaluate(property.expression);
      if (typeof spread !== "object" || spread === null || spread instanceof StaticRegExp) return false;
      for (const [key, value] of Object.entries(spread)) setOwn(object, key, value);
      return true;
    }
    if (!ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property)) return false;
    const key = this.propertyName(property.name);
    const value = ts.isPropertyAssignment(property) ? this.evaluate(property.initializer) : this.shorthand(property);
    if (key === undefined || value === NOT_STATIC) return false;
    if (value !== undefined) setOwn(object, key, value);
    return true;
  }

  /** Undefined when it is computed from something that is not static. */
  propertyName(name: TS.PropertyName): string | undefined {
    if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
    if (!ts.isComputedPropertyName(name)) return undefined;
    const value = this.evaluate(name.expression);
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  }

  private shorthand(property: TS.ShorthandPropertyAssignment): unknown {
    const declaration = this.checker.getShorthandAssignmentValueSymbol(property)?.valueDeclaration;
    return declaration === undefined ? NOT_STATIC : this.declared(declaration);
  }

  /** `new RegExp("…")`. */
  private construct(e: TS.NewExpression): unknown {
    if (!ts.isIdentifier(e.expression) || e.expression.text !== "RegExp") return NOT_STATIC;
    const [source, flags = ""] = (e.arguments ?? []).map((argument) => this.evaluate(argument));
    return typeof source === "string" && typeof flags === "string" ? new StaticRegExp(source, flags) : NOT_STATIC;
  }

  private reference(e: TS.Identifier | TS.PropertyAccessExpression | TS.ElementAccessExpression): unknown {
    if (ts.isIdentifier(e)) {
      if (e.text === "undefined") return undefined;
      if (e.text === "Infinity" || e.text === "NaN") return Number(e.text);
    }
    const symbol = resolveAlias(this.checker, this.checker.getSymbolAtLocation(ts.isPropertyAccessExpression(e) ? e.name : e));
    const declaration = symbol?.valueDeclaration;
    const value = declaration === undefined ? NOT_STATIC : this.declared(declaration);
    if (value !== NOT_STATIC) return value;
    const member = ts.isIdentifier(e) ? NOT_STATIC : this.member(e);
    return member === NOT_STATIC && declaration !== undefined && isUnchanging(declaration) ? literalOf(this.checker.getTypeAtLocation(e)) : member;
  }

  /** `LIMITS.max`, `NAMES[0]` of a static object. */
  private member(e: TS.PropertyAccessExpression | TS.ElementAccessExpression): unknown {
    const key = ts.isPropertyAccessExpression(e) ? e.name.text : this.evaluate(e.argumentExpression);
    if (typeof key !== "string" && typeof key !== "number") return NOT_STATIC;
    const object = this.evaluate(e.expression);
    if (typeof object !== "object" || object === null || !Object.hasOwn(object, key)) return NOT_STATIC;
    return (object as Record<string | number, unknown>)[key];
  }

  private declared(declaration: TS.Declaration): unknown {
    if (ts.isEnumMember(declaration)) return this.checker.getConstantValue(declaration) ?? NOT_STATIC;
    if (ts.isEnumDeclaration(declaration)) return this.enumeration(declaration);
    if (ts.isVariableDeclaration(declaration)) {
      return declaration.initializer !== undefined && isConst(declaration) ? this.evaluate(declaration.initializer) : NOT_STATIC;
    }
    if (ts.isPropertyDeclaration(declaration) && declaration.initializer !== undefined && isStaticReadonly(declaration)) {
      return this.evaluate(declaration.initializer);
    }
    return NOT_STATIC;
  }

  /** As class-validator sees the enum object: a numeric member also maps back, and its reverse key is not among the values. */
  private enumeration(declaration: TS.EnumDeclaration): unknown {
    const object: Record<string, unknown> = {};
    for (const member of declaration.members) {
      const key = this.propertyName(member.name);
      const value = this.checker.getConstantValue(member);
      if (key === undefined || value === undefined) return NOT_STATIC;
      setOwn(object, key, value);
    }
    return object;
  }
}

/** Without parentheses, `as`, `satisfies`, `!` and type assertions. */
export function unwrap(expression: TS.Expression): TS.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isTypeAssertionExpression(expression) ||
    ts.isNonNullExpression(expression);
  return isWrapper ? unwrap(expression.expression) : expression;
}

/** The name of a member as it is at run time, or undefined when it is private, a symbol, or computed from something not static. */
export function staticName(checker: TS.TypeChecker, name: TS.PropertyName): string | undefined {
  return new Evaluator(checker).propertyName(name);
}

/** What an imported or re-exported name stands for. */
export function resolveAlias(checker: TS.TypeChecker, symbol: TS.Symbol | undefined): TS.Symbol | undefined {
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The value of a literal type, or {@link NOT_STATIC}: constants of a `.d.ts` have no initialiser, but their type says it. */
export function literalOf(type: TS.Type): unknown {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (type.flags & ts.TypeFlags.BooleanLiteral) return (type as TS.Type & { intrinsicName: string }).intrinsicName === "true";
  if (type.flags & ts.TypeFlags.Null) return null;
  return NOT_STATIC;
}

/** A `bigint` is sent as an integer, as far as JSON carries it exactly. */
function bigintValue(text: string): unknown {
  const value = Number(BigInt(text.slice(0, -1)));
  return Number.isSafeInteger(value) ? value : NOT_STATIC;
}

function calculate(operator: TS.SyntaxKind, a: number, b: number): number | typeof NOT_STATIC {
  switch (operator) {
    case ts.SyntaxKind.PlusToken:
      return a + b;
    case ts.SyntaxKind.MinusToken:
      return a - b;
    case ts.SyntaxKind.AsteriskToken:
      return a * b;
    case ts.SyntaxKind.SlashToken:
      return a / b;
    case ts.SyntaxKind.PercentToken:
      return a % b;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return a ** b;
    case ts.SyntaxKind.BarToken:
      return a | b;
    case ts.SyntaxKind.LessThanLessThanToken:
      return a << b;
    default:
      return NOT_STATIC;
  }
}

/** A plain assignment to `__proto__` would change the prototype. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function isConst(declaration: TS.VariableDeclaration): boolean {
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

function isStaticReadonly(declaration: TS.PropertyDeclaration): boolean {
  const flags = ts.getCombinedModifierFlags(declaration);
  return (flags & ts.ModifierFlags.Static) !== 0 && (flags & ts.ModifierFlags.Readonly) !== 0;
}

/** Only then does the type of a reference say its value: a `let` may be narrowed here and changed there. */
function isUnchanging(declaration: TS.Declaration): boolean {
  if (ts.isVariableDeclaration(declaration)) return isConst(declaration);
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0;
}
