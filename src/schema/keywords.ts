/** Which keywords of JSON Schema 2020-12 the validator enforces, by the type they apply to. Serves compilation. */
import type { Site } from "./site.js";
import { unusable } from "./site.js";

export const KEYWORDS_OF = {
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  string: ["minLength", "maxLength", "pattern", "format"],
  array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
  object: ["properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties", "maxProperties"],
} as const;

/** They assert something the validator does not check; ignoring one would publish a promise that is not kept. */
const UNSUPPORTED = new Set([
  "$dynamicRef",
  "$recursiveRef",
  "additionalItems",
  "contains",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "if",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

const REMEDY = "say it with anyOf, or check it in the handler";

/** Of the keywords that hold schemas, whether by name; lists are told by their value. */
const HOLDERS: ReadonlyMap<string, "schema" | "names"> = new Map([
  ...["items", "additionalProperties", "not", "propertyNames", "anyOf", "oneOf", "allOf", "prefixItems"].map((keyword) => [keyword, "schema"] as const),
  ...["properties", "patternProperties", "$defs"].map((keyword) => [keyword, "names"] as const),
]);

export interface UnsupportedKeyword {
  readonly keyword: string;
  /** RFC 6901, to the schema it stands in. */
  readonly pointer: string;
}

/** The first keyword that compilation would refuse. Looks at keywords only, so that a whole catalogue can be asked at start-up. */
export function findUnsupportedKeyword(schema: unknown, seen = new Set<unknown>()): UnsupportedKeyword | undefined {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return undefined;
  seen.add(schema);
  for (const keyword of Object.keys(schema)) {
    if (UNSUPPORTED.has(keyword)) return { keyword, pointer: "" };
    const holds = HOLDERS.get(keyword);
    if (holds === undefined) continue;
    const held: unknown = (schema as Readonly<Record<string, unknown>>)[keyword];
    const found = holds === "schema" && !Array.isArray(held) ? findUnsupportedKeyword(held, seen) : findInParts(held, seen);
    if (found !== undefined) return { keyword: found.keyword, pointer: `/${keyword}${found.pointer}` };
  }
  return undefined;
}

function findInParts(parts: unknown, seen: Set<unknown>): UnsupportedKeyword | undefined {
  if (typeof parts !== "object" || parts === null) return undefined;
  for (const name of Object.keys(parts)) {
    const found = findUnsupportedKeyword((parts as Readonly<Record<string, unknown>>)[name], seen);
    if (found !== undefined) return { keyword: found.keyword, pointer: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}${found.pointer}` };
  }
  return undefined;
}

/** What to do about one, for messages. */
export function describeUnsupported({ keyword, pointer }: UnsupportedKeyword): { problem: string; remedy: string } {
  return { problem: `its argument schema says "${keyword}" at ${pointer === "" ? "the root" : pointer}, which the validator does not enforce`, remedy: REMEDY };
}

/** Keywords that nobody knows are annotations, as JSON Schema says. */
export function refuseUnknownKeywords(schema: object, site: Site): void {
  for (const keyword of Object.keys(schema)) {
    if (UNSUPPORTED.has(keyword)) throw unusable(site, keyword, "is a keyword this validator does not enforce", REMEDY);
  }
}
