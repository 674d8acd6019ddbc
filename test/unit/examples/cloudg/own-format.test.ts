import { describe, expect, it } from "@jest/globals";
import { asset, expectSound, fixture, fixtureText, load, loadText } from "./support.js";

function problemsOf(document: unknown): string {
  try {
    load(document);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the document was loaded");
}

describe("our own format", () => {
  it("is loaded as written, links filled in, secrets by name hidden", () => {
    const dataset = loadText(fixtureText("cloudg"));
    expectSound(dataset);
    expect(asset(dataset, "i-0a")).toMatchObject({ references: ["arn:aws:ec2:eu-west-1:222222222222:vpc/vpc-0a"], attributes: { password: "(sensitive)" } });
    expect(dataset.findings.map(({ id, assetIds, resource, source }) => [id, assetIds, resource, source])).toEqual([
      ["f-1", ["i-0a"], "i-0a", "cloudg"],
      ["f-2", ["topic"], "orders", "cloudg"],
      ["f-3", ["arn:aws:ec2:eu-west-1:222222222222:vpc/vpc-0a"], "vpc-0a", "cloudg"],
      ["f-4", [], "the account", "cloudg"],
    ]);
  });

  it("lists every problem with its path, and no value", () => {
    const message = problemsOf({
      format: "cloudg/2",
      colour: 1,
      assets: [
        { id: "a", name: "", type: 3, provider: "PROVIDER-VALUE", tags: { env: 5, ok: "x" }, attributes: [], references: ["nobody", 2], size: 1 },
        { id: "a", name: "n", type: "t", provider: "aws" },
        null,
      ],
      findings: [
        { id: "f", checkId: "c", title: "t", status: "open", severity: 3, frameworks: { CIS: "5.2" } },
        { id: "g", checkId: "c", title: "t", status: "fail", severity: "low", assetIds: ["nobody"] },
      ],
    });
    for (const problem of [
      'format: expected "cloudg/1"',
      'the document: unknown key "colour"',
      "assets[0].name: expected a text, got an empty one",
      "assets[0].type: expected a text, got a number",
      "assets[0].provider: expected one of aws, azure, gcp, other",
      "assets[0].tags.env: expected a text, got a number",
      "assets[0].attributes: expected an object, got a list",
      'assets[0]: unknown key "size"',
      "assets[0].references[0]: no asset of this file has this id",
      "assets[0].references[1]: expected a text, got a number",
      "assets[1].id: assets[0] has the same id",
      "assets[2]: expected an object, got null",
      "findings[0]: expected assetIds or resource",
      "findings[0].status: expected one of fail, manual, pass, muted",
      "findings[0].severity: expected one of critical, high, medium, low, informational, got a number",
      "findings[0].frameworks.CIS: expected a list of texts, got a string",
      "findings[1].assetIds[0]: no asset of this file has this id",
    ]) {
      expect(message).toContain(problem);
    }
    expect(message).not.toMatch(/PROVIDER-VALUE|nobody/);
  });

  it("counts what it does not list", () => {
    expect(problemsOf({ format: "cloudg/1", assets: Array.from({ length: 100 }, () => 1) })).toMatch(
      /^100 of its values do not fit: .*; and 50 more\. Correct them/,
    );
  });

  it("needs assets, and lists where lists belong", () => {
    expect(problemsOf({ format: "cloudg/1" })).toContain("assets: expected a list, got nothing");
    expect(problemsOf({ format: "cloudg/1", assets: {}, findings: "x" })).toMatch(
      /assets: expected a list, got an object.*findings: expected a list, got a string/,
    );
  });

  it("takes no key that reaches a prototype", () => {
    const text = JSON.stringify({ ...fixture("cloudg"), findings: [] }).replace('{"env":"test"}', '{"__proto__":"x","env":"test"}');
    expect(() => loadText(text)).toThrow(/assets\[0\]\.tags: the key "__proto__" is not allowed/);
  });
});
