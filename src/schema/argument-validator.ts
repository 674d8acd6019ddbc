/** Arguments in, coerced and checked arguments out, in one walk of a closure compiled from the emitted schema. Serves every call, before its handler. */
import type { ArgumentIssue } from "../errors.js";
import { InvalidArgumentsError } from "../errors.js";
import type { ResidualCheck } from "../model/arguments.js";
import type { HydrationMark } from "../model/hydration.js";
import type { JsonSchema } from "../model/json-schema.js";
import { reportIssues } from "./report-issues.js";
import { compileSchema } from "./schema-compiler.js";
import type { Check } from "./walk.js";
import { FAIL, refuse, Walk } from "./walk.js";

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

/** As {@link ArgumentValidator}, but the refusal is returned: half a microsecond cheaper than thrown, for callers that turn it into a result anyway. */
export type ArgumentAttempt = (input: unknown) => Record<string, unknown> | InvalidArgumentsError;

export interface CompileOptions {
  /** Whether values may be coerced to the declared type. @default true */
  readonly coerce?: boolean;
}

/** @throws UnusableSchemaError for a schema that cannot be enforced, with a pointer to the place. */
export function compileArguments(contract: ArgumentContract, options?: CompileOptions): ArgumentValidator {
  const attempt = compileAttempt(contract, options);
  return (input) => {
    const outcome = attempt(input);
    if (outcome instanceof InvalidArgumentsError) throw outcome;
    return outcome;
  };
}

/** @throws UnusableSchemaError for a schema that cannot be enforced, with a pointer to the place. */
export function compileAttempt({ schema, hydrate = [] }: ArgumentContract, { coerce = true }: CompileOptions = {}): ArgumentAttempt {
  const check = compileSchema(schema, hydrate);
  return (input) => {
    const walk = new Walk(!coerce);
    const args = checkInput(check, input === undefined ? {} : input, walk);
    return args === FAIL ? refusal(reportIssues(walk)) : (args as Record<string, unknown>);
  };
}

function checkInput(check: Check, input: unknown, walk: Walk): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return refuse(walk, "model_type");
  return check(input, walk);
}

const attempts = new WeakMap<ArgumentContract, ArgumentAttempt>();

/**
 * The refusal is returned, not thrown. Compiled at the first call with this contract and kept as long as the contract lives.
 * @throws UnusableSchemaError, at every call with such a contract.
 */
export function attemptArguments(contract: ArgumentContract, input: unknown): Record<string, unknown> | InvalidArgumentsError {
  let attempt = attempts.get(contract);
  if (attempt === undefined) attempts.set(contract, (attempt = compileAttempt(contract)));
  return attempt(input);
}

/** As {@link attemptArguments}. @throws InvalidArgumentsError with every issue, up to 50. */
export function validateArguments(contract: ArgumentContract, input: unknown): Record<string, unknown> {
  const outcome = attemptArguments(contract, input);
  if (outcome instanceof InvalidArgumentsError) throw outcome;
  return outcome;
}

/**
 * The second step, for contracts with a residual check: undefined when there is nothing to wait for.
 * @throws InvalidArgumentsError, at once or by the promise.
 */
export function checkResidual({ residual }: Pick<ArgumentContract, "residual">, args: Record<string, unknown>): Promise<void> | undefined {
  const issues = residual?.(args) ?? [];
  if (issues instanceof Promise) return issues.then(refuseAny);
  refuseAny(issues);
  return undefined;
}

function refuseAny(issues: readonly ArgumentIssue[]): void {
  if (issues.length > 0) throw refusal(issues);
}

/** Without a stack: it would say where in here, which helps nobody, and taking one costs more than the validation. */
function refusal(issues: readonly ArgumentIssue[]): InvalidArgumentsError {
  if (!isLimitWritable) return new InvalidArgumentsError(issues);
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new InvalidArgumentsError(issues);
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** Not so under --frozen-intrinsics. */
const isLimitWritable = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit")?.writable === true;
