/** A merged document as decisions are made from it: globs compiled, names in sets, rules with the words that reasons use. Serves load. */
import type { Capability } from "../model/capability.js";
import type { Principal } from "../model/principal.js";
import type { Sensitivity } from "../model/sensitivity.js";
import type { AccessKeys, MatchDocument, PolicyDocument, RuleDocument } from "./document.js";
import { GlobList } from "./glob-list.js";
import type { RateLimit } from "./rate-limit.js";
import { compileRateLimit } from "./rate-limit.js";
import type { ListName } from "./subject.js";

export interface Access {
  /** `role 'analyst'`, `rule 'never-exec'`, `policy 'standard'`. */
  readonly label: string;
  readonly allow: Readonly<Record<ListName, GlobList | undefined>>;
  readonly deny: Readonly<Record<ListName, GlobList | undefined>>;
  readonly allowCategories: ReadonlySet<string> | undefined;
  readonly denyCategories: ReadonlySet<string>;
  readonly allowCapabilities: ReadonlySet<Capability>;
  readonly denyCapabilities: ReadonlySet<Capability>;
  readonly maxSensitivity: Sensitivity | undefined;
  readonly limits: readonly RateLimit[];
}

export interface Rule extends Access {
  /** Whom it is for. */
  readonly roles: readonly ReadonlySet<string>[];
  readonly principals: GlobList | undefined;
  /** What it is for; undefined = anything. */
  readonly names: GlobList | undefined;
  readonly categories: ReadonlySet<string> | undefined;
  readonly tags: ReadonlySet<string> | undefined;
  readonly kinds: ReadonlySet<string> | undefined;
  readonly sensitivity: ReadonlySet<string> | undefined;
  readonly capabilities: ReadonlySet<Capability> | undefined;
}

export interface CompiledPolicy {
  readonly name: string;
  readonly hideDenied: boolean;
  readonly access: Access;
  /** Roles first, in the order written. */
  readonly rules: readonly Rule[];
  readonly audit: boolean;
  readonly auditSize: number;
  /** Whether some rule looks at the principal's id. */
  readonly looksAtIds: boolean;
}

const DEFAULT_AUDIT_SIZE = 1000;

/** @param document Checked and merged. */
export function compilePolicy(name: string, document: PolicyDocument): CompiledPolicy {
  const roles = Object.entries(document.roles ?? {}).map(([role, rule]) => compileRule(rule, `role '${role}'`, `roles.${role}`, role));
  const rules = (document.rules ?? []).map((rule, i) => compileRule(rule, `rule '${rule.name ?? `rules.${i}`}'`, `rules.${i}`));
  const all = [...roles, ...rules];
  return {
    name,
    hideDenied: document.hideDenied ?? true,
    access: compileAccess(document, `policy '${name}'`, "policy"),
    rules: all,
    audit: document.audit ?? false,
    auditSize: document.auditSize ?? DEFAULT_AUDIT_SIZE,
    looksAtIds: all.some(({ principals }) => principals !== undefined),
  };
}

/** Whether the rule is for this principal; what it is for is looked at per primitive. */
export function isFor(rule: Rule, principal: Principal): boolean {
  return rule.roles.every((roles) => someIn(principal.roles, roles)) && (rule.principals?.matches(principal.id) ?? true);
}

export function someIn<T>(given: Iterable<T>, wanted: ReadonlySet<T>): boolean {
  for (const one of given) if (wanted.has(one)) return true;
  return false;
}

function compileRule(rule: RuleDocument, label: string, place: string, role?: string): Rule {
  const match: MatchDocument = rule.match ?? {};
  const wanted = setOf(match.roles);
  return {
    ...compileAccess(rule, label, place),
    roles: [...(role === undefined ? [] : [new Set([role])]), ...(wanted === undefined ? [] : [wanted])],
    principals: globsOf(match.principals),
    names: globsOf(match.names),
    categories: setOf(match.categories),
    tags: setOf(match.tags),
    kinds: setOf(match.kinds),
    sensitivity: setOf(match.sensitivity),
    capabilities: setOf(match.capabilities),
  };
}

function compileAccess(keys: AccessKeys & Pick<RuleDocument, "rateLimits">, label: string, place: string): Access {
  return {
    label,
    allow: { Tools: globsOf(keys.allowTools), Resources: globsOf(keys.allowResources), Prompts: globsOf(keys.allowPrompts) },
    deny: { Tools: globsOf(keys.denyTools), Resources: globsOf(keys.denyResources), Prompts: globsOf(keys.denyPrompts) },
    allowCategories: setOf(keys.allowCategories),
    denyCategories: setOf(keys.denyCategories) ?? new Set(),
    allowCapabilities: setOf(keys.allowCapabilities) ?? new Set(),
    denyCapabilities: setOf(keys.denyCapabilities) ?? new Set(),
    maxSensitivity: keys.maxSensitivity ?? undefined,
    limits: (keys.rateLimits ?? []).map((limit, i) => compileRateLimit(limit, `${place}.${i}`)),
  };
}

function globsOf(patterns: readonly string[] | null | undefined): GlobList | undefined {
  return patterns === null || patterns === undefined ? undefined : new GlobList(patterns);
}

function setOf<T>(values: readonly T[] | null | undefined): ReadonlySet<T> | undefined {
  return values === null || values === undefined ? undefined : new Set(values);
}
