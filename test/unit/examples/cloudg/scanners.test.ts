import { describe, expect, it } from "@jest/globals";
import { asset, expectSound, fixtureText, load, loadText } from "./support.js";

describe("Prowler OCSF findings", () => {
  const dataset = loadText(fixtureText("prowler"));
  const bucket = "arn:aws:s3:::test-logs";

  it("makes one asset of all entries about a resource", () => {
    expectSound(dataset);
    expect(dataset.kind).toBe("prowler-ocsf");
    expect(dataset.assets).toHaveLength(2);
    expect(asset(dataset, bucket)).toMatchObject({
      arn: bucket,
      name: "test-logs",
      type: "AwsS3Bucket",
      provider: "aws",
      region: "eu-west-1",
      account: "222222222222",
      tags: { env: "test", note: "a:b" },
      attributes: { policy: "x", auth_token: "(sensitive)" },
    });
    expect(dataset.assets[1]).toMatchObject({ name: "vm-1", type: "vm", provider: "azure", region: "westeurope", account: "s-1" });
  });

  it("reads status, severity and frameworks; what is suppressed is muted; ids become unique", () => {
    expect(dataset.findings).toEqual([
      expect.objectContaining({
        id: "prowler-1",
        checkId: "s3_bucket_public_access",
        title: "Buckets are not public",
        status: "fail",
        severity: "critical",
        description: "Bucket test-logs is public.",
        remediation: "Block public access.",
        assetIds: [bucket],
        resource: bucket,
        frameworks: { "CIS-3.0": ["2.1.4"], "PCI-4.0": ["1.3.1", "1.3.2"] },
        source: "prowler",
      }),
      expect.objectContaining({ id: "prowler-1#2", status: "muted", severity: "low", assetIds: [bucket] }),
      expect.objectContaining({ id: "prowler-3", status: "manual", severity: "informational" }),
    ]);
  });

  it("counts the entries that are something else, and refuses a list of nothing else", () => {
    expect(dataset.notes).toEqual(["left out 2 entries that are no detection findings with a check and a status: [3], [4]"]);
    expect(() => load([{ class_uid: 2004 }])).toThrow(/none of its findings can be read/);
  });
});

describe("Trivy report", () => {
  const dataset = loadText(fixtureText("trivy"));
  const bucket = 'main.tf#module.store["a.b"].aws_s3_bucket.this[0]';

  it("makes assets of resources, cloud ids and files", () => {
    expectSound(dataset);
    expect(dataset.assets.map(({ id, type, provider, region }) => [id, type, provider, region])).toEqual([
      [bucket, "aws_s3_bucket", "aws", undefined],
      ["arn:aws:s3:eu-west-1:222222222222:thing/x", "terraform", "aws", "eu-west-1"],
      ["Dockerfile", "dockerfile", "other", undefined],
    ]);
    expect(asset(dataset, bucket).address).toBe('module.store["a.b"].aws_s3_bucket.this[0]');
  });

  it("makes a finding of each misconfiguration", () => {
    expect(dataset.findings.map(({ id, status, severity, assetIds }) => [id, status, severity, assetIds])).toEqual([
      [`AWS-0089@${bucket}`, "fail", "low", [bucket]],
      [`AWS-0089@${bucket}#2`, "pass", "low", [bucket]],
      ["AWS-0001@arn:aws:s3:eu-west-1:222222222222:thing/x", "muted", "informational", ["arn:aws:s3:eu-west-1:222222222222:thing/x"]],
      ["DS002@Dockerfile", "fail", "high", ["Dockerfile"]],
    ]);
    expect(dataset.findings[0]).toMatchObject({
      title: "Buckets log",
      description: "Bucket has logging disabled\nAccess logs show who read what.",
      remediation: "Add a logging block",
    });
  });

  it("keeps no source code, and says what it does not read", () => {
    expect(JSON.stringify(dataset)).not.toContain("trivy-source-line");
    expect(dataset.notes).toEqual([
      "left out 1 misconfigurations without an ID or a status: Results[2].Misconfigurations[1]",
      "left out 1 lists of Vulnerabilities (only Misconfigurations are read): Results[3]",
    ]);
  });

  it("loads a clean report", () => {
    expect(load({ SchemaVersion: 2, ArtifactName: "x" })).toMatchObject({ kind: "trivy", assets: [], findings: [] });
    expect(() => load({ SchemaVersion: 1, Results: [] })).toThrow(/another schema than 2/);
  });
});
