/** `@arg` and `@args`: what a parameter's type cannot say. The emitter reads them from the source; at run time they carry validators and completions. */
import type { ArgumentRecord } from "../metadata/class-record.js";
import type { ArgumentExtras } from "./options.js";
import { onParameter } from "./target.js";

type ArgPart = string | PropertyDecorator | ArgumentExtras;
type ParameterDecoratorOf = (target: object, member: string | symbol | undefined, index: number) => void;

/**
 * Describes and constrains one parameter: `@arg("Rows to return.", IsInt(), Min(1), Max(100), { examples: [10] })`.
 * @param parts A description, class-validator's decorators, JSON Schema keywords and `completion`, in any number, the description first.
 */
export function arg(...parts: ArgPart[]): ParameterDecoratorOf {
  const record = readParts(parts);
  return (...call: unknown[]) =>
    onParameter("@arg", call, (classRecord, member, index) => {
      let byIndex = classRecord.args.get(member);
      if (byIndex === undefined) classRecord.args.set(member, (byIndex = new Map<number, ArgumentRecord>()));
      byIndex.set(index, record);
    });
}

function readParts(parts: readonly ArgPart[]): ArgumentRecord {
  let description: string | undefined;
  const validators: PropertyDecorator[] = [];
  const extras: Record<string, unknown> = {};
  for (const part of parts) {
    if (typeof part === "string") description = part;
    else if (typeof part === "function") validators.push(part);
    else Object.assign(extras, part);
  }
  return Object.freeze({ description, validators: Object.freeze(validators), extras: Object.freeze(extras) });
}

/** This parameter is the whole arguments object, not one argument. Read by the emitter. */
export function args(): ParameterDecoratorOf {
  return (...call: unknown[]) => onParameter("@args", call, () => undefined);
}
