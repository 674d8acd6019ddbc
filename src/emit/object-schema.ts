/** Classes, interfaces, literals, mapped types and intersections of them → raw object schemas. Serves the type engine. */
import type TS from "typescript";
import type { JsonSchema } from "../model/json-schema.js";
import { ts } from "./compiler.js";
import { isExcluding } from "./constraints/class-transformer.js";
import type { PropertyTransform, TransformPlan } from "./constraints/class-transformer.js";
import { MARK, PLAIN, TRANSFORM } from "./constraints/constraint.js";
import { describeCycle, findConstructionCycle } from "./construction-cycle.js";
import { isInitialized } from "./declared.js";
import { isFromLib, openSchema } from "./lib-types.js";
import type { Project } from "./program.js";
import { templatePattern } from "./template-pattern.js";
import type { TypeSchemas } from "./type-schema.js";
import { literalKey, sortByAuthor } from "./union-order.js";

export function objectSchema(types: TypeSchemas, type: TS.Type): JsonSchema {
  const mark = types.direction === "input" ? classMark(types, type) : undefined;
  const { transform, ...properties } = propertySchemas(types, type, mark);
  const schema: JsonSchema = { type: "object", ...properties, ...indexSchemas(types, type) };
  const isBag = schema.properties === undefined && schema.additionalProperties === undefined && schema.patternProperties === undefined;
  if (isBag) schema.additionalProperties = true;
  if (mark !== undefined) schema[MARK] = mark;
  if (transform !== undefined) schema[TRANSFORM] = transform;
  return schema;
}

type Properties = Pick<JsonSchema, "properties" | "required"> & {
  /** Set where class-transformer makes the object. */
  readonly transform?: TransformPlan;
};

/** @param cls The class the object becomes an instance of: only there do class-transformer's decorators mean something. */
function propertySchemas(types: TypeSchemas, type: TS.Type, cls: TS.ClassLikeDeclaration | undefined): Properties {
  const { checker } = types.project;
  const mapped = type.getSymbol()?.declarations?.find(ts.isMappedTypeNode);
  const all = checker.getPropertiesOfType(type);
  // The keys of Record<"b" | "a", T> come in the checker's order of the union.
  const ordered = mapped !== undefined ? sortByAuthor(checker, types.orderNodes, all, (property) => literalKey(property.name)) : all;
  const found = ordered.flatMap((property) => readProperty(types, property, mapped) ?? []);
  const { accepted, transform } = cls === undefined ? { accepted: found } : transformProperties(found, excludesAll(types.project, cls));
  if (accepted.length === 0) return transform === undefined ? {} : { transform };
  const required = accepted.filter((property) => property.required).map(({ name }) => name);
  return {
    properties: Object.fromEntries(accepted.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    ...(transform === undefined ? {} : { transform }),
  };
}

function excludesAll({ checker, published }: Project, cls: TS.ClassLikeDeclaration): boolean {
  return published.declarationOf(cls)?.excludes ?? isExcluding(checker, cls);
}

/** What callers send to a class with class-transformer's decorators, and whether it takes class-transformer to make the object of it. */
function transformProperties(found: readonly ReadProperty[], excludes: boolean): { accepted: ReadProperty[]; transform?: TransformPlan } {
  if (!excludes && !found.some(({ transform }) => transform?.active)) return { accepted: [...found] };
  const renamed: [string, string][] = [];
  const plain: string[] = [];
  const accepted = found
    .filter(({ transform }) => transform?.excluded !== true && (!excludes || transform?.exposed === true))
    .map(({ name, transform, schema, required }) => {
      const wire = transform?.name ?? name;
      if (wire !== name) renamed.push([wire, name]);
      if (transform?.made !== true) return { name: wire, required, schema };
      plain.push(wire);
      return { name: wire, required, schema: { ...schema, [PLAIN]: true } };
    });
  return { accepted, transform: { renamed: Object.fromEntries(renamed), plain } };
}

interface ReadProperty {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly transform?: PropertyTransform;
}

/** Undefined for what is no data: methods, accessors, hidden members, functions. */
function readProperty(types: TypeSchemas, property: TS.Symbol, mapped: TS.MappedTypeNode | undefined): ReadProperty | undefined {
  const { checker } = types.project;
  const { name } = property;
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  if (types.direction === "input") reportMethod(types, property, declaration);
  if (!isVisible(property, declaration)) return undefined;
  const type = checker.getTypeOfSymbol(property);
  const present = checker.getNonNullableType(type);
  if (present.getCallSignatures().length > 0 || present.flags & ts.TypeFlags.ESSymbolLike) return undefined;
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0 || includesUndefined(type);
  if (declaration === undefined) return { name, schema: types.part(type), required: !isOptional };
  const isRetyped = mapped !== undefined && !isDeclaredType(checker, declaration, type);
  const { schema, optional, transform } = types.declare(property, type, declaration, isRetyped);
  if (isPartial(mapped)) delete schema.default;
  const isFilled = types.direction === "input" && !isRetyped && isInitialized(types.project, declaration);
  const required = !isOptional && !isFilled && !(optional && types.direction === "input");
  return { name, schema, required, ...(transform === undefined ? {} : { transform }) };
}

function isVisible(property: TS.Symbol, declaration: TS.Declaration | undefined): boolean {
  const { Method, Accessor } = ts.SymbolFlags;
  if (property.flags & (Method | Accessor) || property.name.startsWith("__@")) return false;
  const { Private, Protected, Static } = ts.ModifierFlags;
  if (declaration === undefined) return true;
  const name = ts.getNameOfDeclaration(declaration);
  return !(name !== undefined && ts.isPrivateIdentifier(name)) && (ts.getCombinedModifierFlags(declaration) & (Private | Protected | Static)) === 0;
}

function includesUndefined(type: TS.Type): boolean {
  return (type.isUnion() ? type.types : [type]).some((member) => member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void));
}

