/** Compiles `array`: items, tuple positions, length, uniqueness; a JSON text of a list is read as one. Serves compilation. */
import type { JsonSchema } from "../model/json-schema.js";
import { checkAny } from "./check-any.js";
import { count } from "./issue-text.js";
import { areUnique } from "./json-equality.js";
import { parseJsonText } from "./json-text.js";
import type { Compiler, Site } from "./site.js";
import { inside, readCount, readSchemas, unusable } from "./site.js";
import type { Check, Walk } from "./walk.js";
import { FAIL, locate, refuse, refuseDepth } from "./walk.js";

type ListCheck = (list: readonly unknown[], walk: Walk) => unknown[] | typeof FAIL;

export function compileArray(schema: JsonSchema, site: Site, compiler: Compiler): Check {
  const checkItems = compileItems(schema, site, compiler);
  const min = readCount(schema, "minItems", site) ?? 0;
  const max = readCount(schema, "maxItems", site) ?? Infinity;
  const unique = schema.uniqueItems === true;
  const typeIssue = schema.prefixItems === undefined ? "list_type" : "tuple_type";
  const { json } = site;
  return (value, walk) => {
    let list = value;
    if (!Array.isArray(list)) {
      list = json && !walk.strict ? parseJsonText(value) : undefined;
      if (!Array.isArray(list)) return refuse(walk, typeIssue);
    }
    const { length } = list as unknown[];
    // Alone, since a flood of items is not worth looking at one by one.
    if (length > max) return refuse(walk, "too_long", count(max, "item"));
    const tooShort = length < min;
    if (tooShort) refuse(walk, "too_short", count(min, "item"));
    if (tooShort && walk.quiet) return FAIL;
    const { depth } = walk;
    const items = walk.enter() ? checkItems(list as unknown[], walk) : refuseDepth(walk);
    walk.depth = depth;
    if (items === FAIL || tooShort) return FAIL;
    return unique && !areUnique(items) ? refuse(walk, "unique_items") : items;
  };
}

function compileItems(schema: JsonSchema, site: Site, compiler: Compiler): ListCheck {
  if (Array.isArray(schema.items)) throw unusable(site, "items", "is a list, the tuple form of older drafts", 'write "prefixItems"');
  const positions = (readSchemas(schema, "prefixItems", site) ?? []).map((item, index) => compiler.compile(item, inside(site, "prefixItems", index)));
  const rest = schema.items === undefined ? checkAny : compiler.compile(schema.items, inside(site, "items"));
  const fixed = positions.length;
  return (list, walk) => {
    const items: unknown[] = [];
    let mark = walk.issues.length;
    let failed = false;
    for (let i = 0; i < list.length; i++) {
      const item = (i < fixed ? positions[i]! : rest)(list[i], walk);
      if (item === FAIL) {
        if (walk.quiet) return FAIL;
        failed = true;
        locate(walk, mark, i);
        mark = walk.issues.length;
      } else if (!failed) items.push(item);
    }
    return failed ? FAIL : items;
  };
}
