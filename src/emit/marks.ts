/** Takes the marks out of a schema: what was `$js` beside a class or `Date` becomes a list of JSON pointers. The last step before a schema is written. */
import type TS from "typescript";
import type { BuiltinForm } from "../model/hydration.js";
import type { JsonSchema } from "../model/json-schema.js";
import type { TransformPlan } from "./constraints/class-transformer.js";
import { MARK, PLAIN, TRANSFORM } from "./constraints/constraint.js";
import { mapSubschemas, sortKeywords } from "./schema-walk.js";

/** A mark before the class has a name in the generated module. */
export interface Mark {
  /** RFC 6901, into the schema. */
  readonly pointer: string;
  readonly target: TS.ClassLikeDeclaration | BuiltinForm;
  /** Class-transformer makes the instance. */
  readonly transform?: TransformPlan;
}

export function splitMarks(marked: JsonSchema): { schema: JsonSchema; marks: readonly Mark[] } {
  const marks: Mark[] = [];
  const strip = (schema: JsonSchema, pointer: string, isPlain: boolean): JsonSchema => {
    const { [MARK]: target, [TRANSFORM]: transform, [PLAIN]: plain, ...rest } = schema;
    const below = isPlain || plain === true;
    if (target !== undefined && !below)
      marks.push({ pointer, target: target as Mark["target"], ...(transform === undefined ? {} : { transform: transform as TransformPlan }) });
    return mapSubschemas(rest, (subschema, path) => strip(subschema, pointer + path, below));
  };
  return { schema: sortKeywords(strip(marked, "", false)), marks };
}
