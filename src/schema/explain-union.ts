/** Chooses what to say when no branch of a union matches: the branch the caller most probably meant, or all the forms there are. Serves unions. */
import { describeLiterals, joinWithOr } from "./check-literal.js";
import type { Branch, Union } from "./union.js";
import type { RaisedIssue, Walk } from "./walk.js";
import { collectIssues, makeIssue } from "./walk.js";

/** @param likely The branches for values of this kind. */
export function explainUnion(value: unknown, union: Union, likely: readonly Branch[], walk: Walk): readonly RaisedIssue[] {
  const { discriminator, branches } = union;
  if (discriminator !== undefined && typeof value === "object" && value !== null && !Array.isArray(value)) {
    const { property, branchOf } = discriminator;
    if (!Object.hasOwn(value, property)) return [makeIssue("missing", undefined, [property])];
    return [makeIssue("literal_error", describeLiterals([...branchOf.keys()]), [property])];
  }
  const meant = branches.filter(({ kinds }) => !(kinds.size === 1 && kinds.has("null")));
  if (meant.length === 1) return collectIssues(meant[0]!.check, value, walk);
  if (likely.some(({ isLiteral }) => !isLiteral)) return mostHelpful(likely, value, walk);
  const names = [...new Set(branches.map(({ name }) => name))];
  // Several forms of one type: to name the type would not say what is wrong.
  if (names.length === 1) return mostHelpful(branches, value, walk);
  const type = branches.every(({ isLiteral }) => isLiteral) ? "literal_error" : "union_type";
  return [makeIssue(type, names.includes(undefined) ? "of one of the accepted forms" : joinWithOr(names as string[]))];
}

/** Of several candidates the one whose keys fit best; among these the one with the least to mend. */
function mostHelpful(candidates: readonly Branch[], value: unknown, walk: Walk): RaisedIssue[] {
  let best: RaisedIssue[] = [];
  let bestScore = Infinity;
  for (const { check } of candidates) {
    const issues = collectIssues(check, value, walk);
    const score = issues.filter(isAboutOwnKeys).length * 1000 + issues.length;
    if (score < bestScore) {
      best = issues;
      bestScore = score;
    }
  }
  return best;
}

function isAboutOwnKeys({ type, path }: RaisedIssue): boolean {
  return path.length === 1 && (type === "missing" || type === "extra_forbidden" || type === "literal_error");
}
