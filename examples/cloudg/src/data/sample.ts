/** Loads the sample estate that ships with this server, so that there is something to ask about from the first minute. */
import { readFileSync } from "node:fs";
import { buildDataset } from "./dataset-file.js";
import type { Dataset } from "./model.js";

/** From here, in `src/data` as in `dist/data`. */
const SAMPLE = new URL("../../sample/estate.json", import.meta.url);

export function loadSample(name = "sample"): Dataset {
  return buildDataset(readFileSync(SAMPLE), { name, source: "sample" });
}
