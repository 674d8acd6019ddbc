import { describe, expect, it } from "@jest/globals";
import { datasetNameOf, parseDatasetsSetting } from "../../../../examples/cloudg/src/data/datasets-env.js";

describe("CLOUDG_DATASETS", () => {
  it("names files, in order; a path may contain =", () => {
    expect(parseDatasetsSetting(" prod = a/b.json ,dev=x=y.json")).toEqual([
      { name: "prod", path: "a/b.json" },
      { name: "dev", path: "x=y.json" },
    ]);
  });

  it("may be absent or blank", () => {
    expect(parseDatasetsSetting(undefined)).toEqual([]);
    expect(parseDatasetsSetting("  ")).toEqual([]);
  });

  it("reports all faults at once", () => {
    expect(() => parseDatasetsSetting("a.json,=b,c=,d=1,d=2,")).toThrow(
      'CLOUDG_DATASETS is wrong: entry 1 ("a.json") has no "="; entry 2 ("=b") has no name; entry 3 ("c=") has no path; entry 5 ("d=2") repeats the name "d"; entry 6 is empty. Write it as name=path,name2=path2.',
    );
  });
});

describe("datasetNameOf", () => {
  it.each([
    ["/x/prod.tfstate", "prod"],
    ["scan.ocsf.json", "scan"],
    ["terraform.tfstate.json", "terraform"],
    ["notes.txt", "notes.txt"],
    [".json", "dataset"],
    ["", "dataset"],
  ])("%j is called %j", (file, name) => {
    expect(datasetNameOf(file)).toBe(name);
  });
});
