/** Reads class-transformer's decorators, as far as they change what callers send. Serves the type engine; no user code is run. */
import type TS from "typescript";
import { ts } from "../compiler.js";
import type { DiagnosticBag } from "../diagnostics.js";
import { originOf } from "../origin.js";
import { evaluate } from "../static-value.js";

export const CLASS_TRANSFORMER = "class-transformer";

/** What class-transformer's decorators do to a property on the way in. */
export interface PropertyTransform {
  /** The name callers send it under: `@Expose({ name })`. */
  readonly name?: string;
  /** Never taken from callers: `@Exclude()`. */
  readonly excluded?: true;
  /** `@Expose()`, which counts in a class under `@Exclude()`. */
  readonly exposed?: true;
  /** Class-transformer makes the value, `@Type` and `@Transform`, where it makes the object at all. */
  readonly made?: true;
  /** Only class-transformer can do it, so it must make the object. A `@Type` alone says nothing the declared type does not say. */
  readonly active?: true;
}

/** What class-transformer is told, and what it is left to do, when it makes an object. */
export interface TransformPlan {
  /** Name on the wire → name of the property, where they differ. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Names on the wire of what class-transformer makes. */
  readonly plain: readonly string[];
}

type Options = Readonly<Record<string, unknown>>;

/** One decorator's part; `{}` where it is about the way out only. */
export function readTransformer(checker: TS.TypeChecker, diagnostics: DiagnosticBag, expression: TS.Expression, name: string): PropertyTransform {
  const options = readOptions(checker, expression, name === "Transform" || name === "Type" ? 1 : 0);
  if (options["toPlainOnly"] === true) return {};
  switch (name) {
    case "Type":
      return { made: true };
    case "Transform":
      return { made: true, active: true };
    case "Exclude":
      return { excluded: true, active: true };
    case "Expose":
      return readExpose(diagnostics, expression, options);
    default:
      return {};
  }
}

function readExpose(diagnostics: DiagnosticBag, expression: TS.Expression, { name, groups }: Options): PropertyTransform {
  if (groups !== undefined) {
    diagnostics.report(
      "CG3007",
      expression,
      "@Expose with groups: a call has none, so class-transformer never takes the property from callers. Remove `groups`, or write a class for each.",
    );
    return { excluded: true, active: true };
  }
  return typeof name === "string" ? { exposed: true, name, active: true } : { exposed: true };
}

function readOptions(checker: TS.TypeChecker, expression: TS.Expression, index: number): Options {
  const argument = ts.isCallExpression(expression) ? expression.arguments[index] : undefined;
  const value = argument === undefined ? undefined : evaluate(checker, argument);
  return typeof value === "object" && value !== null ? (value as Options) : {};
}

/** Whether `@Exclude()` stands on the class itself: class-transformer does not inherit it. */
export function isExcluding(checker: TS.TypeChecker, node: TS.ClassLikeDeclaration): boolean {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return decorators.some(({ expression }) => {
    const origin = originOf(checker, expression);
    return origin?.package === CLASS_TRANSFORMER && origin.name === "Exclude" && readOptions(checker, expression, 0)["toPlainOnly"] !== true;
  });
}
