/** Reads class-validator's decorators, on a property or inside `@arg(…)`, from the syntax tree. Serves the type engine; no user code is run. */
import type TS from "typescript";
import type { JsonSchema } from "../../model/json-schema.js";
import { ts } from "../compiler.js";
import type { DiagnosticBag } from "../diagnostics.js";
import { originOf, OWN_PACKAGE } from "../origin.js";
import type { Origin } from "../origin.js";
import { evaluate, isJson, NOT_STATIC, staticName } from "../static-value.js";
import { CLASS_TRANSFORMER, readTransformer } from "./class-transformer.js";
import type { PropertyTransform } from "./class-transformer.js";
import { IS_OPTIONAL, LENIENT_VALIDATORS, OPTION_KEYS, VALIDATE_IF, VALIDATOR_RULES } from "./class-validator.js";
import { Rank } from "./constraint.js";
import type { Constraint } from "./constraint.js";

const CLASS_VALIDATOR = "class-validator";

export interface DeclaredConstraints {
  readonly constraints: readonly Constraint[];
  /** `@IsOptional()`. */
  readonly optional: boolean;
  /** The text of `@arg`. */
  readonly description?: string;
  readonly transform?: PropertyTransform;
}

/** What the decorators of a property or parameter say. */
export function readDecorators(checker: TS.TypeChecker, diagnostics: DiagnosticBag, declaration: TS.Node): DeclaredConstraints {
  const decorators = ts.canHaveDecorators(declaration) ? (ts.getDecorators(declaration) ?? []) : [];
  if (decorators.length === 0) return { constraints: [], optional: false };
  const reader = new DecoratorReader(checker, diagnostics);
  for (const { expression } of decorators) reader.readDecorator(expression);
  return reader.result();
}

class DecoratorReader {
  private readonly constraints: Constraint[] = [];
  private optional = false;
  private conditional = false;
  private description: string | undefined;
  private transform: PropertyTransform | undefined;

  constructor(
    private readonly checker: TS.TypeChecker,
    private readonly diagnostics: DiagnosticBag,
  ) {}

  result(): DeclaredConstraints {
    const { optional, description, transform } = this;
    // Under @ValidateIf the other validators hold only sometimes, and a schema would hold them always.
    const constraints = this.conditional ? this.constraints.map((c) => ({ ...c, keywords: {}, residual: true })) : this.constraints;
    return { constraints, optional, ...(description === undefined ? {} : { description }), ...(transform === undefined ? {} : { transform }) };
  }

  readDecorator(expression: TS.Expression): void {
    const origin = originOf(this.checker, expression);
    if (origin === undefined) return;
    if (origin.package === OWN_PACKAGE && origin.name === "arg") this.readArg(expression);
    else if (origin.package === CLASS_VALIDATOR) this.readValidator(expression, origin.name);
    else if (origin.package === CLASS_TRANSFORMER)
      this.transform = { ...this.transform, ...readTransformer(this.checker, this.diagnostics, expression, origin.name) };
    else if (usesClassValidator(origin)) this.addResidual(expression, origin.name);
  }

  private readArg(expression: TS.Expression): void {
    if (!ts.isCallExpression(expression)) return;
    for (const part of expression.arguments) this.readPart(part);
    this.checkOrder(expression);
  }

  /** Two texts are usually a name and a description, and the parameter has its name already. */
  private checkOrder(call: TS.CallExpression): void {
    const texts = call.arguments.filter((part) => typeof evaluate(this.checker, part) === "string");
    const [first, second] = texts;
    const shown = this.description === undefined ? "" : JSON.stringify(this.description);
    if (second !== undefined) {
      const problem = `@arg has ${texts.length} texts, and the last one, ${shown}, is the description`;
      this.diagnostics.report("CG3008", second, `${problem}. Remove the others: the argument's name is the parameter's.`);
    } else if (first !== undefined && first !== call.arguments[0]) {
      this.diagnostics.report("CG3008", first, `The description of @arg comes first, then validators, then keywords. Write @arg(${shown}, …).`);
    }
  }

  private readPart(part: TS.Expression): void {
    if (ts.isObjectLiteralExpression(part)) return this.readExtras(part);
    const value = evaluate(this.checker, part);
    if (typeof value === "string") this.description = value;
    else if (value !== NOT_STATIC)
      this.diagnostics.report(
        "CG3006",
        part,
        "@arg takes a description, validators and an object of JSON Schema keywords; this part is none of them. Remove it.",
      );
    else if (this.checker.getTypeAtLocation(part).getCallSignatures().length > 0 || ts.isCallExpression(part)) this.readPartValidator(part);
    else
      this.diagnostics.report(
        "CG3006",
        part,
        `The emitter cannot evaluate ${part.getText()} without running it. Write the text or the object here, or in a const.`,
      );
  }

  private readPartValidator(part: TS.Expression): void {
    const origin = originOf(this.checker, part);
    if (origin?.package === CLASS_VALIDATOR) this.readValidator(part, origin.name);
    else this.addResidual(part, origin?.name ?? part.getText());
  }

