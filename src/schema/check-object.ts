/** Compiles `object`: declared properties and their defaults, extras, size, DTO instances; a JSON text of an object is read as one. Serves compilation. */
import { isDate, isMap, isRegExp, isSet, isUint8Array } from "node:util/types";
import type { JsonSchema } from "../model/json-schema.js";
import type { InstanceMaker } from "./build-instance.js";
import { setField } from "./build-instance.js";
import { isPlain } from "./check-any.js";
import { count } from "./issue-text.js";
import { parseJsonText } from "./json-text.js";
import type { ObjectShape } from "./object-shape.js";
import { compileShape } from "./object-shape.js";
import type { Compiler, Site } from "./site.js";
import { readCount } from "./site.js";
import type { Check, Walk } from "./walk.js";
import { FAIL, locate, refuse, refuseDepth, refusePart } from "./walk.js";

type Fields = Record<string, unknown>;

/** @param maker Where the object becomes an instance of an author's class. */
export function compileObject(schema: JsonSchema, maker: InstanceMaker | undefined, site: Site, compiler: Compiler): Check {
  const shape = compileShape(schema, maker, site, compiler);
  const checkSize = compileSize(schema, site);
  const typeIssue = shape.keys.length > 0 || maker !== undefined ? "model_type" : "dict_type";
  const cls = maker?.cls;
  const { json } = site;
  return (value, walk) => {
    let object = value;
    if (!isRecord(object)) {
      object = json && !walk.strict ? parseJsonText(value) : undefined;
      if (!isRecord(object)) return refuse(walk, typeIssue);
    } else if (cls !== undefined && object instanceof cls) return object;
    const rightSize = checkSize === undefined || checkSize(object, walk);
    if (!rightSize && walk.quiet) return FAIL;
    const { depth } = walk;
    const result = walk.enter() ? checkFields(object, shape, walk) : refuseDepth(walk);
    walk.depth = depth;
    return rightSize ? result : FAIL;
  };
}

function checkFields(input: Readonly<Fields>, shape: ObjectShape, walk: Walk): unknown {
  if (walk.quiet && lacksRequired(input, shape)) return FAIL;
  const { keys, checks, maker } = shape;
  const output: Fields = maker === undefined ? {} : maker.make();
  let mark = walk.issues.length;
  let failed = false;
  let present = 0;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    if (value === undefined) {
      if (fillAbsent(output, i, shape, walk)) continue;
    } else {
      present++;
      const result = checks[i]!(value, walk);
      if (result === FAIL) locate(walk, mark, key);
      else if (setChecked(output, key, result, maker, walk)) continue;
    }
    if (walk.quiet) return FAIL;
    failed = true;
    mark = walk.issues.length;
  }
  for (const key of shape.requiredExtras) {
    if (Object.hasOwn(input, key) && input[key] !== undefined) continue;
    refusePart(walk, key, "missing");
    failed = true;
  }
  if (Object.keys(input).length !== present && !shape.checkExtras(input, output, walk)) failed = true;
  return failed ? FAIL : output;
}

/** Known before anything is descended into, so that a union finds its branch without trying whole trees. */
function lacksRequired(input: Readonly<Fields>, { keys, required, requiredExtras }: ObjectShape): boolean {
  for (let i = 0; i < keys.length; i++) if (required[i] === true && !Object.hasOwn(input, keys[i]!)) return true;
  return requiredExtras.some((key) => !Object.hasOwn(input, key));
}

/** False where the property may not be absent. What a class's own initialiser made is kept. */
function fillAbsent(output: Fields, index: number, { keys, required, fills, maker }: ObjectShape, walk: Walk): boolean {
  const key = keys[index]!;
  if (required[index] === true) {
    refusePart(walk, key, "missing");
    return false;
  }
  const fill = fills[index];
  if (fill === undefined || (maker !== undefined && output[key] !== undefined)) return true;
  return setChecked(output, key, fill(), maker, walk);
}

function setChecked(output: Fields, key: string, value: unknown, maker: InstanceMaker | undefined, walk: Walk): boolean {
  if (maker === undefined) output[key] = value;
  else if (!setField(output, key, value)) {
    refusePart(walk, key, "value_error", "the class refuses this value");
    return false;
  }
  return true;
}

function compileSize(schema: JsonSchema, site: Site): ((object: Readonly<Fields>, walk: Walk) => boolean) | undefined {
  const min = readCount(schema, "minProperties", site) ?? 0;
  const max = readCount(schema, "maxProperties", site) ?? Infinity;
  if (min === 0 && max === Infinity) return undefined;
  return (object, walk) => {
    const size = Object.keys(object).length;
    if (size < min) refuse(walk, "too_short", count(min, "entry", "entries"));
    else if (size > max) refuse(walk, "too_long", count(max, "entry", "entries"));
    else return true;
    return false;
  };
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && (isPlain(value) || !isBuiltin(value));
}

/** Objects whose content is not in their properties: taken for an object they would be an empty one. */
function isBuiltin(value: object): boolean {
  return isDate(value) || isMap(value) || isSet(value) || isRegExp(value) || isUint8Array(value);
}
