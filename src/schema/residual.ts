/** Runs class-validator for the validators that no JSON Schema can say, on arguments that are otherwise right. Serves calls of methods the emitter marked `residual`. */
import { isDate, isMap, isRegExp, isSet, isUint8Array } from "node:util/types";
import type { ValidationError } from "class-validator";
import type { ArgumentIssue } from "../errors.js";
import { MCPLayerError } from "../errors.js";
import type { ResidualCheck } from "../model/arguments.js";
import { isPlain } from "./check-any.js";
import { describeIssue } from "./issue-text.js";
import { formatKey } from "./report-issues.js";

type ClassValidator = typeof import("class-validator");

/** class-validator's decorators by argument name, as `@arg` recorded them. */
export type ParameterValidators = ReadonlyMap<string, readonly PropertyDecorator[]>;

/** Every DTO instance among the arguments is validated by its class's decorators, every argument by those of its parameter. */
export function compileResidual(parameters: ParameterValidators = new Map()): ResidualCheck {
  let prepare: Promise<{ validator: ClassValidator; holder: new () => Record<string, unknown> }> | undefined;
  return async (args) => {
    // class-validator costs a quarter of a second to load, so not before a call needs it.
    const { validator, holder } = await (prepare ??= loadValidator().then((loaded) => ({ validator: loaded, holder: compileHolder(parameters) })));
    const found = new Map<string, ArgumentIssue>();
    const subjects = parameters.size === 0 ? findInstances(args) : [{ loc: "", instance: fillHolder(new holder(), args, parameters) }, ...findInstances(args)];
    for (const { loc, instance } of subjects) {
      // What may be absent or null the schema has decided. Validators for groups are left out, as the emitter says.
      const errors = await validator.validate(instance, { forbidUnknownValues: false, skipMissingProperties: true, strictGroups: true });
      // A nested instance is met twice: through its parent's @ValidateNested, and by itself.
      for (const issue of errors.flatMap((error) => toIssues(error, loc))) found.set(`${issue.loc} ${issue.msg}`, issue);
    }
    return [...found.values()];
  };
}

async function loadValidator(): Promise<ClassValidator> {
  try {
    return await import("class-validator");
  } catch (cause) {
    throw new MCPLayerError("These arguments are checked by class-validator, which is not installed; run `npm install class-validator`", { cause });
  }
}

/** A class that has the arguments as properties, since class-validator keeps its rules by class and property. */
function compileHolder(parameters: ParameterValidators): new () => Record<string, unknown> {
  const holder = class Arguments {
    [name: string]: unknown;
  };
  for (const [name, validators] of parameters) for (const apply of validators) apply(holder.prototype, name);
  return holder;
}

function fillHolder(holder: Record<string, unknown>, args: Record<string, unknown>, parameters: ParameterValidators): object {
  for (const name of parameters.keys()) holder[name] = args[name];
  return holder;
}

interface Located {
  readonly loc: string;
  readonly instance: object;
}

/** All objects of an author's class, wherever they are. A growing list and no recursion: instances a caller brings may be nested without end. */
function findInstances(args: object): Located[] {
  const reached: Located[] = [{ loc: "", instance: args }];
  const seen = new Set<unknown>();
  for (const { loc, instance } of reached) {
    for (const [key, part] of partsOf(instance)) {
      if (typeof part !== "object" || part === null || seen.has(part) || isOpaque(part)) continue;
      seen.add(part);
      reached.push({ loc: join(loc, String(key)), instance: part });
    }
  }
  return reached.filter(({ instance }) => !Array.isArray(instance) && !isMap(instance) && !isSet(instance) && !isPlain(instance));
}

function partsOf(value: object): Iterable<readonly [unknown, unknown]> {
  if (isSet(value)) return [...value].entries();
  return Array.isArray(value) || isMap(value) ? value.entries() : Object.entries(value);
}

function isOpaque(value: object): boolean {
  return isDate(value) || isRegExp(value) || isUint8Array(value) || value instanceof URL;
}

function toIssues({ property, value, constraints = {}, children = [] }: ValidationError, parent: string): ArgumentIssue[] {
  const loc = join(parent, property);
  const own = Object.values(constraints).map((text): ArgumentIssue => ({
    loc,
    msg: describeIssue("value_error", withoutValue(text, value)),
    type: "value_error",
  }));
  return [...own, ...children.flatMap((child) => toIssues(child, loc))];
}

/** A message of the author's may quote the value (`$value`); ours may not. */
function withoutValue(text: string, value: unknown): string {
  if ((typeof value !== "string" && typeof value !== "number") || !text.includes(String(value))) return text;
  const quoted = String(value).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return quoted !== "" && new RegExp(`(?<!\\w)${quoted}(?!\\w)`).test(text) ? "this value is not valid" : text;
}

function join(parent: string, key: string): string {
  const shown = formatKey(key);
  return parent === "" ? shown : `${parent}.${shown}`;
}
