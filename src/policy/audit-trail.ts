/** What the policy remembers of calls: a ring of the latest, without any argument's value. */
import type { Principal } from "../model/principal.js";
import type { CallKind } from "../model/tool-context.js";

export type AuditOutcome = "allowed" | "denied" | "not_found" | "rate_limited";

export interface AuditRecord {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly kind: CallKind;
  /** As the caller wrote it, cut at 200 characters. */
  readonly name: string;
  /** The principal's id. */
  readonly principal: string;
  readonly outcome: AuditOutcome;
  readonly reason: string;
}

export interface AuditFilter {
  readonly outcome?: AuditOutcome;
  /** The principal's id. */
  readonly principal?: string;
  readonly kind?: CallKind;
  /** The latest so many. @default all */
  readonly limit?: number;
}

/** A caller may send a megabyte for a name. */
const MAX_NAME = 200;

export class AuditTrail {
  readonly #size: number;
  readonly #ring: AuditRecord[] = [];
  /** Where the next record goes once the ring is full: at the oldest. */
  #next = 0;

  constructor(size: number) {
    this.#size = size;
  }

  add(kind: CallKind, name: string, { id }: Principal, outcome: AuditOutcome, reason: string): void {
    if (this.#size === 0) return;
    const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
    this.#ring[this.#next] = Object.freeze({ time: Date.now(), kind, name: shown, principal: id, outcome, reason });
    this.#next = (this.#next + 1) % this.#size;
  }

  /** Oldest first. */
  records({ outcome, principal, kind, limit }: AuditFilter = {}): readonly AuditRecord[] {
    const inOrder = this.#ring.length < this.#size ? this.#ring : [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)];
    const found = inOrder.filter(
      (record) =>
        (outcome === undefined || record.outcome === outcome) &&
        (principal === undefined || record.principal === principal) &&
        (kind === undefined || record.kind === kind),
    );
    return limit === undefined ? found : found.slice(Math.max(found.length - limit, 0));
  }
}
