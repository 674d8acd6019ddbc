/** Finds assets by anything a person may call them: id, ARN, address, name. Used while loading, to link findings, and by every question after. */
import { canonicalId } from "./cloud-ids.js";
import { textAt } from "./json.js";
import type { Asset } from "./model.js";

export class AssetLookup {
  private readonly exact = new Map<string, Asset>();
  private readonly loose = new Map<string, Asset[]>();

  constructor(assets: Iterable<Asset> = []) {
    for (const asset of assets) this.add(asset);
  }

  add(asset: Asset): void {
    for (const key of [asset.id, asset.arn, asset.address]) {
      if (key === undefined) continue;
      // An id beats another asset's ARN or address; of two equal ones the first stays.
      if (key === asset.id || !this.exact.has(key)) this.exact.set(key, asset);
      this.addLoose(fold(key), asset);
    }
    for (const name of [asset.name, textAt(asset.attributes, "id"), lastPart(asset.arn ?? asset.id)]) {
      if (name !== undefined) this.addLoose(fold(name), asset);
    }
  }

  /** The asset with exactly this id, ARN or address. */
  get(ref: string): Asset | undefined {
    return this.exact.get(ref);
  }

  /**
   * The assets this reference may mean: one by id, ARN or address; else all with that name, cloud id or last part of an ARN, in any case.
   * More than one means that the reference is ambiguous.
   */
  find(ref: string): readonly Asset[] {
    const exact = this.exact.get(ref) ?? this.exact.get(ref.trim());
    if (exact !== undefined) return [exact];
    const loose = this.loose.get(fold(ref)) ?? [];
    const sameCase = loose.filter((asset) => asset.name === ref);
    return sameCase.length === 1 ? sameCase : loose;
  }

  /** Whether this reference means exactly one asset. */
  isUnique(ref: string): boolean {
    return this.find(ref).length === 1;
  }

  private addLoose(key: string, asset: Asset): void {
    const others = this.loose.get(key);
    if (others === undefined) this.loose.set(key, [asset]);
    else if (others.at(-1) !== asset) others.push(asset);
  }
}

function fold(ref: string): string {
  return canonicalId(ref.trim()).toLowerCase();
}

function lastPart(id: string): string {
  return id.split(/[:/]/).at(-1) ?? id;
}
