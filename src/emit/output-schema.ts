/** The declared return type → the schema of a tool's structured result, when the author asked for it. Serves the making of entries. */
import type TS from "typescript";
import type { JsonSchema } from "../model/json-schema.js";
import { ts } from "./compiler.js";
import { describeMember } from "./members.js";
import type { DecoratedMember } from "./members.js";
import { normaliseSchema } from "./normalise.js";
import type { DefinitionGraph } from "./inline.js";
import { isOwnType } from "./origin.js";
import { sortKeywords } from "./schema-walk.js";
import type { TypeSchemas } from "./type-schema.js";
import { findOption } from "./wire-facts.js";
import type { Lineage } from "./wire-facts.js";

/** An expression of the sources, or what a package publishes in its place: that it is the return type's, or the schema itself. */
export type OutputOption = TS.Expression | "returned" | { readonly schema: JsonSchema };

/** `output` of the decorator's options, from the member or, since options are inherited, from the nearest parent that says it. */
export function findOutputOption(checker: TS.TypeChecker, lineage: Lineage): OutputOption | undefined {
  for (const member of lineage) {
    const said = member.published?.declaration.output;
    if (said === "returned") return said;
    if (said === "declared" && member.published?.entry.output !== undefined) return { schema: member.published.entry.output };
    const option = findOption(checker, [member], "output");
    if (option !== undefined) return option;
  }
  return undefined;
}

/** Undefined when none is asked for, or none can be derived. */
export function deriveOutput(
  types: TypeSchemas,
  graph: DefinitionGraph,
  member: DecoratedMember,
  option: OutputOption | undefined,
  signature: TS.Signature,
): JsonSchema | undefined {
  const { checker, diagnostics } = types.project;
  if (typeof option === "object" && "schema" in option) return option.schema;
  if (option === undefined || (option !== "returned" && option.kind === ts.SyntaxKind.FalseKeyword)) return undefined;
  const isReturned = option === "returned" || option.kind === ts.SyntaxKind.TrueKeyword;
  const type = isReturned ? returnType(checker, signature) : instanceType(checker, option);
  const problem = findProblem(checker, type);
  if (type === undefined || problem !== undefined) {
    diagnostics.report("CG2008", option === "returned" ? member.node.name : option, `No output schema for ${describeMember(member)}: ${problem}`);
    return undefined;
  }
  const raw = types.schemaOf(serializedType(checker, type), member.node);
  return sortKeywords(asObject(normaliseSchema(raw, graph, diagnostics).schema));
}

function findProblem(checker: TS.TypeChecker, type: TS.Type | undefined): string | undefined {
  if (type === undefined) return "`output` is neither true nor a class. Write `output: true`, a class, or an `outputSchema`.";
  if (isOwnType(checker, type, "ToolResult")) return "it returns ToolResult, which does not say what is in it. Write `output: SomeClass` or an `outputSchema`.";
  return type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown) ? `it returns ${checker.typeToString(type)}. Declare its return type.` : undefined;
}

function returnType(checker: TS.TypeChecker, signature: TS.Signature): TS.Type {
  const declared = checker.getReturnTypeOfSignature(signature);
  return checker.getAwaitedType(declared) ?? declared;
}

function instanceType(checker: TS.TypeChecker, expression: TS.Expression): TS.Type | undefined {
  const [signature] = checker.getTypeAtLocation(expression).getConstructSignatures();
  return signature === undefined ? undefined : checker.getReturnTypeOfSignature(signature);
}

/** An object that has a form of its own is asked for it at run time, `toJSON()` before `toDict()`. */
function serializedType(checker: TS.TypeChecker, type: TS.Type): TS.Type {
  for (const name of ["toJSON", "toDict"]) {
    const [signature] = type.getProperty(name) === undefined ? [] : checker.getTypeOfSymbol(type.getProperty(name)!).getCallSignatures();
    if (signature !== undefined && !type.isUnion() && type.symbol?.name !== "Date") return checker.getReturnTypeOfSignature(signature);
  }
  return type;
}

/** The root is an object. What is none arrives as `{ result: … }`, so a union of both is a union of the object and the wrapper. */
function asObject(schema: JsonSchema): JsonSchema {
  const { $defs, ...own } = schema;
  const defs = $defs === undefined ? {} : { $defs };
  if (own.type === "object") return schema;
  if (own.$ref !== undefined && isObjectReference(own, $defs)) return { ...own, ...defs, type: "object" };
  const branches = own.anyOf ?? [];
  const objects = branches.filter((branch) => branch.type === "object" || isObjectReference(branch, $defs));
  if (objects.length === 0) return { ...wrap(own), ...defs };
  const others = branches.filter((branch) => !objects.includes(branch));
  const [only] = others;
  const wrapped = only === undefined ? [] : [wrap(others.length === 1 ? only : { anyOf: others })];
  return { ...own, ...defs, anyOf: [...objects, ...wrapped], type: "object" };
}

function isObjectReference({ $ref }: JsonSchema, $defs: JsonSchema["$defs"]): boolean {
  return $ref !== undefined && $defs?.[$ref.slice("#/$defs/".length)]?.type === "object";
}

function wrap(schema: JsonSchema): JsonSchema {
  return { properties: { result: schema }, required: ["result"], type: "object" };
}
