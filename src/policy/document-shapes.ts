/** Which keys a policy document may have where, as a table that the check walks. */
import { MatchFields, PolicyFields, RateLimitFields, RuleFields } from "./document-classes.js";

export interface Shape {
  /** What a person calls it. */
  readonly label: string;
  readonly fields: new () => object;
  /** CamelCase; each is accepted in snake_case too. */
  readonly keys: readonly string[];
  readonly nested: Readonly<Record<string, { readonly shape: Shape; readonly as: "one" | "list" | "map" }>>;
  /** Words that have two spellings themselves. */
  readonly tidy?: (key: string, value: unknown) => unknown;
}

const ACCESS = [
  ...["allowTools", "denyTools", "allowResources", "denyResources", "allowPrompts", "denyPrompts", "allowCategories", "denyCategories"],
  ...["allowCapabilities", "denyCapabilities", "maxSensitivity", "transforms", "inputTransforms"],
];

/** `resourceTemplate` is how our own code spells it. */
function tidyKinds(key: string, value: unknown): unknown {
  if (key === "sensitivity" && typeof value === "string") return [value];
  return key === "kinds" && Array.isArray(value) ? value.map((kind: unknown) => (kind === "resourceTemplate" ? "resource_template" : kind)) : value;
}

const LIMIT: Shape = {
  label: "a rate limit",
  fields: RateLimitFields,
  keys: ["rate", "per", "burst", "scope", "tools", "kinds"],
  nested: {},
  tidy: tidyKinds,
};

const MATCH: Shape = {
  label: "match",
  fields: MatchFields,
  keys: ["roles", "principals", "names", "categories", "tags", "kinds", "sensitivity", "capabilities"],
  nested: {},
  tidy: tidyKinds,
};

const RULE: Shape = {
  label: "a rule",
  fields: RuleFields,
  keys: ["name", "match", "rateLimits", ...ACCESS],
  nested: { match: { shape: MATCH, as: "one" }, rateLimits: { shape: LIMIT, as: "list" } },
};

const OWN = ["name", "description", "extends", "hideDenied", "roles", "rules", "rateLimits", "audit", "auditSize"];
const LATER = ["transformOptions", "detectors", "vault", "honorHints"];
export const POLICY_SHAPE: Shape = {
  label: "a policy",
  fields: PolicyFields,
  keys: [...OWN, ...ACCESS, ...LATER],
  nested: { roles: { shape: RULE, as: "map" }, rules: { shape: RULE, as: "list" }, rateLimits: { shape: LIMIT, as: "list" } },
};
