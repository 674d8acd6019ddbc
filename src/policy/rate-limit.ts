/** One rate limit of a policy: how its token bucket is sized, what it counts, who shares a bucket. */
import type { Principal } from "../model/principal.js";
import type { CallKind } from "../model/tool-context.js";
import type { LimitScope, Period, RateLimitDocument } from "./document.js";
import { GlobList } from "./glob-list.js";
import type { Subject } from "./subject.js";

const PERIOD_MS: Readonly<Record<Period, number>> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export interface RateLimit {
  /** `240/minute`. */
  readonly text: string;
  readonly scope: LimitScope;
  /** Tokens the bucket holds: calls that may come at once. */
  readonly capacity: number;
  /** Milliseconds until one token comes back. */
  readonly intervalMs: number;
  readonly tools: GlobList;
  readonly kinds: ReadonlySet<string>;
  /** Tells this limit's buckets from those of the others, the same in every process that loads the policy. */
  readonly id: string;
}

/** One token of one bucket. */
export interface Charge {
  readonly limit: RateLimit;
  readonly bucket: string;
}

export interface Refusal {
  readonly limit: RateLimit;
  /** Milliseconds until the bucket has a token again. */
  readonly waitMs: number;
}

/** Where the buckets are. */
export interface BucketStore {
  /** Takes one token from each bucket, or none from any: then it answers with the refusal that lasts longest. */
  take(charges: readonly Charge[]): Refusal | undefined | Promise<Refusal | undefined>;
  close?(): Promise<void>;
}

/** @param place Where it stands in the policy: two limits that say the same are still two. */
export function compileRateLimit({ rate, per, burst, scope, tools, kinds }: RateLimitDocument, place: string): RateLimit {
  const capacity = burst ?? Math.ceil(rate);
  const [globs, counted, shared] = [tools ?? ["*"], kinds ?? [], scope ?? "principal_tool"];
  return {
    text: `${rate}/${per}`,
    scope: shared,
    capacity,
    intervalMs: PERIOD_MS[per] / rate,
    tools: new GlobList(globs),
    kinds: new Set(counted),
    id: JSON.stringify([place, rate, per, capacity, shared, globs, counted]),
  };
}

export function countsCall(limit: RateLimit, subject: Subject, kind: CallKind): boolean {
  const asked = kind === "completion" ? ["completion"] : subject.kindNames;
  return (limit.kinds.size === 0 || asked.some((name) => limit.kinds.has(name))) && limit.tools.touches(subject.forms);
}

/** A template is one bucket, whatever is read through it: else every URI would come with tokens of its own. */
export function bucketOf(limit: RateLimit, subject: Subject, kind: CallKind, principal: Principal): string {
  const primitive = [kind === "completion" ? kind : subject.kind, subject.key];
  switch (limit.scope) {
    case "principal":
      return JSON.stringify([principal.id]);
    case "tool":
      return JSON.stringify(primitive);
    case "principal_tool":
      return JSON.stringify([principal.id, ...primitive]);
    case "global":
      return "[]";
  }
}
