/** The prefix of every `_meta` key the layer writes, spelt out here and nowhere else. */
export const META_PREFIX = "cloudg/";

/** The keys the layer writes, without their prefix. */
export const MetaKey = {
  Category: "category",
  Sensitivity: "sensitivity",
  Tags: "tags",
  DurationMs: "duration_ms",
  Transforms: "transforms",
  ErrorCode: "error_code",
  ErrorData: "error_data",
  Cache: "cache",
  Retries: "retries",
} as const;
export type MetaKey = (typeof MetaKey)[keyof typeof MetaKey];

/** A prefix as MCP allows it for `_meta` keys (dot-separated labels and a slash), or `""`. */
const PREFIX_PATTERN = /^(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\/)?$/;

export function checkMetaPrefix(prefix: string): string {
  if (PREFIX_PATTERN.test(prefix)) return prefix;
  throw new TypeError(
    `metaPrefix ${JSON.stringify(prefix)} is not a _meta key prefix: write dot-separated labels and a slash at the end, like "example.com/".`,
  );
}
