/** Looks through a value of no declared form: it stays as it is, but hostile keys and endless depth are refused here too. Serves every open schema. */
import type { Walk } from "./walk.js";
import { FAIL, locate, refuseDepth, refusePart } from "./walk.js";

/** Keys that reach a prototype in careless code further on. Refused at every depth, declared forms or not. */
export function isHostileKey(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}

/** Returns `value` itself. Class instances (of a caller in process) are not looked into. */
export function checkAny(value: unknown, walk: Walk): unknown {
  if (typeof value !== "object" || value === null) return value;
  const isList = Array.isArray(value);
  if (!isList && !isPlain(value)) return value;
  const { depth } = walk;
  const found = walk.enter() ? (isList ? scanList(value, walk) : scanObject(value as Record<string, unknown>, walk)) : refuseDepth(walk);
  walk.depth = depth;
  return found;
}

function scanList(list: readonly unknown[], walk: Walk): unknown {
  let mark = walk.issues.length;
  let failed = false;
  for (let i = 0; i < list.length; i++) {
    if (checkAny(list[i], walk) !== FAIL) continue;
    if (walk.quiet) return FAIL;
    failed = true;
    locate(walk, mark, i);
    mark = walk.issues.length;
  }
  return failed ? FAIL : list;
}

function scanObject(object: Record<string, unknown>, walk: Walk): unknown {
  let mark = walk.issues.length;
  let failed = false;
  for (const key of Object.keys(object)) {
    if (isHostileKey(key)) refusePart(walk, key, "extra_forbidden");
    else if (checkAny(object[key], walk) === FAIL) locate(walk, mark, key);
    else continue;
    if (walk.quiet) return FAIL;
    failed = true;
    mark = walk.issues.length;
  }
  return failed ? FAIL : object;
}

/** An object literal or parsed JSON, of any realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
