/** Equality of JSON values, as `enum`, `const` and `uniqueItems` mean it: by content, whatever the order of keys. Serves compilation. */

/** Only instances that a caller in process brings are this deep or large, as a rule; such a value is taken for equal to none. */
const MAX_DEPTH = 200;
const MAX_NODES = 10_000;

interface Budget {
  depth: number;
  nodes: number;
}

let unequal = 0;

/** A text that two values share exactly when they are equal. What arguments turn into (dates, sets, maps, bytes) has one too. */
export function equalityKey(value: unknown): string {
  return keyOf(value, { depth: 0, nodes: 0 });
}

function keyOf(value: unknown, budget: Budget): string {
  if (typeof value === "string") return JSON.stringify(value);
  // -0 equals 0.
  if (typeof value === "number") return String(value + 0);
  if (typeof value !== "object" || value === null) return String(value);
  if (++budget.nodes > MAX_NODES || budget.depth > MAX_DEPTH) return `#${unequal++}`;
  budget.depth++;
  const key = objectKey(value, budget);
  budget.depth--;
  return key;
}

function objectKey(value: object, budget: Budget): string {
  const keys = (parts: Iterable<unknown>): string => Array.from(parts, (part) => keyOf(part, budget)).join();
  if (Array.isArray(value)) return `[${keys(value)}]`;
  if (value instanceof Set) return `Set[${keys(value)}]`;
  if (value instanceof Map) return `Map[${keys(value)}]`;
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (value instanceof Uint8Array) return `bytes(${Buffer.from(value).toString("base64")})`;
  if (value instanceof URL || value instanceof RegExp) return `${value.constructor.name}(${String(value)})`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${keyOf((value as Record<string, unknown>)[name], budget)}`).join()}}`;
}

/** Linear in the number of items. */
export function areUnique(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const key = equalityKey(item);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}
