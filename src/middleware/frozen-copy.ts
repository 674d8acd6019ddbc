/** Snapshots of answers: what is remembered must not change when a handler or a caller changes what it holds. */

/** A deep copy, frozen all the way down, of plain data and of the instances of content, contents and result classes in it. */
export function frozenCopy<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T;
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as Record<string, unknown>;
  for (const [key, inner] of Object.entries(value)) {
    // Assigning to this name would set the prototype instead.
    if (key === "__proto__") Object.defineProperty(copy, key, { value: frozenCopy(inner as unknown), enumerable: true });
    else copy[key] = frozenCopy(inner as unknown);
  }
  return Object.freeze(copy) as T;
}
