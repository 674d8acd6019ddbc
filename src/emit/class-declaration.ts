/**
 * What a class says in its source and a `.d.ts` does not: decorators, initialisers, defaults. The part of `cloudg-mcp.schemas.json` that
 * lets the emitter of another package read the class as if it had the source.
 */
import type { JsonSchema, JsonValue } from "../model/json-schema.js";
import type { PropertyTransform } from "./constraints/class-transformer.js";
import type { Rank } from "./constraints/constraint.js";

/** A constraint without its place in the sources. */
export interface ConstraintRecord {
  readonly keywords: JsonSchema;
  readonly rank: Rank;
  /** 0 = the value itself, 1 = the elements of the array, … @default 0 */
  readonly depth?: number;
  /** `@Min`, for messages. */
  readonly label: string;
  /** Class-validator has to run for it at call time. */
  readonly residual?: true;
  /** It says nothing about a type it does not fit. */
  readonly lenient?: true;
}

/** A property, a parameter, or an element of a destructured parameter; complete, so that nothing has to be read from the `.d.ts` but the type. */
export interface DeclaredRecord {
  readonly description?: string;
  readonly constraints?: readonly ConstraintRecord[];
  /** `@IsOptional()`. */
  readonly optional?: true;
  /** It has an initialiser, whether or not its value is known. */
  readonly initialized?: true;
  readonly default?: JsonValue;
  readonly transform?: PropertyTransform;
}

export interface MemberDeclaration {
  /** The name or URI the decorator gives; null where it is not static. Absent: none is given, or it is inherited. */
  readonly target?: string | null;
  /** `returned`: the output schema is that of the return type. `declared`: it is the entry's, whatever the method returns. */
  readonly output?: "returned" | "declared";
  /** Of generic classes. By index, without `this`; elements of a destructured parameter by path: `1.window.days`. */
  readonly parameters?: Readonly<Record<string, DeclaredRecord>>;
}

export interface ClassDeclaration {
  /** The class's own name, where it is exported under another. */
  readonly name?: string;
  /** Methods under `@hidden()`. */
  readonly hidden?: readonly string[];
  /** Class-transformer's `@Exclude()` stands on the class: only exposed properties are accepted. */
  readonly excludes?: true;
  readonly members?: Readonly<Record<string, MemberDeclaration>>;
  readonly properties?: Readonly<Record<string, DeclaredRecord>>;
}
