/** Lays a document over the one it extends: scalars and allow lists replace, maps merge, deny lists are united, rules and rate limits follow the parent's. Serves load. */
import type { Capability } from "../model/capability.js";
import type { PolicyDocument } from "./document.js";

type Keys = Readonly<Record<string, unknown>>;

const CONCATENATED: ReadonlySet<string> = new Set(["rules", "rateLimits", "detectors"]);

/** `allowCapabilities` of the child takes out of the deny set it inherits, and is used up by that. */
export function mergeDocuments(parent: PolicyDocument, child: PolicyDocument): PolicyDocument {
  const { allowCapabilities, ...own } = child;
  const inherited = subtract(parent.denyCapabilities ?? [], allowCapabilities ?? []);
  const { extends: _parent, ...merged } = mergeKeys({ ...parent, denyCapabilities: inherited }, own);
  return merged;
}

/** A document that extends nothing inherits no deny set that it could take out of. */
export function settleDocument({ allowCapabilities: _unused, ...document }: PolicyDocument): PolicyDocument {
  return document;
}

function mergeKeys(parent: Keys, child: Keys): Keys {
  const merged: Record<string, unknown> = { ...parent };
  for (const [key, value] of Object.entries(child)) {
    if (value === undefined) continue;
    define(merged, key, mergeValue(key, Object.hasOwn(parent, key) ? parent[key] : undefined, value));
  }
  return merged;
}

function mergeValue(key: string, parent: unknown, child: unknown): unknown {
  if (key.startsWith("deny")) return [...new Set([...listOf(parent), ...listOf(child)])];
  if (CONCATENATED.has(key)) return [...listOf(parent), ...listOf(child)];
  return isMap(parent) && isMap(child) ? mergeKeys(parent, child) : child;
}

function subtract(denied: readonly Capability[], allowed: readonly Capability[]): readonly Capability[] {
  return denied.filter((capability) => !allowed.includes(capability));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isMap(value: unknown): value is Keys {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A role may be called `__proto__`, which plain assignment would take for the prototype. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
