/** A policy as the layer asks it: who may see and use what, how often, and what is kept of it. Made from a document by `Policy.load`. */
import { AccessDeniedError, RateLimitedError } from "../errors.js";
import type { CallInfo } from "../layer/call-info.js";
import type { PolicyPort } from "../layer/ports.js";
import type { Principal } from "../model/principal.js";
import type { CallKind } from "../model/tool-context.js";
import type { AnySpec } from "../registry/registry.js";
import type { AuditFilter, AuditOutcome, AuditRecord } from "./audit-trail.js";
import { AuditTrail } from "./audit-trail.js";
import type { CompiledPolicy } from "./compile.js";
import { compilePolicy, isFor } from "./compile.js";
import type { PolicyDocument, PolicyInput } from "./document.js";
import type { Explanation, Outline } from "./explain.js";
import { explainDecision, outlineRules } from "./explain.js";
import { MemoryBuckets } from "./memory-buckets.js";
import type { BucketStore, Refusal } from "./rate-limit.js";
import { bucketOf } from "./rate-limit.js";
import type { RedisClient } from "./redis-buckets.js";
import { resolveDocument } from "./resolve-document.js";
import { toSubject } from "./subject.js";
import type { Verdict } from "./visibility-class.js";
import { VisibilityClass } from "./visibility-class.js";

/** A profile's name, a path, inline YAML or JSON, a document as an object, or a policy made before. */
export type PolicySource = string | PolicyInput | Policy;

export interface PolicyLoadOptions {
  /** Where the rate limits are counted: an ioredis client of the host's, or a `redis://` URL (a connection of the policy's own). @default in this process */
  readonly rateLimitStore?: RedisClient | string | undefined;
  /** Where relative paths start. @default the working directory */
  readonly folder?: string | undefined;
}

/** Sets of roles are few; a resolver that makes one per caller must not fill the memory. */
const MAX_PRINCIPALS = 4096;
const MAX_NAME = 200;

export class Policy implements PolicyPort {
  readonly name: string;
  /** What it came to after `extends`. */
  readonly document: PolicyDocument;
  /** What the document extends, nearest first. */
  readonly chain: readonly string[];
  readonly #compiled: CompiledPolicy;
  readonly #trail: AuditTrail;
  readonly #buckets: BucketStore;
  readonly #classes = new Map<string, VisibilityClass>();
  #byPrincipal = new Map<string, VisibilityClass>();

  private constructor(compiled: CompiledPolicy, document: PolicyDocument, chain: readonly string[], buckets: BucketStore) {
    this.name = compiled.name;
    this.document = document;
    this.chain = chain;
    this.#compiled = compiled;
    this.#trail = new AuditTrail(compiled.auditSize);
    this.#buckets = buckets;
  }

  /**
   * Everything is read, checked and compiled here; a call meets no surprise.
   * @param source @default $CLOUDG_MCP_POLICY, else the profile `standard`
   * @throws PolicyError with every fault of the document; MCPLayerError for a store that is not there.
   */
  static async load(source: PolicySource = defaultPolicySource(), { rateLimitStore, folder }: PolicyLoadOptions = {}): Promise<Policy> {
    if (source instanceof Policy) return source;
    const { name, document, chain } = await resolveDocument(source, folder);
    const compiled = compilePolicy(name, document);
    const hasLimits = [compiled.access, ...compiled.rules].some(({ limits }) => limits.length > 0);
    return new Policy(compiled, document, chain, hasLimits && rateLimitStore !== undefined ? await openStore(rateLimitStore) : new MemoryBuckets());
  }

  viewKey(principal: Principal): string {
    return this.#classOf(principal).key;
  }

  isVisible(spec: AnySpec, principal: Principal, uri?: string): boolean {
    return !this.#compiled.hideDenied || this.#classOf(principal).judge(spec, uri).allowed;
  }

  /** Whether this principal may use it, hidden or not, rate limits aside. */
  isAllowed(spec: AnySpec, principal: Principal, uri?: string): boolean {
    return this.#classOf(principal).judge(spec, uri).allowed;
  }

  /** @throws AccessDeniedError, RateLimitedError */
  checkCall(info: CallInfo): void | Promise<void> {
    const verdict = this.#classOf(info.principal).judge(info.spec, info.uri);
    if (!verdict.allowed) {
      this.#record(info, "denied", verdict.reason);
      throw new AccessDeniedError(`Access denied to ${verdict.subject.label} '${shownName(info.name)}': ${verdict.reason}`);
    }
    const limits = info.kind === "completion" ? verdict.completionLimits : verdict.limits;
    if (limits.length === 0) return this.#pass(info, verdict);
    const charges = limits.map((limit) => ({ limit, bucket: bucketOf(limit, verdict.subject, info.kind, info.principal) }));
    const taken = this.#buckets.take(charges);
    return taken instanceof Promise ? this.#settle(info, verdict, taken) : this.#answer(info, verdict, taken);
  }

