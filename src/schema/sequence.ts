/** Strings together the checks that several keywords of one schema make of a value. Serves compilation. */
import { checkAny } from "./check-any.js";
import type { Compiler } from "./site.js";
import type { Check, Walk } from "./walk.js";
import { checkQuietly, FAIL } from "./walk.js";

/**
 * Each stage gets what the one before made of the value; what comes out must satisfy them all as it is, since a later stage may have coerced it away from an earlier one.
 * Objects that hold instances cannot be judged once more.
 */
export function sequence(stages: readonly Check[], { buildsInstances }: Pick<Compiler, "buildsInstances">): Check {
  const [first] = stages;
  if (first === undefined) return checkAny;
  if (stages.length === 1) return first;
  return (value, walk) => {
    const result = runStages(stages, value, walk);
    if (result === FAIL || result === value || walk.strict || (typeof result === "object" && buildsInstances)) return result;
    const unsatisfied = stages.find((stage) => checkQuietly(stage, result, walk, true) === FAIL);
    return unsatisfied === undefined ? result : refuseStrictly(unsatisfied, result, walk);
  };
}

/** Of an object's stages all are asked even when one refuses, so that every problem is reported at once. */
function runStages(stages: readonly Check[], value: unknown, walk: Walk): unknown {
  let current = value;
  let failed = false;
  for (const stage of stages) {
    const next = stage(current, walk);
    if (next !== FAIL) current = next;
    else if (walk.quiet || typeof value !== "object") return FAIL;
    else failed = true;
  }
  return failed ? FAIL : current;
}

function refuseStrictly(check: Check, value: unknown, walk: Walk): typeof FAIL {
  const { strict } = walk;
  walk.strict = true;
  check(value, walk);
  walk.strict = strict;
  return FAIL;
}
