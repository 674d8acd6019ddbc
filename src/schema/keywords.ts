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

/** Keywords whose value is a schema or a list of schemas, and those whose value is an object of schemas by name. */
const HOLDERS = ["items", "additionalProperties", "not", "propertyNames", "anyOf", "oneOf", "allOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "$defs"];

export interface UnsupportedKeyword {
  readonly keyword: string;
  /** RFC 6901, to the schema it stands in. */
  readonly pointer: string;
}

/** The first keyword that compilation would refuse. Looks at keywords only, so that a whole catalogue can be asked at start-up. */
export function findUnsupportedKeyword(schema: unknown, pointer = "", seen = new Set<object>()): UnsupportedKeyword | undefined {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return undefined;
  seen.add(schema);
  for (const keyword in schema) if (UNSUPPORTED.has(keyword)) return { keyword, pointer };
  const own = schema as Readonly<Record<string, unknown>>;
  for (const keyword of HOLDERS) {
    const held = own[keyword];
    const found = Array.isArray(held) ? findInParts(held, `${pointer}/${keyword}`, seen) : findUnsupportedKeyword(held, `${pointer}/${keyword}`, seen);
    if (found !== undefined) return found;
  }
  for (const keyword of MAPS) {
    const held = own[keyword];
    const found = typeof held === "object" && held !== null ? findInParts(held, `${pointer}/${keyword}`, seen) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInParts(parts: object, pointer: string, seen: Set<object>): UnsupportedKeyword | undefined {
  for (const [name, part] of Object.entries(parts)) {
    const found = findUnsupportedKeyword(part, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, seen);
    if (found !== undefined) return found;
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
