/**
 * A constraint as read from the sources, before it is known which part of the argument's schema it lands on. Serves the type engine,
 * which hangs constraints on definitions, and the normaliser, which applies them once references are resolved.
 */
import type TS from "typescript";
import type { JsonSchema } from "../../model/json-schema.js";

/** Who wins when two say different things about one keyword: the later one here. */
export const Rank = { TypeComment: 0, OwnComment: 1, TaggedType: 2, Validator: 3 } as const;
export type Rank = (typeof Rank)[keyof typeof Rank];

export interface Constraint {
  readonly keywords: JsonSchema;
  readonly rank: Rank;
  /** 0 = the value itself, 1 = the elements of the array, … */
  readonly depth: number;
  /** Where it is written, and what it is called there. */
  readonly node: TS.Node;
  readonly label: string;
  /** Class-validator has to run for it at call time. */
  readonly residual?: boolean;
  /** It says nothing about a type it does not fit, by its own contract. */
  readonly lenient?: boolean;
}

/** Keys that raw definitions carry between the type engine and the normaliser, and that no published schema has. */
export const CONSTRAINTS = "$constraints";
export const MARK = "$js";
/** Beside a mark: class-transformer makes the instance, in the way a {@link TransformPlan} says. */
export const TRANSFORM = "$transform";
/** Nothing below is made into instances: class-transformer does it. */
export const PLAIN = "$plain";

export function constraintsOf(schema: JsonSchema): readonly Constraint[] {
  return (schema[CONSTRAINTS] as readonly Constraint[] | undefined) ?? [];
}

export function addConstraints(schema: JsonSchema, constraints: readonly Constraint[]): void {
  if (constraints.length > 0) schema[CONSTRAINTS] = [...constraintsOf(schema), ...constraints];
}

/** `over` on top of `base`: keywords of `over` win, constraints of both hold. */
export function mergeSchemas(base: JsonSchema, over: JsonSchema): JsonSchema {
  const merged: JsonSchema = { ...base, ...over };
  const constraints = [...constraintsOf(base), ...constraintsOf(over)];
  if (constraints.length > 0) merged[CONSTRAINTS] = constraints;
  return merged;
}
