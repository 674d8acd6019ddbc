/** Where in a schema the compiler is, and what the compilers of single forms ask of the whole. Serves compilation. */
import type { BuiltinForm, Constructor } from "../model/hydration.js";
import type { JsonSchema } from "../model/json-schema.js";
import { UnusableSchemaError } from "./unusable-schema.js";
import type { Check } from "./walk.js";

export interface Site {
  /** RFC 6901, into the argument schema. */
  readonly pointer: string;
  /** Pointers of the schemas that look at the same value: a `$ref` back to one of them would never end. */
  readonly chain: readonly string[];
  /** Whether a string may be read as JSON text here; not where a branch of the type is a string. */
  readonly json: boolean;
}

export interface Compiler {
  compile(schema: unknown, site: Site): Check;
  /** The schema a `$ref` means. */
  resolve(ref: string, site: Site): JsonSchema | boolean;
  /** Where instances are built, values are no JSON any more and cannot be judged a second time. */
  readonly buildsInstances: boolean;
  markAt(pointer: string): Constructor | BuiltinForm | undefined;
}

/** The site of a schema for a part of the value. */
export function inside(site: Site, ...tokens: (string | number)[]): Site {
  return { pointer: site.pointer + toPointer(tokens), chain: [], json: true };
}

/** The site of a schema for the same value. */
export function beside(site: Site, ...tokens: (string | number)[]): Site {
  return { pointer: site.pointer + toPointer(tokens), chain: [...site.chain, site.pointer], json: site.json };
}

/** The site of the schema a `$ref` at `site` means, for the same value. */
export function atRef(site: Site, ref: string): Site {
  return { pointer: refPointer(ref, site), chain: [...site.chain, site.pointer], json: site.json };
}

/** @throws UnusableSchemaError for anything but a pointer into the same schema. */
function refPointer(ref: string, site: Site): string {
  try {
    const pointer = decodeURIComponent(ref);
    if (pointer === "#" || pointer.startsWith("#/")) return pointer.slice(1);
  } catch {
    // A malformed escape: reported as any other reference that leads nowhere.
  }
  throw unusable(site, "$ref", "does not point into this schema", 'refer to "#" or "#/$defs/NAME"; bundle schemas of other documents');
}

export function toPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The schema at an RFC 6901 pointer, or undefined. Own keys only. */
export function followPointer(root: JsonSchema, pointer: string): unknown {
  let at: unknown = root;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** A non-negative integer keyword. */
export function readCount(schema: JsonSchema, keyword: string, site: Site): number | undefined {
  const value = readNumber(schema, keyword, site);
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return value;
  throw unusable(site, keyword, "is no whole number from 0 up", "give a count");
}

export function readNumber(schema: JsonSchema, keyword: string, site: Site): number | undefined {
  const value = schema[keyword];
  if (value === undefined || (typeof value === "number" && Number.isFinite(value))) return value;
  throw unusable(site, keyword, "is no number", "give a finite number (the boolean form of draft 4 is not JSON Schema 2020-12)");
}

export function readSchemas(schema: JsonSchema, keyword: string, site: Site): readonly unknown[] | undefined {
  const value = schema[keyword];
  if (value === undefined || (Array.isArray(value) && value.length > 0)) return value as unknown[] | undefined;
  throw unusable(site, keyword, "is no list of schemas", "give at least one schema in a list");
}

export function readSchemaMap(schema: JsonSchema, keyword: string, site: Site): Record<string, unknown> {
  const value = schema[keyword];
  if (value === undefined) return {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw unusable(site, keyword, "is no object of schemas", "give an object with a schema for each name");
}

export function unusable(site: Site, keyword: string | number | undefined, problem: string, remedy: string): UnusableSchemaError {
  return new UnusableSchemaError(keyword === undefined ? site.pointer : site.pointer + toPointer([keyword]), problem, remedy);
}
