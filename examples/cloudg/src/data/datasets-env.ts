/** Reads the setting CLOUDG_DATASETS, the datasets to load at start: `name=path,name2=path2`. */
import path from "node:path";
import { DatasetError } from "./errors.js";
import { quote } from "./json.js";

export interface DatasetEntry {
  name: string;
  path: string;
}

/**
 * The entries in the order written; none for an absent or blank setting. A path may contain `=` but no comma.
 * @throws DatasetError listing every entry that is wrong.
 */
export function parseDatasetsSetting(setting: string | undefined): DatasetEntry[] {
  if (setting === undefined || setting.trim() === "") return [];
  const problems: string[] = [];
  const entries = new Map<string, DatasetEntry>();
  for (const [index, written] of setting.split(",").entries()) {
    const at = written.indexOf("=");
    const name = written.slice(0, Math.max(at, 0)).trim();
    const file = written.slice(at + 1).trim();
    const entry = `entry ${index + 1} (${quote(written.trim(), 80)})`;
    if (written.trim() === "") problems.push(`entry ${index + 1} is empty`);
    else if (at === -1) problems.push(`${entry} has no "="`);
    else if (name === "") problems.push(`${entry} has no name`);
    else if (file === "") problems.push(`${entry} has no path`);
    else if (entries.has(name)) problems.push(`${entry} repeats the name ${quote(name, 80)}`);
    else entries.set(name, { name, path: file });
  }
  if (problems.length > 0) throw new DatasetError("settings", `CLOUDG_DATASETS is wrong: ${problems.join("; ")}`, "Write it as name=path,name2=path2.");
  return [...entries.values()];
}

/** What a dataset is called when nobody says: the file's name without directory and endings. */
export function datasetNameOf(file: string): string {
  const base = path
    .basename(file)
    .replace(/\.(?:json|tfstate|ocsf)$/i, "")
    .replace(/\.(?:ocsf|tfstate)$/i, "");
  return base === "" ? "dataset" : base.slice(0, 100);
}
