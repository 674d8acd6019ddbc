/** The parameters of a method → slots and the schema of its arguments object. Serves the making of entries. */
import type TS from "typescript";
import type { JsonSchema } from "../model/json-schema.js";
import { ARGUMENTS_SLOT, CONTEXT_SLOT } from "../schema/manifest.js";
import { ts } from "./compiler.js";
import { isInitialized, readDefault } from "./declared.js";
import { readOwnDecorators } from "./decorators.js";
import { describeMember } from "./members.js";
import type { DecoratedMember } from "./members.js";
import { isOwnType } from "./origin.js";
import type { Project } from "./program.js";
import type { TypeSchemas } from "./type-schema.js";

export interface ReadArguments {
  readonly params: readonly string[];
  /** Raw. */
  readonly schema: JsonSchema;
  /** The parameter that is the whole arguments object. */
  readonly whole?: TS.ParameterDeclaration;
}

const CONTEXT_NAMES = new Set(["ctx", "context"]);

/** @param signature The method's own, or the one a subclass of a generic class sees. */
export function readArguments(types: TypeSchemas, member: DecoratedMember, signature: TS.Signature): ReadArguments {
  const parameters = member.node.parameters.filter((parameter) => !isThis(parameter) && parameter.dotDotDotToken === undefined);
  const slots = parameters.map((parameter, i) => member.published?.entry.params[i] ?? slotOf(types.project, parameter, i));
  const whole = parameters.find((_, i) => slots[i] === ARGUMENTS_SLOT);
  if (whole !== undefined) checkAlone(types.project, member, slots, whole);
  const named = parameters.flatMap((parameter, i) => {
    const symbol = signature.parameters[i];
    return symbol === undefined || slots[i] === CONTEXT_SLOT || slots[i] === ARGUMENTS_SLOT ? [] : [{ name: slots[i]!, parameter, symbol }];
  });
  if (whole !== undefined) return { params: slots, schema: wholeSchema(types, signature, parameters.indexOf(whole), whole), whole };
  return { params: slots, schema: namedSchema(types, named) };
}

function isThis(parameter: TS.ParameterDeclaration): boolean {
  return ts.isIdentifier(parameter.name) && parameter.name.text === "this";
}

function slotOf(project: Project, parameter: TS.ParameterDeclaration, index: number): string {
  const { checker, diagnostics } = project;
  const { name } = parameter;
  if (index === 0 && ts.isIdentifier(name) && CONTEXT_NAMES.has(name.text)) return CONTEXT_SLOT;
  if (isOwnType(checker, checker.getNonNullableType(checker.getTypeAtLocation(parameter)), "ToolContext")) return CONTEXT_SLOT;
  if (ts.isObjectBindingPattern(name) || readOwnDecorators(checker, parameter).some((decorator) => decorator.name === "args")) return ARGUMENTS_SLOT;
  if (ts.isIdentifier(name)) return name.text;
  diagnostics.report(
    "CG1008",
    name,
    "A parameter that is an array pattern has no name, and callers pass arguments by name. Give it a name and take it apart in the method.",
  );
  return `argument${index}`;
}

function checkAlone({ diagnostics }: Project, member: DecoratedMember, slots: readonly string[], whole: TS.ParameterDeclaration): void {
  const others = slots.filter((slot) => slot !== CONTEXT_SLOT && slot !== ARGUMENTS_SLOT);
  const wholes = slots.filter((slot) => slot === ARGUMENTS_SLOT);
  if (others.length === 0 && wholes.length === 1) return;
  const beside = wholes.length > 1 ? "another one like it" : others.join(", ");
  diagnostics.report(
    "CG1009",
    whole,
    `In ${describeMember(member)} a parameter is the whole arguments object, and beside it stands ${beside}. Put all arguments in the object, or name each parameter.`,
  );
}

