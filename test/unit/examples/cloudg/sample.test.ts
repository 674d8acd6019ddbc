import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { Estate } from "../../../../examples/cloudg/src/data/estate.js";
import { loadSample } from "../../../../examples/cloudg/src/data/sample.js";
import { expectSound } from "./support.js";

const sample = loadSample();
const estate = new Estate();
estate.load("sample", sample);

describe("the sample estate", () => {
  it("is sound, and says where it comes from", () => {
    expectSound(sample);
    expect(sample).toMatchObject({ name: "sample", source: "sample", kind: "cloudg", notes: [] });
    expect(JSON.stringify(sample)).not.toContain("(sensitive)");
  });

  it("spans three clouds, five frameworks, all severities and statuses", () => {
    expect(estate.count("provider")).toEqual([
      { value: "aws", count: 35 },
      { value: "azure", count: 16 },
      { value: "gcp", count: 15 },
    ]);
    expect(estate.frameworks()).toEqual(["CIS-AWS", "CIS-Azure", "CIS-GCP", "NIST-800-53", "PCI-DSS"]);
    expect(new Set(sample.findings.map(({ severity }) => severity)).size).toBe(5);
    expect(new Set(sample.findings.map(({ status }) => status)).size).toBe(4);
    expect(sample.findings.every(({ assetIds }) => assetIds.length > 0)).toBe(true);
  });

  it("has the bastion, exposed and connected", () => {
    const bastion = estate.get("arn:aws:ec2:us-east-1:111111111111:instance/i-0bast");
    expect(bastion).toMatchObject({ name: "bastion", type: "aws_instance", region: "us-east-1", account: "111111111111", tags: { exposure: "internet" } });
    expect(estate.get("bastion")).toBe(bastion);
    expect(estate.get("i-0bast")).toBe(bastion);
    const { references, referencedBy } = estate.neighbors("bastion");
    expect(references.map(({ name, attribute }) => [name, attribute])).toEqual([
      ["shop-public-a", "subnet_id"],
      ["bastion-sg", "vpc_security_group_ids.0"],
      ["bastion-role", "iam_instance_profile"],
    ]);
    expect(referencedBy.map(({ name }) => name)).toEqual(["bastion-ip"]);
    expect(estate.findingsForAsset("bastion").map(({ severity }) => severity)).toEqual(["high", "medium"]);
  });

  it("has names that are references", () => {
    for (const { name, id, address } of sample.assets) {
      expect(estate.get(name).id).toBe(id);
      expect(estate.get(address!).id).toBe(id);
    }
  });

  it("belongs to nobody", () => {
    const text = readFileSync(new URL("../../../../examples/cloudg/sample/estate.json", import.meta.url), "utf8");
    expect(new Set(text.match(/(?<![\d-])\d{12}(?!\d)/g))).toEqual(new Set(["111111111111"]));
    // Public addresses come from the ranges set aside for documentation.
    const publicAddresses = (text.match(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g) ?? []).filter((address) => !/^(?:10|0)\./.test(address));
    expect(publicAddresses.every((address) => /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\./.test(address))).toBe(true);
    // One asset or finding a line.
    expect(text.trimEnd().split("\n")).toHaveLength(sample.assets.length + sample.findings.length + 7);
  });
});
