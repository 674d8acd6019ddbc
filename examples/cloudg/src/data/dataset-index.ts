/** One dataset prepared for questions, once when it is loaded: assets by every name, findings by urgency and by asset, references both ways. */
import { AssetLookup } from "./asset-lookup.js";
import { EstateError } from "./errors.js";
import { quote } from "./json.js";
import { SEVERITIES, STATUSES } from "./model.js";
import type { Asset, Dataset, Finding } from "./model.js";
import { ReferenceIndex } from "./references.js";
import { suggest } from "./suggest.js";
import type { Candidate } from "./suggest.js";

export class DatasetIndex {
  readonly lookup: AssetLookup;
  /** The most severe first, what needs work before what does not. */
  readonly findings: readonly Finding[];
  private readonly findingsByAsset = new Map<string, Finding[]>();
  private readonly referrers = new Map<string, Asset[]>();
  private mentions: ReferenceIndex | undefined;

  constructor(readonly dataset: Dataset) {
    this.lookup = new AssetLookup(dataset.assets);
    this.findings = [...dataset.findings].sort(byUrgency);
    for (const finding of this.findings) for (const id of finding.assetIds) append(this.findingsByAsset, id, finding);
    for (const asset of dataset.assets) for (const id of asset.references) append(this.referrers, id, asset);
  }

  /** @throws EstateError when the reference names no asset, or several. */
  resolve(ref: string): Asset {
    const found = this.lookup.find(ref);
    if (found.length === 1) return found[0]!;
    throw found.length === 0 ? this.missing(ref) : ambiguous(ref, found);
  }

  findingsOf(assetId: string): readonly Finding[] {
    return this.findingsByAsset.get(assetId) ?? [];
  }

  /** The assets that refer to this one. */
  referrersOf(assetId: string): readonly Asset[] {
    return this.referrers.get(assetId) ?? [];
  }

  /** Ids of assets that the attributes mention, with the attribute that does. */
  mentionsOf(asset: Asset): ReadonlyMap<string, string> {
    this.mentions ??= new ReferenceIndex(this.dataset.assets);
    return this.mentions.mentionsOf(asset);
  }

  private missing(ref: string): EstateError {
    const suggestions = suggest(ref, this.candidates());
    const hint =
      suggestions.length === 0
        ? "Look for it with a query"
        : `Did you mean ${suggestions.map((text) => quote(text)).join(", ")}? Else look for it with a query`;
    return new EstateError(
      "not-found",
      `No asset of the dataset ${quote(this.dataset.name)} has the id, ARN, address or name ${quote(ref)}. ${hint}.`,
      suggestions,
    );
  }

  private *candidates(): Generator<Candidate> {
    for (const asset of this.dataset.assets) {
      const subject = asset.id;
      const suggestion = this.lookup.isUnique(asset.name) ? asset.name : asset.id;
      yield { text: asset.name, suggestion, subject };
      for (const id of [asset.id, asset.arn, asset.address]) {
        if (id === undefined) continue;
        yield { text: id, suggestion: id, subject };
        yield { text: id.split(/[:/]/).at(-1) ?? id, suggestion, subject };
      }
    }
  }
}

function ambiguous(ref: string, found: readonly Asset[]): EstateError {
  const suggestions = found.slice(0, 5).map(({ id }) => id);
  const listed = found.slice(0, 5).map(({ id, type }) => `${quote(id)} (${type})`);
  const more = found.length > listed.length ? " and more" : "";
  return new EstateError(
    "ambiguous",
    `${quote(ref)} may mean any of ${found.length} assets: ${listed.join(", ")}${more}. Give the id of the one you mean.`,
    suggestions,
  );
}

export function byUrgency(one: Finding, other: Finding): number {
  return (
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status) ||
    (one.checkId < other.checkId ? -1 : one.checkId > other.checkId ? 1 : 0)
  );
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
