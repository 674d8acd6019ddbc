/** Completes a reference while somebody types it: names, ids, ARNs and addresses of the active dataset. */
import type { DatasetIndex } from "./dataset-index.js";

/** What the protocol lets an answer hold. */
const MAX_VALUES = 100;

/** Every value names exactly one asset. Those that begin with the text come before those that contain it. */
export function completeReference({ dataset, lookup }: DatasetIndex, partial: string): string[] {
  const wanted = partial.trim().toLowerCase();
  const beginning = new Set<string>();
  const containing = new Set<string>();
  for (const asset of dataset.assets) {
    for (const ref of [asset.name, asset.id, asset.arn, asset.address]) {
      if (ref === undefined || (ref === asset.name && !lookup.isUnique(ref))) continue;
      const text = ref.toLowerCase();
      if (text.startsWith(wanted)) beginning.add(ref);
      else if (containing.size < MAX_VALUES && text.includes(wanted)) containing.add(ref);
      // With nothing typed yet, one reference for each asset shows more of them.
      if (wanted === "") break;
    }
    if (beginning.size >= MAX_VALUES) break;
  }
  return [...new Set([...beginning, ...containing])].slice(0, MAX_VALUES);
}