  /** `{ examples: […], title: "…", completion }`: property by property, since a completion is a function. */
  private readExtras(object: TS.ObjectLiteralExpression): void {
    const keywords: JsonSchema = {};
    for (const property of object.properties) {
      const key = property.name === undefined ? undefined : staticName(this.checker, property.name);
      if (key === "completion") continue;
      const value = ts.isPropertyAssignment(property) ? evaluate(this.checker, property.initializer) : NOT_STATIC;
      if (key === undefined || value === NOT_STATIC || !isJson(value)) {
        this.diagnostics.report(
          "CG3006",
          property,
          `The emitter cannot evaluate ${property.getText()} without running it. Write its value here, or in a const.`,
        );
      } else if (key === "description" && typeof value === "string") this.description = value;
      else keywords[key] = value;
    }
    this.add(keywords, object, "@arg");
  }

  private readValidator(expression: TS.Expression, name: string): void {
    if (name === IS_OPTIONAL) {
      this.optional = true;
      return;
    }
    if (name === VALIDATE_IF) this.conditional = true;
    const { args, each, groups } = this.readArguments(expression);
    if (groups) return this.refuseGroups(expression, name);
    const rule = Object.hasOwn(VALIDATOR_RULES, name) ? VALIDATOR_RULES[name] : undefined;
    if (rule === undefined) return this.addResidual(expression, name);
    if (args.includes(NOT_STATIC)) {
      this.diagnostics.report(
        "CG3002",
        expression,
        `The emitter cannot evaluate the arguments of @${name} without running them, so class-validator enforces it at call time. Write literals or consts to have it in the schema.`,
      );
      this.add({}, expression, `@${name}`, { residual: true });
      return;
    }
    const keywords = rule(args);
    if (keywords === undefined) this.addResidual(expression, name);
    else this.add(keywords, expression, `@${name}`, { depth: each ? 1 : 0, lenient: LENIENT_VALIDATORS.has(name) });
  }

  /** The validator's own arguments, without class-validator's options. */
  private readArguments(expression: TS.Expression): { args: unknown[]; each: boolean; groups: boolean } {
    const args: unknown[] = [];
    let each = false;
    let groups = false;
    for (const argument of ts.isCallExpression(expression) ? expression.arguments : []) {
      const options = this.readOptions(argument);
      if (options === undefined) args.push(evaluate(this.checker, argument));
      else {
        each ||= options.each === true;
        groups ||= options.groups !== undefined && options.always !== true;
      }
    }
    return { args, each, groups };
  }

  /** Read key by key: a `message` is often a function, and does not matter here. */
  private readOptions(argument: TS.Expression): Record<string, unknown> | undefined {
    if (!ts.isObjectLiteralExpression(argument)) {
      const value = evaluate(this.checker, argument);
      return typeof value === "object" && value !== null && isOptions(Object.keys(value)) ? (value as Record<string, unknown>) : undefined;
    }
    const options: Record<string, unknown> = {};
    for (const property of argument.properties) {
      const key = property.name === undefined ? undefined : staticName(this.checker, property.name);
      if (key !== undefined) options[key] = ts.isPropertyAssignment(property) ? evaluate(this.checker, property.initializer) : NOT_STATIC;
    }
    return isOptions(Object.keys(options)) ? options : undefined;
  }

  /** Groups are chosen by code that validates; a call chooses none, and without a choice the validator would hold by accident only. */
  private refuseGroups(expression: TS.Expression, name: string): void {
    this.diagnostics.report(
      "CG3009",
      expression,
      `@${name} is for validation groups, and a call has none: it is left out of the schema and does not run. Remove \`groups\`, or write a class for each.`,
    );
  }

  private addResidual(node: TS.Node, name: string): void {
    this.diagnostics.report(
      "CG3001",
      node,
      `@${name} has no JSON Schema form: callers cannot see it, and class-validator enforces it at call time. Say it in the description.`,
    );
    this.add({}, node, `@${name}`, { residual: true });
  }

  private add(keywords: JsonSchema, node: TS.Node, label: string, rest: Partial<Pick<Constraint, "depth" | "residual" | "lenient">> = {}): void {
    if (Object.keys(keywords).length > 0 || rest.residual) this.constraints.push({ keywords, rank: Rank.Validator, depth: 0, node, label, ...rest });
  }
}

function isOptions(keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => OPTION_KEYS.has(key));
}

/** A decorator of the author's own, made with `registerDecorator` or `ValidateBy`. */
function usesClassValidator({ symbol }: Origin): boolean {
  const statements = symbol?.declarations?.[0]?.getSourceFile().statements ?? [];
  return statements.some((s) => ts.isImportDeclaration(s) && ts.isStringLiteral(s.moduleSpecifier) && s.moduleSpecifier.text === CLASS_VALIDATOR);
}
