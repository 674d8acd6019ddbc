/** Says why: the decision with every rule that matched, the one that decided, and everything that would have to change. For people, so nothing is remembered. */
import type { CompiledPolicy, Rule } from "./compile.js";
import { describePermission, findObstacles, matchRules } from "./decide.js";
import type { Subject } from "./subject.js";

export interface Explanation {
  readonly allowed: boolean;
  readonly reason: string;
  /** Rules that match caller and primitive: `role 'analyst'`, `rule 'never-exec'`. */
  readonly matched: readonly string[];
  /** The rule or policy that decided. */
  readonly decidedBy: string;
  /** What would have to be different for it to be allowed: all of it. Empty when it is. */
  readonly changes: readonly string[];
}

/** @param rules Those that are for the principal. */
export function explainDecision(policy: CompiledPolicy, rules: readonly Rule[], subject: Subject): Explanation {
  const matching = matchRules(rules, subject);
  const obstacles = [...findObstacles(policy, matching, subject)];
  const { reason, decidedBy } = obstacles[0] ?? describePermission(policy, matching, subject);
  return {
    allowed: obstacles.length === 0,
    reason,
    matched: matching.denying.map(({ label }) => label),
    decidedBy,
    changes: obstacles.map(({ change }) => change),
  };
}
