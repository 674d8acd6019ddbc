/** The assets that a scanner's report names, each entered once however often it is named. Serves the Prowler and Trivy loaders. */
import { AssetLookup } from "./asset-lookup.js";
import type { Asset } from "./model.js";

export class AssetBook {
  readonly assets: Asset[] = [];
  private readonly lookup = new AssetLookup();

  /** The asset with this id, made by `describe` the first time. Scanners repeat names across regions, so only the id counts. */
  enter(id: string, describe: () => Omit<Asset, "id">): Asset {
    const known = this.lookup.get(id);
    if (known !== undefined) return known;
    const asset = { id, ...describe() };
    this.assets.push(asset);
    this.lookup.add(asset);
    return asset;
  }
}

/** Makes the ids a report uses more than once unique: `x`, `x#2`, `x#3`. */
export class UniqueIds {
  private readonly used = new Map<string, number>();

  take(id: string): string {
    const count = (this.used.get(id) ?? 0) + 1;
    this.used.set(id, count);
    return count === 1 ? id : this.take(`${id}#${count}`);
  }
}
