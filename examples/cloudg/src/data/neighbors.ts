/** What an asset refers to and what refers to it, with the attribute that makes the link. */
import type { DatasetIndex } from "./dataset-index.js";
import { optional } from "./json.js";
import type { Asset } from "./model.js";

export interface AssetName {
  id: string;
  name: string;
  type: string;
}

export interface Neighbor extends AssetName {
  /** Path of the attribute that holds the reference, e.g. `subnet_mapping.0.subnet_id`; absent for a dependency that no attribute shows. */
  attribute?: string;
}

export interface Neighbors {
  asset: AssetName;
  /** What it refers to; at most 200. */
  references: Neighbor[];
  /** What refers to it; at most 200. */
  referencedBy: Neighbor[];
  /** How many there are of each. */
  total: { references: number; referencedBy: number };
}

/** A network that ten thousand machines refer to is not read one by one. */
const MAX_LISTED = 200;

export function findNeighbors(index: DatasetIndex, asset: Asset): Neighbors {
  const mentions = index.mentionsOf(asset);
  const targets = asset.references.map((id) => index.lookup.get(id)).filter((target) => target !== undefined);
  const referrers = index.referrersOf(asset.id);
  return {
    asset: nameAsset(asset),
    references: targets.slice(0, MAX_LISTED).map((target) => ({ ...nameAsset(target), ...optional("attribute", mentions.get(target.id)) })),
    referencedBy: referrers
      .slice(0, MAX_LISTED)
      .map((referrer) => ({ ...nameAsset(referrer), ...optional("attribute", index.mentionsOf(referrer).get(asset.id)) })),
    total: { references: targets.length, referencedBy: referrers.length },
  };
}

export function nameAsset({ id, name, type }: Asset): AssetName {
  return { id, name, type };
}
