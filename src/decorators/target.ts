/** What a decorator was put on: finds the class, and notes a place where the decorator cannot work instead of throwing, so that a scan reports all of them. */
import { DefinitionError } from "../errors.js";
import type { ClassRecord, MemberKey } from "../metadata/class-record.js";
import { recordOf } from "../metadata/class-record.js";
import { memberName } from "../metadata/lineage.js";
import type { Constructor } from "../model/hydration.js";

/** A decorator for methods. The type parameter keeps it off properties and accessors at compile time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- methods of every signature
export type MethodDecoratorOf = <T extends (...args: any[]) => unknown>(
  target: object,
  member: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void;

/**
 * Runs `write` for a decorated instance method; anything else is noted on the class.
 * @throws DefinitionError when the compiler calls decorators the TC39 way, since then no class is known yet.
 */
export function onMethod(decorator: string, call: readonly unknown[], write: (record: ClassRecord, member: MemberKey) => void): void {
  const [target, member, descriptor] = call as [object | Constructor, MemberKey, PropertyDescriptor | number | undefined];
  refuseStandardDecorator(decorator, member);
  const isStatic = typeof target === "function";
  const record = recordOf((isStatic ? target : target.constructor) as Constructor);
  const problem = isStatic ? STATIC : placeProblem(descriptor);
  if (problem === undefined) write(record, member);
  else record.misplaced.push({ decorator, member, ...problem });
}

/** The record and the class behind a parameter decorator's target. */
export function onParameter(decorator: string, call: readonly unknown[], write: (record: ClassRecord, member: MemberKey, index: number) => void): void {
  const [target, member, index] = call as [object | Constructor, MemberKey | undefined, number];
  refuseStandardDecorator(decorator, member);
  const record = recordOf((typeof target === "function" ? target : target.constructor) as Constructor);
  if (member === undefined) record.misplaced.push({ decorator, member: "constructor", ...CONSTRUCTOR });
  else write(record, member, index);
}

/** A TC39 decorator gets a context object with `kind` where an experimental one gets the member's name. */
export function refuseStandardDecorator(decorator: string, second: unknown): void {
  if (typeof second !== "object" || second === null || !("kind" in second)) return;
  const { name } = second as { name?: unknown };
  throw new DefinitionError([
    {
      where: `${decorator} on ${typeof name === "symbol" || typeof name === "string" ? memberName(name) : "a class"}`,
      problem: "the compiler called it as a TC39 (stage 3) decorator, which cannot see parameters",
      remedy: 'set "experimentalDecorators": true in the tsconfig.json that compiles this file (for swc: jsc.transform.legacyDecorator)',
    },
  ]);
}

interface Problem {
  readonly problem: string;
  readonly remedy: string;
}
const STATIC: Problem = {
  problem: "it is on a static member; primitives need an instance",
  remedy: "remove `static`, or call the static member from a method",
};
const CONSTRUCTOR: Problem = {
  problem: "it is on a parameter of the constructor, which takes no arguments from callers",
  remedy: "move it to a parameter of a decorated method",
};

function placeProblem(descriptor: PropertyDescriptor | number | undefined): Problem | undefined {
  if (typeof descriptor !== "object")
    return { problem: "it is on a property (an arrow function, perhaps), not on a method", remedy: "write a method: name(ctx, …) { … }" };
  if (descriptor.get !== undefined || descriptor.set !== undefined)
    return { problem: "it is on an accessor (get or set), not on a method", remedy: "write a method: name(ctx, …) { … }" };
  return undefined;
}
