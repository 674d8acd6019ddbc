/** What is known of an object's properties before any input: keys, checks, defaults, extras. Serves the checks of objects. */
import type { JsonSchema } from "../model/json-schema.js";
import type { InstanceMaker } from "./build-instance.js";
import { isHostileKey } from "./check-any.js";
import type { FillDefault } from "./default-value.js";
import { compileDefault } from "./default-value.js";
import type { ExtrasCheck, KeyPattern } from "./object-extras.js";
import { compileExtras, compileNames, compilePatterns } from "./object-extras.js";
import { sequence } from "./sequence.js";
import type { Compiler, Site } from "./site.js";
import { inside, readSchemaMap, unusable } from "./site.js";
import type { Check } from "./walk.js";
import { refuse, Walk } from "./walk.js";

export interface ObjectShape {
  readonly keys: readonly string[];
  readonly checks: readonly Check[];
  readonly required: readonly boolean[];
  readonly fills: readonly (FillDefault | undefined)[];
  /** Required, but declared by no property: their values are extras. */
  readonly requiredExtras: readonly string[];
  readonly checkExtras: ExtrasCheck;
  readonly maker: InstanceMaker | undefined;
}

export function compileShape(schema: JsonSchema, maker: InstanceMaker | undefined, site: Site, compiler: Compiler): ObjectShape {
  const properties = readSchemaMap(schema, "properties", site);
  const keys = Object.keys(properties);
  const required = readRequired(schema, site);
  for (const key of [...keys, ...required]) refuseHostileName(key, site);
  const patterns = compilePatterns(schema, site, compiler);
  const isNamed = compileNames(schema, site, compiler);
  const own = inside(site, "properties");
  const checks = keys.map((key) =>
    isNamed?.(key, new Walk(true)) === false ? refuseName : withPatterns(key, compiler.compile(properties[key], inside(own, key)), patterns, compiler),
  );
  return {
    keys,
    checks,
    required: keys.map((key) => required.has(key)),
    fills: keys.map((key, index) => defaultOf(properties[key], checks[index]!)),
    requiredExtras: [...required].filter((key) => !keys.includes(key)),
    checkExtras: compileExtras(schema, { keys, patterns, isInstance: maker !== undefined }, site, compiler),
    maker,
  };
}

function readRequired(schema: JsonSchema, site: Site): ReadonlySet<string> {
  const { required = [] } = schema;
  if (Array.isArray(required)) return new Set(required);
  throw unusable(site, "required", "is no list of names", "list the required properties beside `properties`");
}

function refuseHostileName(key: string, site: Site): void {
  if (isHostileKey(key)) throw unusable(inside(site, "properties"), key, "is a name that is never accepted from a caller", "give the property another name");
}

/** A declared property whose name a pattern matches too must satisfy both. */
function withPatterns(key: string, check: Check, patterns: readonly KeyPattern[], compiler: Compiler): Check {
  const matching = patterns.filter(({ pattern }) => pattern.test(key, new Walk(true)) !== false);
  return sequence([check, ...matching.map((matched) => matched.check)], compiler);
}

const refuseName: Check = (_value, walk) => refuse(walk, "property_name");

function defaultOf(schema: unknown, check: Check): FillDefault | undefined {
  if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, "default")) return undefined;
  return compileDefault((schema as JsonSchema).default, check);
}
