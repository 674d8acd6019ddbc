/** Equality of JSON values, as `enum`, `const` and `uniqueItems` mean it: by content, whatever the order of keys. Serves compilation. */

/** A text that two values share exactly when they are equal. Values that arguments turn into (dates, sets, maps, bytes) have one too. */
export function equalityKey(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "object":
      return value === null ? "null" : objectKey(value);
    case "number":
      // -0 equals 0.
      return String(value + 0);
    case "bigint":
      return String(value);
    default:
      return String(value);
  }
}

function objectKey(value: object): string {
  if (Array.isArray(value)) return `[${value.map(equalityKey).join()}]`;
  if (value instanceof Set || value instanceof Map) return `${value.constructor.name}[${[...(value as Iterable<unknown>)].map(equalityKey).join()}]`;
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (value instanceof Uint8Array) return `bytes(${Buffer.from(value).toString("base64")})`;
  if (value instanceof URL || value instanceof RegExp) return `${value.constructor.name}(${String(value)})`;
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${equalityKey((value as Record<string, unknown>)[key])}`);
  return `{${entries.join()}}`;
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
