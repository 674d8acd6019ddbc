/** Decides which assets a question is about: words, type, provider, region, tag; and counts them in groups. */
import { groupBy } from "./group-by.js";
import type { Asset } from "./model.js";

/** All that are given must match; an empty text counts as not given. */
export interface AssetFilter {
  /** Words that must all occur in name, id, address, ARN, type or tags; case does not matter. */
  query?: string | undefined;
  type?: string | undefined;
  provider?: string | undefined;
  region?: string | undefined;
  /** `key`, or `key=value`. */
  tag?: string | undefined;
}

export type CountBy = "type" | "provider" | "region" | "account" | `tag:${string}`;

export interface CountRow {
  /** "(none)" for assets without one. */
  value: string;
  count: number;
}

export function filterAssets(assets: readonly Asset[], filter: AssetFilter): Asset[] {
  const words = [...new Set(fold(filter.query).split(/\s+/).filter(Boolean))];
  const type = fold(filter.type);
  const provider = fold(filter.provider);
  const region = fold(filter.region);
  const tag = fold(filter.tag);
  return assets.filter(
    (asset) =>
      matches(asset.type, type) &&
      matches(asset.provider, provider) &&
      matches(asset.region, region) &&
      (tag === "" || hasTag(asset, tag)) &&
      (words.length === 0 || hasWords(asset, words)),
  );
}

function matches(value: string | undefined, wanted: string): boolean {
  return wanted === "" || fold(value) === wanted;
}

function hasTag(asset: Asset, wanted: string): boolean {
  return Object.entries(asset.tags).some(([key, value]) => fold(key) === wanted || `${fold(key)}=${fold(value)}` === wanted);
}

function hasWords(asset: Asset, words: readonly string[]): boolean {
  const tags = Object.entries(asset.tags).map(([key, value]) => `${key}=${value}`);
  const text = [asset.name, asset.id, asset.address, asset.arn, asset.type, ...tags].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

function fold(text: string | undefined): string {
  return (text ?? "").trim().toLowerCase();
}

/** Groups with their sizes, the largest first. */
export function countAssets(assets: readonly Asset[], by: CountBy): CountRow[] {
  const groups = groupBy(assets, (asset) => groupOf(asset, by) ?? "(none)");
  return [...groups]
    .map(([value, members]) => ({ value, count: members.length }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}

function groupOf(asset: Asset, by: CountBy): string | undefined {
  if (by === "type" || by === "provider" || by === "region" || by === "account") return asset[by];
  const key = by.slice("tag:".length);
  return Object.hasOwn(asset.tags, key) ? asset.tags[key] : undefined;
}
