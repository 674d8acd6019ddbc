/** What a declaration says, written down for the `.d.ts` that will not say it, and read back in another package. */
import type TS from "typescript";
import type { JsonValue } from "../model/json-schema.js";
import type { ConstraintRecord, DeclaredRecord } from "./class-declaration.js";
import type { Constraint } from "./constraints/constraint.js";
import type { Declared } from "./declared.js";

/** Undefined when the `.d.ts` says it all. */
export function writeRecord(declared: Declared, isInitialized: boolean, value: JsonValue | undefined, isDecorated: boolean): DeclaredRecord | undefined {
  if (!isDecorated && !isInitialized) return undefined;
  const { description, constraints, optional, transform } = declared;
  return {
    ...(description === undefined ? {} : { description }),
    ...(constraints.length === 0 ? {} : { constraints: constraints.map(writeConstraint) }),
    ...(optional ? { optional } : {}),
    ...(isInitialized ? { initialized: true } : {}),
    ...(value === undefined ? {} : { default: value }),
    ...(transform === undefined ? {} : { transform }),
  };
}

function writeConstraint({ keywords, rank, depth, label, residual, lenient }: Constraint): ConstraintRecord {
  return { keywords, rank, ...(depth === 0 ? {} : { depth }), label, ...(residual ? { residual } : {}), ...(lenient ? { lenient } : {}) };
}

/** @param node Where it was found, for messages. */
export function readRecord({ description, constraints = [], optional, transform }: DeclaredRecord, node: TS.Declaration): Declared {
  return {
    ...(description === undefined ? {} : { description }),
    constraints: constraints.map(({ depth = 0, ...rest }) => ({ ...rest, depth, node })),
    optional: optional ?? false,
    ...(transform === undefined ? {} : { transform }),
  };
}
