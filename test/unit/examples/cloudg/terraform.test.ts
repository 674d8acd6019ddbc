import { describe, expect, it } from "@jest/globals";
import { asset, expectSound, fixture, fixtureText, load, loadText } from "./support.js";

describe("Terraform state", () => {
  const dataset = loadText(fixtureText("terraform-state"));

  it("makes an asset of each instance, under the cloud's id, with Terraform's address", () => {
    expectSound(dataset);
    expect(dataset.kind).toBe("terraform-state");
    expect(dataset.assets.map(({ id, address }) => [id, address])).toEqual([
      ["vpc-0a", "aws_vpc.main"],
      ["subnet-0a", 'module.app["blue"].aws_subnet.app[0]'],
      ["subnet-0b", 'module.app["blue"].aws_subnet.app[1]'],
      ["i-0b", 'module.app["blue"].aws_instance.app[1]'],
      ["test-logs", String.raw`aws_s3_bucket.logs["k.\"$${"$"}{x}\""]`],
      ["aws_s3_bucket_policy.logs", "aws_s3_bucket_policy.logs"],
      ["db-1", "aws_db_instance.db"],
    ]);
  });

  it("tells name, place and tags", () => {
    expect(asset(dataset, "vpc-0a")).toMatchObject({
      name: "main",
      provider: "aws",
      region: "eu-west-1",
      account: "222222222222",
      tags: { Name: "main", env: "test" },
    });
    expect(asset(dataset, "subnet-0a")).toMatchObject({ name: 'module.app["blue"].aws_subnet.app[0]', region: "eu-west-1" });
  });

  it("calls an instance with an empty Name tag by what else is known of it", () => {
    const named = (attributes: object) => ({ type: "aws_vpc", name: "main", instances: [{ attributes: { id: "vpc-1", tags: { Name: "" }, ...attributes } }] });
    const nameOf = (attributes: object): string =>
      load({ version: 4, terraform_version: "1.9.0", serial: 1, lineage: "x", resources: [named(attributes)] }).assets[0]!.name;
    expect([nameOf({}), nameOf({ display_name: "shown" })]).toEqual(["aws_vpc.main", "shown"]);
  });

  it("follows dependencies, the twin instance first, and ids and ARNs in attributes", () => {
    expect(asset(dataset, "i-0b").references).toEqual(["subnet-0b"]);
    expect(asset(dataset, "subnet-0a").references).toEqual(["vpc-0a"]);
    expect(asset(dataset, "aws_s3_bucket_policy.logs").references).toEqual(["test-logs"]);
  });

  it("keeps no value that is marked, known by name or type, or remembered from elsewhere", () => {
    expect(JSON.stringify(dataset)).not.toMatch(/-secret\b|cHJpdmF0/);
    expect(asset(dataset, "db-1").attributes).toEqual({
      id: "db-1",
      arn: "arn:aws:rds:eu-west-1:222222222222:db:db-1",
      password: "(sensitive)",
      username: "(sensitive)",
      password_length: 14,
      options: [
        { name: "plain", setting: "visible" },
        { name: "x", setting: "(sensitive)" },
      ],
      settings: { a: "visible too", b: "(sensitive)" },
      endpoint: "postgres://app:(sensitive)@db.example.com/shop",
      note: "the data source said (sensitive), the output (sensitive), the list (sensitive)",
    });
  });

  it("says what it left out", () => {
    expect(dataset.notes).toEqual([
      "left out 1 data sources: they are looked up, not managed",
      'left out 1 deposed instances, which Terraform is about to destroy: module.app["blue"].aws_instance.app',
    ]);
  });

  const path = (...steps: unknown[]): unknown => stateWith({ a: { b: "hidden-value", c: "shown" }, l: ["hidden-item", "other"], plain: "plain" }, [steps]);

  it.each([
    ["an unknown step", path({ type: "get_attr", value: "a" }, { type: "splat" }), { a: "(sensitive)", plain: "plain" }],
    [
      "an index into nothing",
      path({ type: "get_attr", value: "l" }, { type: "index", value: { value: 7, type: "number" } }),
      { l: "(sensitive)", plain: "plain" },
    ],
    ["a step that is no object", path("a"), { a: "(sensitive)", l: "(sensitive)", plain: "(sensitive)" }],
    ["no steps", path(), { a: "(sensitive)", l: "(sensitive)", plain: "(sensitive)" }],
    [
      "steps into a text",
      path({ type: "get_attr", value: "plain" }, { type: "get_attr", value: "x" }),
      { plain: "(sensitive)", a: { b: "hidden-value", c: "shown" } },
    ],
  ])("hides rather than shows on a sensitive path with %s", (_, document, attributes) => {
    expect(load(document).assets[0]!.attributes).toMatchObject(attributes);
  });

  it("hides everything when sensitive_attributes are no list", () => {
    expect(load(stateWith({ a: "x" }, "all")).assets[0]!.attributes).toEqual({ a: "(sensitive)" });
  });

  it("does not take a marked value for a secret where it is another asset's id", () => {
    const { resources } = stateWith({ id: "p", value: "vpc-0a" }, [[{ type: "get_attr", value: "value" }]]) as { resources: object[] };
    const both = load({
      ...fixture("terraform-state"),
      resources: [...resources, { type: "aws_vpc", name: "v", instances: [{ attributes: { id: "vpc-0a" } }] }],
    });
    expect(both.assets.map(({ id, attributes }) => [id, attributes["value"]])).toEqual([
      ["p", "(sensitive)"],
      ["vpc-0a", undefined],
    ]);
  });

  it("keeps the first of two resources with one address, and no asset that is nothing but broken", () => {
    const resource = { type: "t", name: "n", instances: [{ attributes: { id: "1" } }] };
    const twice = load({ version: 4, terraform_version: "1", resources: [resource, resource, { type: 1 }] });
    expect(twice.assets.map(({ id }) => id)).toEqual(["1"]);
    expect(twice.notes).toHaveLength(2);
    expect(() => load({ version: 4, terraform_version: "1", resources: [{ type: 1 }] })).toThrow(/none of its resources can be read/);
    expect(() => load({ version: 4, terraform_version: "1", resources: {} })).toThrow(/"resources" is not a list/);
  });
});

