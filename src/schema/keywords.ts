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

/** Keywords that nobody knows are annotations, as JSON Schema says. */
export function refuseUnknownKeywords(schema: object, site: Site): void {
  for (const keyword of Object.keys(schema)) {
    if (UNSUPPORTED.has(keyword))
      throw unusable(site, keyword, "is a keyword this validator does not enforce", "say it with anyOf, or check it in the handler");
  }
}
