/** What the tests of the example's data side share: fixtures, and what must hold of everything that was loaded. */
import { readFileSync } from "node:fs";
import { expect } from "@jest/globals";
import { buildDataset } from "../../../../examples/cloudg/src/data/dataset-file.js";
import type { JsonObject } from "../../../../examples/cloudg/src/data/json.js";
import type { Asset, Dataset } from "../../../../examples/cloudg/src/data/model.js";

export const FIXTURES = ["terraform-state", "terraform-show", "terraform-plan", "prowler", "trivy", "cloudg"] as const;

export function fixtureText(name: string): string {
  return readFileSync(new URL(`../../../fixtures/cloudg/${name}.json`, import.meta.url), "utf8");
}

export function fixture(name: string): JsonObject {
  return JSON.parse(fixtureText(name)) as JsonObject;
}

export function loadText(text: string, name = "test"): Dataset {
  return buildDataset(Buffer.from(text), { name, source: "test.json" });
}

export function load(document: unknown, name = "test"): Dataset {
  return loadText(JSON.stringify(document), name);
}

export function asset(dataset: Dataset, id: string): Asset {
  const found = dataset.assets.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no asset ${id} among ${dataset.assets.map((candidate) => candidate.id).join(", ")}`);
  return found;
}

/** Ids are unique, everything referred to exists, nothing refers to itself, texts are texts. */
export function expectSound(dataset: Dataset): void {
  const ids = new Set(dataset.assets.map(({ id }) => id));
  expect(ids.size).toBe(dataset.assets.length);
  expect(new Set(dataset.findings.map(({ id }) => id)).size).toBe(dataset.findings.length);
  for (const { id, name, type, tags, references } of dataset.assets) {
    expect([id, name, type].every((text) => typeof text === "string" && text !== "")).toBe(true);
    expect(Object.values(tags).every((value) => typeof value === "string")).toBe(true);
    expect(references.filter((reference) => !ids.has(reference) || reference === id)).toEqual([]);
    expect(new Set(references).size).toBe(references.length);
  }
  for (const { assetIds } of dataset.findings) expect(assetIds.filter((id) => !ids.has(id))).toEqual([]);
}