/** Whether a mapped type kept the property's type, `undefined` aside, so that its decorators and default still hold. */
function isDeclaredType(checker: TS.TypeChecker, declaration: TS.Declaration, type: TS.Type): boolean {
  const declared = checker.getTypeAtLocation(declaration);
  const membersOf = (t: TS.Type) => new Set((t.isUnion() ? t.types : [t]).filter((member) => !(member.flags & ts.TypeFlags.Undefined)));
  const before = membersOf(declared);
  const after = membersOf(type);
  return before.size === after.size && [...before].every((member) => after.has(member));
}

/** What an interface promises and no caller can send. A class keeps its methods: handlers get an instance. */
function reportMethod(types: TypeSchemas, property: TS.Symbol, declaration: TS.Declaration | undefined): void {
  if (declaration === undefined || property.flags & ts.SymbolFlags.Optional || !(ts.isMethodSignature(declaration) || isFunctionProperty(declaration))) return;
  if (isFromLib(property)) return;
  const owner = ts.isInterfaceDeclaration(declaration.parent) ? `the interface ${declaration.parent.name.text}` : "a type";
  types.project.diagnostics.report(
    "CG2012",
    declaration,
    `${property.name} is a method of ${owner}, which callers cannot send: it is left out of the schema, and missing from what the method gets. Make the type a class, whose instances have it, or take the method out.`,
  );
}

function isFunctionProperty(declaration: TS.Declaration): boolean {
  return ts.isPropertySignature(declaration) && declaration.type !== undefined && ts.isFunctionTypeNode(declaration.type);
}

/** `Partial<T>` wants to know what is absent: a default there would say "set it back". */
function isPartial(mapped: TS.MappedTypeNode | undefined): boolean {
  return mapped?.questionToken !== undefined && mapped.questionToken.kind !== ts.SyntaxKind.MinusToken;
}

function indexSchemas(types: TypeSchemas, type: TS.Type): Pick<JsonSchema, "additionalProperties" | "patternProperties"> {
  const result: { additionalProperties?: JsonSchema | true; patternProperties?: Record<string, JsonSchema> } = {};
  for (const { keyType, type: valueType } of types.project.checker.getIndexInfosOfType(type)) {
    if (keyType.flags & ts.TypeFlags.String) result.additionalProperties = openSchema(types.part(valueType));
    else if (keyType.flags & ts.TypeFlags.Number) (result.patternProperties ??= {})["^-?\\d+(\\.\\d+)?$"] = types.part(valueType);
    else if (keyType.flags & ts.TypeFlags.TemplateLiteral)
      (result.patternProperties ??= {})[templatePattern(keyType as TS.TemplateLiteralType)] = types.part(valueType);
  }
  return result;
}

/** The class whose instance the handler is given. */
function classMark(types: TypeSchemas, type: TS.Type): TS.ClassLikeDeclaration | undefined {
  const { checker, diagnostics } = types.project;
  const symbol = type.getSymbol();
  const node = symbol?.valueDeclaration;
  if (symbol === undefined || node === undefined || !ts.isClassLike(node) || ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract) return undefined;
  if (isFromLib(symbol)) return undefined;
  const cycle = findConstructionCycle(checker, node);
  if (cycle !== undefined) diagnostics.report("CG1017", cycle[0]!.property, describeCycle(cycle));
  const name = node.name?.text ?? "the class";
  if (types.references.of(node) === undefined) {
    diagnostics.report(
      "CG2004",
      node,
      `${name} is not exported by a module of this project or a package it imports, so handlers get a plain object instead of an instance. Export it, or make it an interface.`,
    );
    return undefined;
  }
  if (checker.getTypeOfSymbolAtLocation(symbol, node).getConstructSignatures().some(isCallableEmpty)) return node;
  diagnostics.report(
    "CG2005",
    node,
    `The constructor of ${name} needs arguments and nobody has them, so handlers get a plain object instead of an instance. Give its parameters defaults, or make it an interface.`,
  );
  return undefined;
}

function isCallableEmpty(signature: TS.Signature): boolean {
  return signature.parameters.every((parameter) => {
    const declaration = parameter.valueDeclaration;
    return (
      declaration !== undefined &&
      ts.isParameter(declaration) &&
      (declaration.questionToken ?? declaration.dotDotDotToken ?? declaration.initializer) !== undefined
    );
  });
}
