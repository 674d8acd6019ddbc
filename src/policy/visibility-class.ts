/** Principals whom the same rules are for, and what was decided for them: each primitive is judged once, each concrete URI while it is remembered. */
import type { CallKind } from "../model/tool-context.js";
import type { AnySpec } from "../registry/registry.js";
import type { CompiledPolicy, Rule } from "./compile.js";
import { describePermission, findObstacles, matchRules } from "./decide.js";
import type { RateLimit } from "./rate-limit.js";
import { countsCall } from "./rate-limit.js";
import type { Subject } from "./subject.js";
import { toSubject } from "./subject.js";

export interface Verdict {
  readonly allowed: boolean;
  readonly reason: string;
  readonly decidedBy: string;
  readonly subject: Subject;
  /** That count calls of it. */
  readonly limits: readonly RateLimit[];
  /** That count completions of its arguments. */
  readonly completionLimits: readonly RateLimit[];
}

/** URIs are as many as callers care to ask for. */
const MAX_URIS = 1000;
const MAX_URI_LENGTH = 2000;

export class VisibilityClass {
  readonly #policy: CompiledPolicy;
  readonly #bySpec = new WeakMap<AnySpec, Verdict>();
  #byUri = new Map<string, { readonly spec: AnySpec; readonly verdict: Verdict }>();

  /** @param rules Those that are for its principals. */
  constructor(
    policy: CompiledPolicy,
    readonly key: string,
    readonly rules: readonly Rule[],
  ) {
    this.#policy = policy;
  }

  /** @param uri Of one concrete resource, with decoded variables. */
  judge(spec: AnySpec, uri?: string): Verdict {
    if (uri !== undefined) return this.#judgeUri(spec, uri);
    let verdict = this.#bySpec.get(spec);
    if (verdict === undefined) {
      verdict = decide(this.#policy, this.rules, toSubject(spec));
      this.#bySpec.set(spec, verdict);
    }
    return verdict;
  }

  /** A template that is hidden hides all that is behind it. */
  #judgeUri(spec: AnySpec, uri: string): Verdict {
    const general = this.judge(spec);
    if (!general.allowed || uri === general.subject.key) return general;
    const known = this.#byUri.get(uri);
    if (known?.spec === spec) return known.verdict;
    const verdict = decide(this.#policy, this.rules, toSubject(spec, uri));
    if (uri.length > MAX_URI_LENGTH) return verdict;
    if (this.#byUri.size >= MAX_URIS) this.#byUri = new Map();
    this.#byUri.set(uri, { spec, verdict });
    return verdict;
  }
}

function decide(policy: CompiledPolicy, rules: readonly Rule[], subject: Subject): Verdict {
  const matching = matchRules(rules, subject);
  const [obstacle] = findObstacles(policy, matching, subject);
  const { reason, decidedBy } = obstacle ?? describePermission(policy, matching, subject);
  const limits = [...policy.access.limits, ...matching.denying.flatMap((rule) => rule.limits)];
  const counting = (kind: CallKind): readonly RateLimit[] => limits.filter((limit) => countsCall(limit, subject, kind));
  return { allowed: obstacle === undefined, reason, decidedBy, subject, limits: counting(subject.kind), completionLimits: counting("completion") };
}
