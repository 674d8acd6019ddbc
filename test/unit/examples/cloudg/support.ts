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
  expect(faultsOf(dataset)).toEqual([]);
}

function faultsOf({ assets, findings }: Dataset): string[] {
  const ids = new Set(assets.map(({ id }) => id));
  const faults: string[] = [];
  const check = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault);
  };
  check(ids.size === assets.length, "two assets with one id");
  check(new Set(findings.map(({ id }) => id)).size === findings.length, "two findings with one id");
  for (const { id, name, type, tags, references } of assets) {
    const isText = (text: unknown): boolean => typeof text === "string" && text !== "";
    check([id, name, type].every(isText), `${id}: id, name or type is no text`);
    check(
      Object.values(tags).every((value) => typeof value === "string"),
      `${id}: a tag is no text`,
    );
    check(
      references.every((reference) => ids.has(reference) && reference !== id),
      `${id}: refers to nothing or itself`,
    );
    check(new Set(references).size === references.length, `${id}: refers to something twice`);
  }
  for (const { id, assetIds } of findings) {
    check(
      assetIds.every((assetId) => ids.has(assetId)),
      `${id}: is about nothing`,
    );
  }
  return faults;
}
