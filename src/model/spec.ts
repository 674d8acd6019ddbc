/** What the four kinds of primitive have in common, and the wire keys they share. */
import type { Capability } from "./capability.js";
import { CAPABILITY_NAMES, isCapability } from "./capability.js";
import type { Icon } from "./icon.js";
import { iconToWire } from "./icon.js";
import type { PrimitiveKind } from "./kinds.js";
import { META_PREFIX, MetaKey } from "./meta-prefix.js";
import { isSensitivity, Sensitivity } from "./sensitivity.js";

/** Fields of every spec. */
export interface SpecInit {
  readonly name: string;
  readonly title?: string | undefined;
  /** @default "" */
  readonly description?: string | undefined;
  /** Used by filters, policies and `_meta`. @default "general" */
  readonly category?: string | undefined;
  readonly tags?: Iterable<string> | undefined;
  /** @default "confidential" ("internal" for prompts) */
  readonly sensitivity?: Sensitivity | undefined;
  /** @default ["read_state"] */
  readonly capabilities?: Iterable<Capability> | undefined;
  /** Merged into `_meta` after the layer's own keys. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly icons?: readonly Icon[] | undefined;
  /** Where it was declared (`Class.method`), for messages. */
  readonly origin?: string | undefined;
}

export interface WireOptions {
  /** @default META_PREFIX */
  readonly metaPrefix?: string;
}

const BRAND = Symbol.for("cloudg-mcp:spec");

/** Says on a spec class which kind its instances are. */
export function brandSpec(cls: { readonly prototype: Spec }, kind: PrimitiveKind): void {
  Object.defineProperty(cls.prototype, BRAND, { value: kind });
}

/** The kind of a spec, also of one from another copy of this package; undefined for anything else. */
export function specKind(value: unknown): PrimitiveKind | undefined {
  return typeof value === "object" && value !== null ? ((value as Record<symbol, unknown>)[BRAND] as PrimitiveKind | undefined) : undefined;
}

export abstract class Spec {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly category: string;
  readonly tags: ReadonlySet<string>;
  readonly sensitivity: Sensitivity;
  readonly capabilities: ReadonlySet<Capability>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly icons: readonly Icon[] | undefined;
  readonly origin: string | undefined;

  constructor(init: SpecInit, defaultSensitivity: Sensitivity = Sensitivity.Confidential) {
    this.name = init.name;
    this.title = init.title;
    this.description = init.description ?? "";
    this.category = init.category ?? "general";
    this.tags = new Set(init.tags);
    this.sensitivity = checkSensitivity(init.sensitivity ?? defaultSensitivity, init.name);
    this.capabilities = checkCapabilities(init.capabilities ?? ["read_state"], init.name);
    this.meta = Object.freeze({ ...init.meta });
    this.icons = init.icons === undefined ? undefined : Object.freeze([...init.icons]);
    this.origin = init.origin;
  }

  /** `title` and `icons`, when set. */
  protected displayToWire(): Record<string, unknown> {
    return {
      ...(this.title === undefined ? {} : { title: this.title }),
      ...(this.icons === undefined ? {} : { icons: this.icons.map(iconToWire) }),
    };
  }

  protected metaToWire({ metaPrefix = META_PREFIX }: WireOptions): Record<string, unknown> {
    return {
      [metaPrefix + MetaKey.Category]: this.category,
      [metaPrefix + MetaKey.Sensitivity]: this.sensitivity,
      ...(this.tags.size === 0 ? {} : { [metaPrefix + MetaKey.Tags]: [...this.tags].sort() }),
      ...this.meta,
    };
  }
}

function checkSensitivity(value: unknown, name: string): Sensitivity {
  if (isSensitivity(value)) return value;
  throw new TypeError(`"${name}": sensitivity ${JSON.stringify(value)} is unknown; use one of ${Object.values(Sensitivity).join(", ")}`);
}

function checkCapabilities(values: Iterable<unknown>, name: string): ReadonlySet<Capability> {
  const set = new Set<Capability>();
  for (const value of values) {
    if (!isCapability(value)) throw new TypeError(`"${name}": capability ${JSON.stringify(value)} is unknown; use some of ${CAPABILITY_NAMES.join(", ")}`);
    set.add(value);
  }
  return set;
}

/** Freezes a JSON-like value all the way down. Cycles are met once. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
