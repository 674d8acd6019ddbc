/** Finds assets by anything a person may call them: id, ARN, address, name. Used while loading, to link findings, and by every question after. */
import { canonicalId } from "./cloud-ids.js";
import { textAt } from "./json.js";
import type { Asset } from "./model.js";

export class AssetLookup {
  private readonly exact = new Map<string, Asset>();
  /** The same in lower case, then names, then what else people call an asset; asked in this order. */
  private readonly folded: readonly Map<string, Asset[]>[] = [new Map(), new Map(), new Map()];

  constructor(assets: Iterable<Asset> = []) {
    for (const asset of assets) this.add(asset);
  }

  add(asset: Asset): void {
    const ids = [asset.id, asset.arn, asset.address];
    for (const key of ids) {
      // An id beats another asset's ARN or address; of two equal ones the first stays.
      if (key !== undefined && (key === asset.id || !this.exact.has(key))) this.exact.set(key, asset);
    }
    this.enter(0, ids, asset);
    this.enter(1, [asset.name], asset);
    this.enter(2, [textAt(asset.attributes, "id"), lastPart(asset.arn ?? asset.id)], asset);
  }

  /** The asset with exactly this id, ARN or address. */
  get(ref: string): Asset | undefined {
    return this.exact.get(ref);
  }

  /**
   * The assets this reference may mean: by id, ARN or address, by these in another case, by name, by the cloud's short id
   * or the last part of an ARN; the first that gives any. More than one means that the reference is ambiguous.
   */
  find(ref: string): readonly Asset[] {
    const exact = this.exact.get(ref) ?? this.exact.get(ref.trim());
    if (exact !== undefined) return [exact];
    const key = fold(ref);
    const found = this.folded.map((names) => names.get(key)).find((assets) => assets !== undefined) ?? [];
    const sameCase = found.filter((asset) => asset.name === ref);
    return sameCase.length === 1 ? sameCase : found;
  }

  /** Whether this reference means exactly one asset. */
  isUnique(ref: string): boolean {
    return this.find(ref).length === 1;
  }

  private enter(tier: number, names: readonly (string | undefined)[], asset: Asset): void {
    const map = this.folded[tier]!;
    for (const name of names) {
      if (name === undefined) continue;
      const key = fold(name);
      const others = map.get(key);
      if (others === undefined) map.set(key, [asset]);
      else if (others.at(-1) !== asset) others.push(asset);
    }
  }
}

function fold(ref: string): string {
  return canonicalId(ref.trim()).toLowerCase();
}

function lastPart(id: string): string {
  return id.split(/[:/]/).at(-1) ?? id;
}
