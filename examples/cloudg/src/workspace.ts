/** What is loaded and where more may come from: one estate and the directories it may read, shared by all plugins of this server. */
import { AllowedRoots } from "./data/allowed-roots.js";
import { readDatasetFile } from "./data/dataset-file.js";
import { datasetNameOf, parseDatasetsSetting } from "./data/datasets-env.js";
import { Estate } from "./data/estate.js";
import type { DatasetSummary } from "./data/estate.js";
import { loadSample } from "./data/sample.js";

export interface WorkspaceStatus {
  activeDataset: string | null;
  datasets: DatasetSummary[];
  allowedRoots: string[];
}

const SAMPLE_NAME = "sample";

/** The environment this server reads: CLOUDG_MCP_ALLOWED_ROOTS and CLOUDG_DATASETS. */
export type Settings = Readonly<Record<string, string | undefined>>;

export class Workspace {
  readonly estate = new Estate();
  readonly #roots: AllowedRoots;
  readonly #settings: Settings;
  #preloaded: Promise<void> | undefined;

  /** @throws DatasetError for an allowed root that is no directory. */
  constructor(settings: Settings = process.env) {
    this.#settings = settings;
    this.#roots = AllowedRoots.parse(settings["CLOUDG_MCP_ALLOWED_ROOTS"]);
    this.estate.load(SAMPLE_NAME, loadSample(SAMPLE_NAME));
  }

  /** Loads what CLOUDG_DATASETS names, once. @throws DatasetError */
  preload(): Promise<void> {
    return (this.#preloaded ??= (async () => {
      for (const { name, path } of parseDatasetsSetting(this.#settings["CLOUDG_DATASETS"])) await this.load(path, name);
    })());
  }

  /** Reads the file whole before anything changes. @throws DatasetError or EstateError, with the loaded data as it was. */
  async load(path: string, name = ""): Promise<DatasetSummary> {
    const dataset = await readDatasetFile(path, name === "" ? datasetNameOf(path) : name, this.#roots);
    this.estate.load(dataset.name, dataset);
    return this.estate.datasets().find((summary) => summary.name === dataset.name)!;
  }

  status(): WorkspaceStatus {
    return { activeDataset: this.estate.active ?? null, datasets: this.estate.datasets(), allowedRoots: [...this.#roots.directories] };
  }
}

let shared: Workspace | undefined;

/** The workspace of the process, made when the first plugin needs it. */
export function sharedWorkspace(): Workspace {
  return (shared ??= new Workspace());
}
