/** What the layer asks of a policy and of transforms, with the open policy and the empty pipelines that stand in when a host gives none. */
import type { Principal } from "../model/principal.js";
import type { CallKind } from "../model/tool-context.js";
import type { AnySpec } from "../registry/registry.js";
import type { CallInfo } from "./call-info.js";

/** Who may see and use what. Asked in one place, by the layer, for lists and calls alike. */
export interface PolicyPort {
  /** Principals with equal keys see equal lists; the layer computes a view once per key. */
  viewKey(principal: Principal): string;
  /**
   * Whether the primitive is in this principal's lists and can be looked up.
   * @param uri Of one concrete resource, with decoded variables: whether this very one can be.
   */
  isVisible(spec: AnySpec, principal: Principal, uri?: string): boolean;
  /** After middleware, before the handler: throws AccessDeniedError or RateLimitedError. */
  checkCall(info: CallInfo): void | Promise<void>;
  /** A look-up found nothing that this principal may see: unknown and hidden are told apart by nobody but the policy's own records. */
  recordMissing?(kind: CallKind, name: string, principal: Principal): void;
}

export const openPolicy: PolicyPort = {
  viewKey: () => "",
  isVisible: () => true,
  checkCall: () => undefined,
};

export type TransformPart = "arguments" | "structured" | "text" | "link" | "meta";

/** What is done to a value on its way in or out, in order. */
export interface Pipeline {
  /** Names of the transforms, for `_meta`. */
  readonly names: readonly string[];
  apply<T>(value: T, part: TransformPart, info: CallInfo): T;
}

/** Pipelines for a call; undefined where there is nothing to do. */
export interface TransformPort {
  /** Principals with equal keys get equal pipelines for every spec. */
  viewKey(principal: Principal): string;
  inputFor(spec: AnySpec, principal: Principal): Pipeline | undefined;
  outputFor(spec: AnySpec, principal: Principal): Pipeline | undefined;
}

export const noTransforms: TransformPort = {
  viewKey: () => "",
  inputFor: () => undefined,
  outputFor: () => undefined,
};
