/** Compiles what an object may hold beside its declared properties: additional and pattern properties, names, the "did you mean". Serves the checks of objects. */
import type { JsonSchema } from "../model/json-schema.js";
import { checkAny, isHostileKey } from "./check-any.js";
import { readPattern } from "./check-string.js";
import { describeIssue } from "./issue-text.js";
import type { Pattern } from "./pattern.js";
import type { Compiler, Site } from "./site.js";
import { inside, readSchemaMap } from "./site.js";
import { suggestKey } from "./suggest-key.js";
import type { Check, Walk } from "./walk.js";
import { checkQuietly, FAIL, hasRoom, locate, refuse, refuseWith } from "./walk.js";

type Fields = Record<string, unknown>;

/** Checks the entries of `input` that are no declared properties, and puts those that stay into `output`. False where one is refused. */
export type ExtrasCheck = (input: Readonly<Fields>, output: Fields, walk: Walk) => boolean;

export interface KeyPattern {
  readonly pattern: Pattern;
  readonly check: Check;
}

export interface ExtrasContext {
  readonly keys: readonly string[];
  readonly patterns: readonly KeyPattern[];
  /** The object becomes an instance of a class, which undeclared entries must not change: they are left out unless the schema speaks of them. */
  readonly isInstance: boolean;
}

export function compileExtras(schema: JsonSchema, context: ExtrasContext, site: Site, compiler: Compiler): ExtrasCheck {
  const declared = new Set(context.keys);
  const checkEntry = compileEntry(schema, context, site, compiler);
  return (input, output, walk) => {
    let allowed = true;
    for (const key of Object.keys(input)) {
      const value = input[key];
      if (value === undefined || declared.has(key)) continue;
      const mark = walk.issues.length;
      // A class's own members are not for strangers to replace.
      const taken = isHostileKey(key) || (context.isInstance && key in output);
      const result = taken ? refuseExtra(key, input, context, walk) : checkEntry(key, input, walk);
      if (result === FAIL) {
        if (walk.quiet) return false;
        allowed = false;
        locate(walk, mark, key);
      } else if (result !== LEFT_OUT) output[key] = result;
    }
    return allowed;
  };
}

const LEFT_OUT = Symbol("left out");
type EntryCheck = (key: string, input: Readonly<Fields>, walk: Walk) => unknown;

function compileEntry(schema: JsonSchema, context: ExtrasContext, site: Site, compiler: Compiler): EntryCheck {
  const checkRest = compileRest(schema, context, site, compiler);
  const checkName = compileNames(schema, site, compiler);
  return (key, input, walk) => {
    if (checkName !== undefined && !checkName(key, walk)) return refuse(walk, "property_name");
    let value = input[key];
    let matched = false;
    for (const { pattern, check } of context.patterns) {
      const matches = pattern.test(key, walk);
      if (matches === undefined) return refuse(walk, "property_name");
      if (!matches) continue;
      matched = true;
      value = check(value, walk);
      if (value === FAIL) return FAIL;
    }
    return matched ? value : checkRest(key, input, walk);
  };
}

/** For entries matched by no property and no pattern. */
function compileRest(schema: JsonSchema, context: ExtrasContext, site: Site, compiler: Compiler): EntryCheck {
  const { additionalProperties } = schema;
  if (additionalProperties === false) return (key, input, walk) => refuseExtra(key, input, context, walk);
  if (additionalProperties === undefined && context.isInstance) return (key, input, walk) => (checkAny(input[key], walk) === FAIL ? FAIL : LEFT_OUT);
  const check = compiler.compile(additionalProperties ?? true, inside(site, "additionalProperties"));
  return (key, input, walk) => check(input[key], walk);
}

/** Whether a name is allowed by `propertyNames`; undefined where there is none. */
export function compileNames(schema: JsonSchema, site: Site, compiler: Compiler): ((key: string, walk: Walk) => boolean) | undefined {
  if (schema.propertyNames === undefined) return undefined;
  const check = compiler.compile(schema.propertyNames, inside(site, "propertyNames"));
  return (key, walk) => checkQuietly(check, key, walk, true) !== FAIL;
}

export function compilePatterns(schema: JsonSchema, site: Site, compiler: Compiler): KeyPattern[] {
  const own = inside(site, "patternProperties");
  return Object.entries(readSchemaMap(schema, "patternProperties", site)).map(([source, value]) => ({
    pattern: readPattern(source, own, source),
    check: compiler.compile(value, inside(own, source)),
  }));
}

function refuseExtra(key: string, input: Readonly<Fields>, { keys }: ExtrasContext, walk: Walk): typeof FAIL {
  if (!hasRoom(walk)) return refuse(walk, "extra_forbidden");
  // One that is absent is the likelier slip.
  const absent = keys.filter((expected) => !Object.hasOwn(input, expected));
  const meant = isHostileKey(key) ? undefined : (suggestKey(key, absent) ?? suggestKey(key, keys));
  const text = describeIssue("extra_forbidden");
  return refuseWith(walk, "extra_forbidden", meant === undefined ? text : `${text}; did you mean "${meant}"?`);
}