function namedSchema(types: TypeSchemas, named: readonly { name: string; parameter: TS.ParameterDeclaration; symbol: TS.Symbol }[]): JsonSchema {
  const { checker } = types.project;
  const properties: [string, JsonSchema][] = [];
  const required: string[] = [];
  for (const { name, parameter, symbol } of named) {
    const type = checker.getTypeOfSymbol(symbol);
    const own = checker.getSymbolAtLocation(parameter.name) ?? symbol;
    const { schema, optional } = types.declare(own, type, parameter);
    properties.push([name, schema]);
    if (!optional && !isOptional(types.project, parameter, type)) required.push(name);
  }
  return { type: "object", additionalProperties: false, properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
}

function isOptional(project: Project, parameter: TS.ParameterDeclaration, type: TS.Type): boolean {
  if (parameter.questionToken !== undefined || isInitialized(project, parameter)) return true;
  return (type.isUnion() ? type.types : [type]).some((member) => member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void));
}

function wholeSchema(types: TypeSchemas, signature: TS.Signature, index: number, parameter: TS.ParameterDeclaration): JsonSchema {
  const { checker } = types.project;
  const symbol = signature.parameters[index];
  const type = symbol === undefined ? checker.getTypeAtLocation(parameter) : checker.getTypeOfSymbol(symbol);
  return types.schemaOf(checker.getNonNullableType(type), parameter);
}

/** Turns the normalised schema of the whole object into that of a tool's arguments: an object, closed, with the pattern's defaults. */
export function closeWhole(types: TypeSchemas, member: DecoratedMember, schema: JsonSchema, parameter: TS.ParameterDeclaration): JsonSchema {
  // What the type is for is no description of the call: the method's comment is.
  const { description: _, ...object } = resolveRoot(schema);
  const branches = object.anyOf ?? [object];
  if (!branches.every((branch) => branch.type === "object" || branch.$ref !== undefined)) {
    types.project.diagnostics.report(
      "CG1010",
      parameter,
      `The parameter of ${describeMember(member)} that is the whole arguments object is not of an object type. Give it one, like { limit: number }.`,
    );
    return { additionalProperties: false, properties: {}, type: "object" };
  }
  if (object.anyOf !== undefined) return { ...object, type: "object" };
  const closed: JsonSchema = { ...object, properties: object.properties ?? {}, additionalProperties: object.additionalProperties ?? false };
  return ts.isObjectBindingPattern(parameter.name) ? withPatternDefaults(types.project, closed, parameter.name) : closed;
}

/** A recursive type stands in `$defs`; clients look for `properties` at the root. */
function resolveRoot(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.slice("#/$defs/".length);
  const definition = name === undefined ? undefined : schema.$defs?.[name];
  if (definition === undefined) return schema;
  const { $ref: _, ...rest } = schema;
  return { ...definition, ...rest };
}

/** `{ limit = 10, window: { days = 7 } }`. */
function withPatternDefaults(project: Project, schema: JsonSchema, pattern: TS.ObjectBindingPattern): JsonSchema {
  const properties = { ...schema.properties };
  const withDefault = new Set<string>();
  for (const element of pattern.elements) {
    const name = element.propertyName ?? element.name;
    if (element.dotDotDotToken !== undefined || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) continue;
    const known = Object.hasOwn(properties, name.text) ? properties[name.text] : undefined;
    if (known === undefined) continue;
    let property = ts.isObjectBindingPattern(element.name) && known.properties !== undefined ? withPatternDefaults(project, known, element.name) : known;
    if (isInitialized(project, element)) {
      withDefault.add(name.text);
      const value = readDefault(project, element);
      if (value !== undefined) property = { ...property, default: value };
    }
    properties[name.text] = property;
  }
  const required = schema.required?.filter((name) => !withDefault.has(name)) ?? [];
  const { required: _, ...rest } = schema;
  return { ...rest, properties, ...(required.length > 0 ? { required } : {}) };
}
