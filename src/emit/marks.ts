/** Takes the marks out of a schema: what was `$js` beside a class or `Date` becomes a list of JSON pointers. The last step before a schema is written. */
import type TS from "typescript";
import type { BuiltinForm } from "../model/hydration.js";
import type { JsonSchema } from "../model/json-schema.js";
import { MARK } from "./constraints/constraint.js";
import { mapSubschemas, sortKeywords } from "./schema-walk.js";

/** A mark before the class has a name in the generated module. */
export interface Mark {
  /** RFC 6901, into the schema. */
  readonly pointer: string;
  readonly target: TS.ClassLikeDeclaration | BuiltinForm;
}

export function splitMarks(marked: JsonSchema): { schema: JsonSchema; marks: readonly Mark[] } {
  const marks: Mark[] = [];
  const strip = (schema: JsonSchema, pointer: string): JsonSchema => {
    const { [MARK]: target, ...rest } = schema;
    if (target !== undefined) marks.push({ pointer, target: target as Mark["target"] });
    return mapSubschemas(rest, (subschema, path) => strip(subschema, pointer + path));
  };
  return { schema: sortKeywords(strip(marked, "")), marks };
}