function stateWith(attributes: object, sensitive: unknown): object {
  return {
    version: 4,
    terraform_version: "1",
    resources: [{ mode: "managed", type: "x_y", name: "z", instances: [{ attributes, sensitive_attributes: sensitive }] }],
  };
}

describe("terraform show", () => {
  const dataset = loadText(fixtureText("terraform-show"));
  const app = "/subscriptions/00000000-0000-4000-8000-000000000009/resourceGroups/rg/providers/Microsoft.Web/sites/app-1";
  const vm = "projects/example-test/zones/europe-west1-b/instances/vm";

  it("reads the resources of all modules", () => {
    expectSound(dataset);
    expect(dataset.assets.map(({ id }) => id)).toEqual([app, vm]);
    expect(asset(dataset, app)).toMatchObject({ name: "app-1", provider: "azure", region: "westeurope", account: "00000000-0000-4000-8000-000000000009" });
    expect(asset(dataset, vm)).toMatchObject({ provider: "gcp", region: "europe-west1", account: "example-test", tags: { env: "test" }, references: [app] });
  });

  it("hides what the masks mark at every depth, sensitive outputs wherever they stand, and secrets inside embedded JSON", () => {
    expect(JSON.stringify(dataset)).not.toMatch(/-secret\b|73310945/);
    expect(asset(dataset, app).attributes).toMatchObject({
      top: "(sensitive)",
      pin: "(sensitive)",
      whole: "(sensitive)",
      list: ["fine", "(sensitive)", { inner: "(sensitive)", shown: "shown in list" }],
      map: { x: { y: "(sensitive)", z: "shown in map" } },
      misfit: "(sensitive)",
      copy: "once more: (sensitive)!",
      outputs: ["(sensitive)", "(sensitive)", "(sensitive)", "(sensitive)"],
      container: '[{"name":"DB_PASSWORD","value":"(sensitive)"},{"name":"PORT","value":"8080"}]',
      nothing: null,
      // An output that is a whole resource does not make its id and place secret.
      name: "app-1",
    });
  });

  it("turns checks into findings, without the secrets their messages quote", () => {
    expect(dataset.findings.map(({ checkId, status, severity, assetIds }) => [checkId, status, severity, assetIds])).toEqual([
      ["terraform:resource:azurerm_app.one", "fail", "medium", [app]],
      ["terraform:check:check.health", "manual", "medium", []],
      ["terraform:resource:module.a.module.b.google_compute_instance.vm", "pass", "informational", [vm]],
    ]);
    expect(dataset.findings[0]!.description).toBe("The app must not say (sensitive).");
  });

  it("reads a plan: planned values, secrets of declared variables", () => {
    const plan = loadText(fixtureText("terraform-plan"));
    expectSound(plan);
    expect(plan.assets).toMatchObject([{ id: "aws_lambda_function.f", name: "f", attributes: { description: "uses (sensitive), small-size" } }]);
    expect(plan.notes).toEqual([expect.stringMatching(/^a plan/)]);
  });

  it("loads an empty state, and refuses an unknown version", () => {
    expect(load({ format_version: "1.0" })).toMatchObject({ assets: [], findings: [], notes: ["it holds no values: the state is empty"] });
    expect(() => load({ format_version: "9.0" })).toThrow(/format_version "9.0" is not known/);
  });

  it.each([["a text"], [7], [["x"]], [{ a: "yes" }]])("hides on a mask of a form it does not know: %j", (mask) => {
    const document = {
      format_version: "1.0",
      values: { root_module: { resources: [{ address: "x_y.z", type: "x_y", values: { a: "hidden" }, sensitive_values: mask }] } },
    };
    expect(load(document).assets[0]!.attributes).toEqual({ a: "(sensitive)" });
  });
});