  recordMissing(kind: CallKind, name: string, principal: Principal): void {
    this.#trail.add(kind, name, principal, "not_found", "unknown or hidden");
  }

  /** Why a principal may use something or not, and what would have to change. */
  explain(spec: AnySpec, principal: Principal, uri?: string): Explanation {
    const { rules } = this.#classOf(principal);
    const general = explainDecision(this.#compiled, rules, toSubject(spec));
    return uri === undefined || !general.allowed ? general : explainDecision(this.#compiled, rules, toSubject(spec, uri));
  }

  /** What holds for a principal whatever the primitive, and the rules that may add to it. */
  outline(principal: Principal): Outline {
    return outlineRules(this.#compiled, this.#classOf(principal).rules);
  }

  /** Every role that the policy speaks of. */
  get roles(): readonly string[] {
    return [...new Set(this.#compiled.rules.flatMap(({ roles }) => roles.flatMap((names) => [...names])))];
  }

  get hidesDenied(): boolean {
    return this.#compiled.hideDenied;
  }

  /** The latest calls, oldest first: all that were refused and, with `audit`, those that were allowed. */
  records(filter?: AuditFilter): readonly AuditRecord[] {
    return this.#trail.records(filter);
  }

  /** Ends the policy's own connection to its store. */
  async close(): Promise<void> {
    await this.#buckets.close?.();
  }

  #classOf(principal: Principal): VisibilityClass {
    const who = this.#compiled.looksAtIds ? `${principal.roleKey}\n${principal.id}` : principal.roleKey;
    const known = this.#byPrincipal.get(who);
    if (known !== undefined) return known;
    const { rules } = this.#compiled;
    const applying = rules.flatMap((rule, i) => (isFor(rule, principal) ? [i] : []));
    const key = applying.join(",");
    let found = this.#classes.get(key);
    if (found === undefined) {
      if (this.#classes.size >= MAX_PRINCIPALS) this.#classes.clear();
      found = new VisibilityClass(
        this.#compiled,
        key,
        applying.map((i) => rules[i]!),
      );
      this.#classes.set(key, found);
    }
    if (this.#byPrincipal.size >= MAX_PRINCIPALS) this.#byPrincipal = new Map();
    this.#byPrincipal.set(who, found);
    return found;
  }

  async #settle(info: CallInfo, verdict: Verdict, taken: Promise<Refusal | undefined>): Promise<void> {
    let refusal: Refusal | undefined;
    try {
      refusal = await taken;
    } catch (error) {
      this.#record(info, "rate_limited", error instanceof Error ? error.message : String(error));
      throw error;
    }
    this.#answer(info, verdict, refusal);
  }

  #answer(info: CallInfo, verdict: Verdict, refusal: Refusal | undefined): void {
    if (refusal === undefined) return this.#pass(info, verdict);
    const { text, scope } = refusal.limit;
    // Rounded up: who comes back then is let in.
    const seconds = Math.ceil(refusal.waitMs / 100) / 10;
    const what = info.kind === "completion" ? "completion of" : verdict.subject.label;
    const message = `Rate limit exceeded for ${what} '${shownName(info.name)}' (${text}); retry in ${seconds.toFixed(1)}s`;
    this.#record(info, "rate_limited", `rate limit ${text} (${scope})`);
    throw new RateLimitedError(message, { retry_after: seconds, limit: text, scope });
  }

  #pass(info: CallInfo, { reason }: Verdict): void {
    if (this.#compiled.audit) this.#record(info, "allowed", reason);
  }

  #record({ kind, name, principal }: CallInfo, outcome: AuditOutcome, reason: string): void {
    this.#trail.add(kind, name, principal, outcome, reason);
  }
}

/** The policy where none is named. */
export function defaultPolicySource(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment["CLOUDG_MCP_POLICY"];
  return named === undefined || named === "" ? "standard" : named;
}

async function openStore(store: RedisClient | string): Promise<BucketStore> {
  const { RedisBuckets } = await import("./redis-buckets.js");
  if (typeof store !== "string") return RedisBuckets.open(store);
  const { connectRedis } = await import("./redis-connection.js");
  const connection = await connectRedis(store);
  return RedisBuckets.open(connection.client, () => connection.close());
}

function shownName(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}
