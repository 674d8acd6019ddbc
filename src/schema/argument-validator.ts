/** Arguments in, coerced and checked arguments out, in one walk of a closure compiled from the emitted schema. Serves every call, before its handler. */
import type { ArgumentIssue } from "../errors.js";
import { InvalidArgumentsError } from "../errors.js";
import type { HydrationMark } from "../model/hydration.js";
import type { JsonSchema } from "../model/json-schema.js";
import { compileSchema } from "./schema-compiler.js";
import type { Check } from "./walk.js";
import { FAIL, refuse, reportIssues, Walk } from "./walk.js";

/** What a validator has no JSON Schema for, asked about arguments that are otherwise right. Issues are located as the validator's own. */
export type ResidualCheck = (args: Record<string, unknown>) => readonly ArgumentIssue[] | Promise<readonly ArgumentIssue[]>;

/** What is promised about the arguments of one tool, prompt or template. */
export interface ArgumentContract {
  /** As published. */
  readonly schema: JsonSchema;
  /** Where instances are built; no part of the published schema. */
  readonly hydrate?: readonly HydrationMark[] | undefined;
  /** Run by {@link checkResidual}, after the validator. */
  readonly residual?: ResidualCheck | undefined;
}

/**
 * Returns the coerced arguments, defaults filled in, in an object of its own; the input is left as it was. `undefined` stands for no arguments.
 * @throws InvalidArgumentsError with every issue, up to 50.
 */
export type ArgumentValidator = (input: unknown) => Record<string, unknown>;

export interface CompileOptions {
  /** Whether values may be coerced to the declared type. @default true */
  readonly coerce?: boolean;
}

/** @throws UnusableSchemaError for a schema that cannot be enforced, with a pointer to the place. */
export function compileArguments({ schema, hydrate = [] }: ArgumentContract, { coerce = true }: CompileOptions = {}): ArgumentValidator {
  const check = compileSchema(schema, hydrate);
  return (input) => {
    const walk = new Walk(!coerce);
    const args = checkInput(check, input === undefined ? {} : input, walk);
    if (args === FAIL) throw refusal(reportIssues(walk));
    return args as Record<string, unknown>;
  };
}

function checkInput(check: Check, input: unknown, walk: Walk): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return refuse(walk, "model_type");
  return check(input, walk);
}

const compiled = new WeakMap<ArgumentContract, ArgumentValidator>();

/**
 * As {@link compileArguments}, compiled at the first call with this contract and kept as long as it lives.
 * @throws InvalidArgumentsError, or UnusableSchemaError at the first call.
 */
export function validateArguments(contract: ArgumentContract, input: unknown): Record<string, unknown> {
  let validator = compiled.get(contract);
  if (validator === undefined) compiled.set(contract, (validator = compileArguments(contract)));
  return validator(input);
}

/**
 * The second step, for contracts with a residual check: undefined when there is nothing to wait for.
 * @throws InvalidArgumentsError, at once or by the promise.
 */
export function checkResidual({ residual }: ArgumentContract, args: Record<string, unknown>): Promise<void> | undefined {
  const issues = residual?.(args) ?? [];
  if (issues instanceof Promise) return issues.then(refuseAny);
  refuseAny(issues as readonly ArgumentIssue[]);
  return undefined;
}

function refuseAny(issues: readonly ArgumentIssue[]): void {
  if (issues.length > 0) throw refusal(issues);
}

/** Without a stack: it would say where in here, which helps nobody, and taking one costs more than the validation. */
function refusal(issues: readonly ArgumentIssue[]): InvalidArgumentsError {
  const { stackTraceLimit } = Error;
  if (!isLimitWritable) return new InvalidArgumentsError(issues);
  Error.stackTraceLimit = 0;
  try {
    return new InvalidArgumentsError(issues);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Not so under --frozen-intrinsics. */
const isLimitWritable = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit")?.writable === true;
