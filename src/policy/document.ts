/** What a policy document says, once checked: camelCase, every value of its type. Written by people, merged and compiled at load. */
import type { Capability } from "../model/capability.js";
import type { Sensitivity } from "../model/sensitivity.js";

/** The keys that say who may use what; in a document they hold for everybody, in a rule for whom and what it matches. `null` is "not said". */
export interface AccessKeys {
  /** Globs; null allows all, an empty list nothing. @default null */
  readonly allowTools?: readonly string[] | null;
  readonly denyTools?: readonly string[] | null;
  /** Globs over URIs, template texts and the canonical URI of a read. @default null */
  readonly allowResources?: readonly string[] | null;
  readonly denyResources?: readonly string[] | null;
  readonly allowPrompts?: readonly string[] | null;
  readonly denyPrompts?: readonly string[] | null;
  readonly allowCategories?: readonly string[] | null;
  readonly denyCategories?: readonly string[] | null;
  /** In a rule: granted to whom it matches. In a document: taken out of the inherited deny set. */
  readonly allowCapabilities?: readonly Capability[] | null;
  /** In a document: capabilities nobody may use unless a rule grants them. In a rule: nothing overrides it. */
  readonly denyCapabilities?: readonly Capability[] | null;
  /** The ceiling. @default none */
  readonly maxSensitivity?: Sensitivity | null;
}

export const PERIODS = ["second", "minute", "hour", "day"] as const;
export type Period = (typeof PERIODS)[number];
export const SCOPES = ["principal", "tool", "principal_tool", "global"] as const;
export type LimitScope = (typeof SCOPES)[number];
/** `resource` means both those with a fixed URI and those behind a template. */
export const MATCH_KINDS = ["tool", "resource", "resource_template", "prompt"] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];
export const LIMIT_KINDS = [...MATCH_KINDS, "completion"] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export interface RateLimitDocument {
  /** Tokens that come back per `per`; above 0, may be a fraction. */
  readonly rate: number;
  readonly per: Period;
  /** Tokens the bucket holds. @default Math.ceil(rate) */
  readonly burst?: number | null;
  /** Who shares a bucket. @default "principal_tool" */
  readonly scope?: LimitScope | null;
  /** Globs over the names (URIs) it counts. @default ["*"] */
  readonly tools?: readonly string[] | null;
  /** @default [], all kinds */
  readonly kinds?: readonly LimitKind[] | null;
}

/** Every condition given must hold. */
export interface MatchDocument {
  /** The principal has one of them. */
  readonly roles?: readonly string[] | null;
  /** Globs over the principal's id. */
  readonly principals?: readonly string[] | null;
  /** Globs over names and URIs. */
  readonly names?: readonly string[] | null;
  readonly categories?: readonly string[] | null;
  /** It has one of them. */
  readonly tags?: readonly string[] | null;
  readonly kinds?: readonly MatchKind[] | null;
  readonly sensitivity?: readonly Sensitivity[] | null;
  /** It declares one of them. */
  readonly capabilities?: readonly Capability[] | null;
}

/** Accepted and type-checked; a pipeline that is not empty is refused, since this version could not run it. */
export interface TransformKeys {
  readonly transforms?: readonly unknown[] | null;
  readonly inputTransforms?: readonly unknown[] | null;
}

export interface RuleDocument extends AccessKeys, TransformKeys {
  readonly name?: string | null;
  readonly match?: MatchDocument | null;
  readonly rateLimits?: readonly RateLimitDocument[] | null;
}

export interface PolicyDocument extends AccessKeys, TransformKeys {
  readonly name?: string | null;
  readonly description?: string | null;
  /** A profile, or a file relative to the document. */
  readonly extends?: string | null;
  /** Denied primitives vanish from lists and are answered like unknown ones. @default true */
  readonly hideDenied?: boolean | null;
  /** A role is a rule that matches that role. */
  readonly roles?: Readonly<Record<string, RuleDocument>> | null;
  readonly rules?: readonly RuleDocument[] | null;
  readonly rateLimits?: readonly RateLimitDocument[] | null;
  /** Record allowed calls too. @default false */
  readonly audit?: boolean | null;
  /** Records kept. @default 1000 */
  readonly auditSize?: number | null;
  readonly transformOptions?: Readonly<Record<string, unknown>> | null;
  readonly detectors?: readonly unknown[] | null;
  readonly vault?: unknown;
  readonly honorHints?: boolean | null;
}

/** A document as a host may write it in code: snake_case keys are accepted as well. */
export type PolicyInput = PolicyDocument | Readonly<Record<string, unknown>>;
