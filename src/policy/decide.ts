/** The order of decision: explicit denials, the sensitivity ceiling, the lists unless a rule grants, capabilities. Pure; the policy keeps the answers. */
import type { Capability } from "../model/capability.js";
import type { Sensitivity } from "../model/sensitivity.js";
import { sensitivityRank } from "../model/sensitivity.js";
import type { CompiledPolicy, Rule } from "./compile.js";
import { someIn } from "./compile.js";
import type { Subject } from "./subject.js";

/** One thing that stands between a caller and a primitive. */
export interface Obstacle {
  readonly reason: string;
  /** The label of the rule or policy. */
  readonly decidedBy: string;
  /** What would have to be different for this one to fall. */
  readonly change: string;
}

export interface Permission {
  readonly reason: string;
  readonly decidedBy: string;
}

/** The rules that match one primitive. Of a concrete resource a negation may hold for one reading of a rule's names and not the other. */
export interface Matching {
  /** What they deny counts, and their rate limits. */
  readonly denying: readonly Rule[];
  /** What they grant counts. */
  readonly granting: readonly Rule[];
}

/** @param rules Those that are for this principal. */
export function matchRules(rules: readonly Rule[], subject: Subject): Matching {
  const fitting = rules.filter((rule) => fits(rule, subject));
  return {
    denying: fitting.filter(({ names }) => names?.touches(subject.forms) ?? true),
    granting: fitting.filter(({ names }) => names?.covers(subject.forms) ?? true),
  };
}

function fits({ categories, tags, kinds, sensitivity, capabilities }: Rule, { spec, kindNames }: Subject): boolean {
  return (
    (categories?.has(spec.category) ?? true) &&
    (tags === undefined || someIn(spec.tags, tags)) &&
    (kinds === undefined || someIn(kindNames, kinds)) &&
    (sensitivity?.has(spec.sensitivity) ?? true) &&
    (capabilities === undefined || someIn(spec.capabilities, capabilities))
  );
}

/** Everything in the way, in the order of decision: the first decides, none means allowed. */
export function* findObstacles(policy: CompiledPolicy, { denying, granting }: Matching, subject: Subject): Generator<Obstacle> {
  for (const rule of denying) yield* findDenials(rule, subject);
  yield* findCeiling(policy, granting, subject);
  if (!granting.some((rule) => grants(rule, subject))) yield* findListed(policy, subject);
  yield* findCapabilities(policy, granting, subject);
}

function* findDenials(rule: Rule, { spec, list, label, forms }: Subject): Generator<Obstacle> {
  const about = { decidedBy: rule.label };
  if (rule.deny[list]?.touches(forms) === true)
    yield { ...about, reason: `${label} in the deny list of ${rule.label}`, change: `take it out of deny${list} of ${rule.label}` };
  if (rule.denyCategories.has(spec.category))
    yield {
      ...about,
      reason: `category '${spec.category}' denied by ${rule.label}`,
      change: `take '${spec.category}' out of denyCategories of ${rule.label}`,
    };
  for (const capability of spec.capabilities)
    if (rule.denyCapabilities.has(capability))
      yield { ...about, reason: `capability '${capability}' denied by ${rule.label}`, change: `take '${capability}' out of denyCapabilities of ${rule.label}` };
}

function* findCeiling(policy: CompiledPolicy, granting: readonly Rule[], { spec }: Subject): Generator<Obstacle> {
  const setter = highestCeiling(granting) ?? policy.access;
  const ceiling = setter.maxSensitivity;
  if (ceiling === undefined || sensitivityRank(spec.sensitivity) <= sensitivityRank(ceiling)) return;
  yield {
    reason: `sensitivity '${spec.sensitivity}' exceeds the allowed '${ceiling}'`,
    decidedBy: setter.label,
    change: `raise maxSensitivity of ${setter.label} to '${spec.sensitivity}', or set it so in a rule that matches`,
  };
}

/** The rule with the highest ceiling, of those that set one. */
export function highestCeiling(rules: readonly Rule[]): (Rule & { readonly maxSensitivity: Sensitivity }) | undefined {
  return rules
    .filter((rule): rule is Rule & { readonly maxSensitivity: Sensitivity } => rule.maxSensitivity !== undefined)
    .reduce<(Rule & { readonly maxSensitivity: Sensitivity }) | undefined>(
      (best, rule) => (best === undefined || sensitivityRank(rule.maxSensitivity) > sensitivityRank(best.maxSensitivity) ? rule : best),
      undefined,
    );
}

/** A rule that names it, or its category, in an allow list stands above the policy's own lists. */
function grants(rule: Rule, { spec, list, forms }: Subject): boolean {
  return rule.allow[list]?.covers(forms) === true || rule.allowCategories?.has(spec.category) === true;
}

function* findListed({ access }: CompiledPolicy, { spec, list, label, forms }: Subject): Generator<Obstacle> {
  const { category } = spec;
  const about = { decidedBy: access.label };
  const grant = `allow it in a rule that matches`;
  if (access.deny[list]?.touches(forms) === true)
    yield { ...about, reason: `${label} in the deny list of ${access.label}`, change: `take it out of deny${list} of ${access.label}, or ${grant}` };
  if (access.denyCategories.has(category))
    yield {
      ...about,
      reason: `category '${category}' denied by ${access.label}`,
      change: `take '${category}' out of denyCategories of ${access.label}, or ${grant}`,
    };
  if (access.allow[list]?.covers(forms) === false)
    yield { ...about, reason: `${label} not in the allow list of ${access.label}`, change: `add it to allow${list} of ${access.label}, or ${grant}` };
  if (access.allowCategories?.has(category) === false)
    yield {
      ...about,
      reason: `category '${category}' not in the allowed categories of ${access.label}`,
      change: `add '${category}' to allowCategories of ${access.label}, or ${grant}`,
    };
}

function* findCapabilities({ access, rules }: CompiledPolicy, granting: readonly Rule[], { spec }: Subject): Generator<Obstacle> {
  for (const capability of spec.capabilities) {
    if (!access.denyCapabilities.has(capability) || granterOf(granting, capability) !== undefined) continue;
    const others = rules.filter((rule) => rule.allowCapabilities.has(capability)).map(({ label }) => label);
    yield {
      reason: `capability '${capability}' denied by ${access.label}`,
      decidedBy: access.label,
      change: `grant '${capability}' with allowCapabilities in a rule that matches${others.length === 0 ? "" : ` (${others.join(", ")} ${others.length === 1 ? "does" : "do"})`}`,
    };
  }
}

function granterOf(granting: readonly Rule[], capability: Capability): Rule | undefined {
  return granting.find((rule) => rule.allowCapabilities.has(capability));
}

/** Why something without obstacles is allowed. */
export function describePermission({ access }: CompiledPolicy, { granting }: Matching, subject: Subject): Permission {
  const rule = granting.find((candidate) => grants(candidate, subject));
  if (rule !== undefined) return { reason: `allowed by ${rule.label}`, decidedBy: rule.label };
  for (const capability of subject.spec.capabilities) {
    const granter = access.denyCapabilities.has(capability) ? granterOf(granting, capability) : undefined;
    if (granter !== undefined) return { reason: `capability '${capability}' granted by ${granter.label}`, decidedBy: granter.label };
  }
  return { reason: `allowed by ${access.label}`, decidedBy: access.label };
}
