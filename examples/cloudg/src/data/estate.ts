/** The store behind every question: named datasets, one of them active. Loading replaces a dataset whole or not at all. */
import { countAssets, filterAssets } from "./asset-filter.js";
import type { AssetFilter, CountBy, CountRow } from "./asset-filter.js";
import { completeReference } from "./complete.js";
import { takePage } from "./cursor.js";
import type { PageRequest } from "./cursor.js";
import { DatasetIndex } from "./dataset-index.js";
import { EstateError } from "./errors.js";
import { filterFindings, mergeFindings } from "./finding-filter.js";
import type { FindingFilter } from "./finding-filter.js";
import { analyseGaps } from "./gap-analysis.js";
import type { GapAnalysis } from "./gap-analysis.js";
import { optional, quote } from "./json.js";
import type { Asset, Dataset, DatasetKind, Finding } from "./model.js";
import { findNeighbors } from "./neighbors.js";
import type { Neighbors } from "./neighbors.js";
import { suggest } from "./suggest.js";

export interface AssetList {
  assets: Asset[];
  total: number;
  nextCursor?: string;
}

export interface FindingList {
  findings: Finding[];
  total: number;
  nextCursor?: string;
}

export interface DatasetSummary {
  name: string;
  kind: DatasetKind;
  source: string;
  loadedAt: string;
  version: string;
  active: boolean;
  assets: number;
  findings: number;
  notes: string[];
}

/** Each may hold 64 MiB of text; memory ends somewhere. */
const MAX_DATASETS = 32;
const MAX_NAME = 100;

export class Estate {
  private readonly indexes = new Map<string, DatasetIndex>();
  private activeName: string | undefined;

  /**
   * Takes a dataset under a name, in the place of the one that had it, and makes it the active one.
   * @throws EstateError for a name that cannot be used; nothing has changed then.
   */
  load(name: string, dataset: Dataset): void {
    if (name.trim() === "" || name.length > MAX_NAME || /\p{Cc}/u.test(name)) {
      throw new EstateError("bad-name", `${quote(name)} cannot be a dataset's name: give 1 to ${MAX_NAME} characters without control characters.`);
    }
    if (!this.indexes.has(name) && this.indexes.size >= MAX_DATASETS) {
      throw new EstateError(
        "too-many-datasets",
        `${MAX_DATASETS} datasets are loaded, and no more fit. Load this one under the name of one that is no longer needed.`,
        this.datasetNames().slice(0, 5),
      );
    }
    this.indexes.set(name, new DatasetIndex({ ...dataset, name }));
    this.activeName = name;
  }

  /** @throws EstateError when no dataset has this name. */
  activate(name: string): void {
    this.activeName = this.indexOf(name).dataset.name;
  }

  /** The name of the active dataset. */
  get active(): string | undefined {
    return this.activeName;
  }

  datasetNames(): string[] {
    return [...this.indexes.keys()];
  }

  datasets(): DatasetSummary[] {
    return [...this.indexes.values()].map(({ dataset: { assets, findings, ...facts } }) => ({
      ...facts,
      active: facts.name === this.activeName,
      assets: assets.length,
      findings: findings.length,
    }));
  }

  /** Assets of the active dataset that match, page by page. @throws EstateError for a cursor of another list. */
  find({ limit, cursor, query = "", type = "", provider = "", region = "", tag = "" }: AssetFilter & PageRequest = {}): AssetList {
    const { dataset } = this.indexOf();
    const matching = filterAssets(dataset.assets, { query, type, provider, region, tag });
    const page = takePage(matching, dataset, ["assets", query, type, provider, region, tag], { limit, cursor });
    return { assets: page.items, total: page.total, ...optional("nextCursor", page.nextCursor) };
  }

  /** The asset with this id, ARN, address, or name that no other has. @throws EstateError with up to 5 suggestions. */
  get(ref: string): Asset {
    return this.indexOf().resolve(ref);
  }

  count(by: CountBy): CountRow[] {
    return countAssets(this.indexOf().dataset.assets, by);
  }

  /** Findings of the active dataset that match, the most severe first. @throws EstateError for a cursor of another list. */
  findings({ limit, cursor, severity, status, framework = "", checkId = "" }: FindingFilter & PageRequest = {}): FindingList {
    const { dataset, findings } = this.indexOf();
    const matching = filterFindings(findings, { severity, status, framework, checkId });
    const page = takePage(matching, dataset, ["findings", severity ?? "", status ?? "", framework, checkId], { limit, cursor });
    return { findings: page.items, total: page.total, ...optional("nextCursor", page.nextCursor) };
  }

  /** Findings about one asset of the active dataset; also those of other datasets that know it by the same id or ARN. @throws EstateError */
  findingsForAsset(ref: string): Finding[] {
    const own = this.indexOf();
    const asset = own.resolve(ref);
    const others = [...this.indexes.values()].filter((index) => index !== own);
    return mergeFindings(asset, [own, ...others]);
  }

  /** @throws EstateError */
  neighbors(ref: string): Neighbors {
    const index = this.indexOf();
    return findNeighbors(index, index.resolve(ref));
  }

  /** References that begin with, else contain, what somebody has typed so far; at most 100. Empty when nothing is loaded. */
  completeRef(partial: string): string[] {
    return this.activeName === undefined ? [] : completeReference(this.indexOf(), partial);
  }

  /** Names of the frameworks that findings of the active dataset speak of. */
  frameworks(dataset = ""): string[] {
    if (this.activeName === undefined) return [];
    return [...new Set(this.indexOf(dataset).findings.flatMap(({ frameworks }) => Object.keys(frameworks)))].sort();
  }

  /** @throws EstateError for a framework that no finding speaks of. */
  gapAnalysis(framework: string, dataset = ""): GapAnalysis {
    const index = this.indexOf(dataset);
    const known = this.frameworks(dataset);
    const name = known.find((candidate) => candidate === framework) ?? known.find((candidate) => candidate.toLowerCase() === framework.trim().toLowerCase());
    if (name !== undefined) return analyseGaps(index, name);
    const suggestions = suggest(
      framework,
      known.map((text) => ({ text, suggestion: text })),
    );
    const choice =
      known.length === 0 ? "None of its findings names a framework" : `There are: ${known.slice(0, 20).join(", ")}${known.length > 20 ? ", …" : ""}`;
    throw new EstateError(
      "unknown-framework",
      `No finding of the dataset ${quote(index.dataset.name)} belongs to the framework ${quote(framework)}. ${choice}.`,
      suggestions,
    );
  }

  /** The dataset of this name; the active one for an empty name. */
  private indexOf(name = ""): DatasetIndex {
    const wanted = name === "" ? this.activeName : name;
    if (wanted === undefined) throw new EstateError("no-dataset", "No dataset is loaded. Load one first.");
    const index = this.indexes.get(wanted);
    if (index !== undefined) return index;
    const names = this.datasetNames();
    const suggestions = suggest(
      wanted,
      names.map((text) => ({ text, suggestion: text })),
    );
    throw new EstateError(
      "unknown-dataset",
      `No dataset is called ${quote(wanted)}. Loaded are: ${names.map((text) => quote(text)).join(", ") || "none"}.`,
      suggestions,
    );
  }
}
