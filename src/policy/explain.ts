/** Says why: the decision with every rule that matched, the one that decided, and everything that would have to change. For people, so nothing is remembered. */
import type { CompiledPolicy, Rule } from "./compile.js";
import type { Capability } from "../model/capability.js";
import type { Sensitivity } from "../model/sensitivity.js";
import { describePermission, findObstacles, highestCeiling, matchRules } from "./decide.js";
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

/** What a principal is up against before any primitive is looked at. */
export interface Outline {
  /** The rules that are for it; those that are for some primitives only are marked `(some)`. */
  readonly rules: readonly string[];
  /** By the policy and not granted, or by a rule, whatever the primitive. */
  readonly deniedCapabilities: readonly Capability[];
  readonly maxSensitivity: Sensitivity | undefined;
}

export function outlineRules({ access }: CompiledPolicy, rules: readonly Rule[]): Outline {
  const general = rules.filter((rule) => !isForSome(rule));
  const granted = new Set(general.flatMap(({ allowCapabilities }) => [...allowCapabilities]));
  const denied = [...access.denyCapabilities].filter((capability) => !granted.has(capability));
  return {
    rules: rules.map((rule) => (isForSome(rule) ? `${rule.label} (some)` : rule.label)),
    deniedCapabilities: [...new Set([...denied, ...general.flatMap(({ denyCapabilities }) => [...denyCapabilities])])],
    maxSensitivity: (highestCeiling(general) ?? access).maxSensitivity,
  };
}

function isForSome({ names, categories, tags, kinds, sensitivity, capabilities }: Rule): boolean {
  return [names, categories, tags, kinds, sensitivity, capabilities].some((condition) => condition !== undefined);
}
