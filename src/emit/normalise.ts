/** Raw schema → the schema that is published: references resolved, constraints applied, unions flat with `null` last. */
import type { JsonSchema } from "../model/json-schema.js";
import { applyConstraint } from "./constraints/apply.js";
import { CONSTRAINTS, constraintsOf, Rank } from "./constraints/constraint.js";
import type { Constraint } from "./constraints/constraint.js";
import { cleanText } from "./descriptions.js";
import type { DiagnosticBag } from "./diagnostics.js";
import { inlineReferences } from "./inline.js";
import type { DefinitionGraph } from "./inline.js";
import { mapSubschemas } from "./schema-walk.js";

export interface Normalised {
  /** Still with marks. */
  readonly schema: JsonSchema;
  /** Class-validator has to run at call time. */
  readonly residual: boolean;
}

export function normaliseSchema(raw: JsonSchema, graph: DefinitionGraph, diagnostics: DiagnosticBag): Normalised {
  const normaliser = new Normaliser(diagnostics);
  const schema = normaliser.finish(inlineReferences(raw, graph));
  return { schema, residual: normaliser.residual };
}

class Normaliser {
  residual = false;

  constructor(private readonly diagnostics: DiagnosticBag) {}

  /** From the leaves up, so that a branch is done before its union is flattened. */
  finish(raw: JsonSchema): JsonSchema {
    const { [CONSTRAINTS]: _, ...own } = mapSubschemas(raw, (subschema) => this.finish(subschema));
    const schema = flattenUnion(splitTypes(own));
    for (const constraint of [...constraintsOf(raw)].sort((a, b) => a.rank - b.rank)) this.apply(schema, constraint);
    if (schema.description !== undefined) schema.description = cleanText(schema.description);
    if (schema.description === "") delete schema.description;
    return schema;
  }

  private apply(schema: JsonSchema, constraint: Constraint): void {
    this.residual ||= constraint.residual === true;
    const { misfits, residual } = applyConstraint(schema, constraint);
    this.residual ||= residual;
    // A package's author has been told, and nobody here can mend it.
    const isForeign = constraint.node.getSourceFile().isDeclarationFile;
    if (residual && !isForeign) {
      this.diagnostics.report(
        "CG3001",
        constraint.node,
        `${constraint.label}: the schema has room for one pattern, and another is there already, so class-validator enforces this one at call time. Write both as one pattern.`,
      );
    }
    if (misfits.length === 0 || constraint.lenient) return;
    const isEnforced = constraint.rank === Rank.Validator && constraint.label !== "@arg";
    this.residual ||= isEnforced;
    if (isForeign) return;
    const consequence = isEnforced ? "it is left out of the schema, and class-validator enforces it at call time" : "it is left out";
    this.diagnostics.report(
      "CG3003",
      constraint.node,
      `${constraint.label} (${misfits.join(", ")}) does not fit ${describe(schema)}: ${consequence}. Change the type or the constraint.`,
    );
  }
}

function describe(schema: JsonSchema): string {
  const types = (schema.anyOf ?? [schema]).map((branch) => branch.type ?? "a value of any type");
  return `the type (${types.join(" or ")})`;
}

/** Many clients know only one type a schema. */
function splitTypes(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.type)) return schema;
  const { type, ...rest } = schema;
  return { ...rest, anyOf: type.map((one) => ({ type: one })) };
}

/** `anyOf` in `anyOf` becomes one, nulls become one at the end; a branch that accepts anything makes the union accept anything. */
function flattenUnion(schema: JsonSchema): JsonSchema {
  if (schema.anyOf === undefined) return schema;
  const { anyOf, ...rest } = schema;
  const branches = anyOf.flatMap((branch) => (Object.keys(branch).every((key) => key === "anyOf") ? (branch.anyOf ?? [branch]) : [branch]));
  if (branches.some((branch) => Object.keys(branch).length === 0)) return rest;
  const values = branches.filter((branch) => branch.type !== "null");
  const all = values.length === branches.length ? values : [...values, { type: "null" as const }];
  const [only] = all;
  return all.length === 1 && only !== undefined ? { ...only, ...rest } : { ...rest, anyOf: all };
}
