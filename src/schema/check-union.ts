/** Compiles `anyOf`, `oneOf` and lists of types: the branch that matches as it is wins, else the first that matches with coercion. Serves compilation. */
import { isPlain } from "./check-any.js";
import { findDiscriminator } from "./discriminator.js";
import { explainUnion } from "./explain-union.js";
import { parseJsonText } from "./json-text.js";
import { KINDS, kindOf } from "./schema-kinds.js";
import type { Compiler, Site } from "./site.js";
import type { Branch, Union } from "./union.js";
import type { Check, Finding, Walk } from "./walk.js";
import { adoptIssues, checkQuietly, FAIL, findingsOf, refuse } from "./walk.js";

/** @param exclusive `oneOf`: a value that matches several branches is refused. */
export function compileUnion(branches: readonly Branch[], exclusive: boolean, site: Site, compiler: Compiler): Check {
  const nullable = nullableBranch(branches);
  if (nullable !== undefined) return (value, walk) => (value === null ? null : nullable.check(value, walk));
  const objects = branches.map((branch, index) => [index, branch] as const).filter(([, branch]) => branch.kinds.has("object"));
  const union: Union = {
    branches,
    isExclusive: exclusive,
    buildsInstances: compiler.buildsInstances,
    byKind: Object.fromEntries(KINDS.map((kind) => [kind, branches.filter((branch) => branch.kinds.has(kind))])) as unknown as Union["byKind"],
    discriminator: findDiscriminator(
      objects.map(([index, branch]) => [index, branch.schema] as const),
      site,
      compiler,
    ),
  };
  if (!site.json || union.byKind.string.length > 0) return (value, walk) => checkUnion(value, union, walk);
  // Read here, not by a branch: which branch fits exactly shows only when the text has been read.
  return (value, walk) => checkUnion((walk.strict ? undefined : parseJsonText(value)) ?? value, union, walk);
}

/** Where the only question is null or not, there is nothing to try. */
function nullableBranch(branches: readonly Branch[]): Branch | undefined {
  if (branches.length !== 2) return undefined;
  const [a, b] = branches as [Branch, Branch];
  const isNull = ({ kinds }: Branch): boolean => kinds.size === 1 && kinds.has("null");
  if (isNull(a) && !b.kinds.has("null")) return b;
  return isNull(b) && !a.kinds.has("null") ? a : undefined;
}

/** More than one branch matches, where only one may. */
const SEVERAL = Symbol("several");

function checkUnion(value: unknown, union: Union, walk: Walk): unknown {
  const tagged = branchOfTag(value, union);
  if (tagged !== undefined) return tagged.check(value, walk);
  const likely = likelyBranches(value, union);
  const isContainer = typeof value === "object" && value !== null;
  if (likely.length === 1 && (isContainer || walk.strict)) return likely[0]!.check(value, walk);
  const finding: Finding = isContainer && walk.attempts > 0 ? findingsOf(walk, union, value) : {};
  let result = (finding.strict ??= matchAsIs(likely, value, union, walk));
  // Only a scalar may be of one kind and become another.
  if (result === FAIL && !walk.strict) result = finding.coerced ??= matchCoerced(isContainer ? likely : union.branches, value, union, walk);
  if (result === SEVERAL) return refuse(walk, "one_of");
  if (result !== FAIL || walk.quiet) return result;
  return adoptIssues(walk, (finding.issues ??= explainUnion(value, union, likely, walk)));
}

/** The value, FAIL where no branch matches, SEVERAL where that is one too many. */
function matchAsIs(branches: readonly Branch[], value: unknown, { isExclusive }: Union, walk: Walk): unknown {
  return isExclusive ? onlyMatch(branches, value, walk, true) : firstMatch(branches, value, walk, true);
}

/** As {@link matchAsIs}, of what coercion makes of the value. */
function matchCoerced(branches: readonly Branch[], value: unknown, union: Union, walk: Walk): unknown {
  if (!union.isExclusive) return firstMatch(branches, value, walk, false);
  const result = onlyMatch(branches, value, walk, false);
  if (result === FAIL || result === SEVERAL || union.buildsInstances) return result;
  // What only one branch could make of the value may still be what another accepts.
  return matchAsIs(likelyBranches(result, union), result, union, walk) === SEVERAL ? SEVERAL : result;
}

function firstMatch(branches: readonly Branch[], value: unknown, walk: Walk, strict: boolean): unknown {
  for (const { check } of branches) {
    const result = checkQuietly(check, value, walk, strict);
    if (result !== FAIL) return result;
  }
  return FAIL;
}

function onlyMatch(branches: readonly Branch[], value: unknown, walk: Walk, strict: boolean): unknown {
  let found: unknown = FAIL;
  for (const { check } of branches) {
    const result = checkQuietly(check, value, walk, strict);
    if (result === FAIL) continue;
    if (found !== FAIL) return SEVERAL;
    found = result;
  }
  return found;
}

function branchOfTag(value: unknown, { discriminator, branches }: Union): Branch | undefined {
  if (discriminator === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, discriminator.property)) return undefined;
  const index = discriminator.branchOf.get((value as Record<string, unknown>)[discriminator.property]);
  return index === undefined ? undefined : branches[index];
}

/** The branches for values of this kind. An instance of a class may be what any branch builds. */
function likelyBranches(value: unknown, union: Union): readonly Branch[] {
  const kind = kindOf(value);
  if (kind === undefined || (kind === "object" && !isPlain(value as object))) return union.branches;
  return union.byKind[kind];
}
