import { beforeEach, describe, expect, it } from "@jest/globals";
import { EstateError } from "../../../../examples/cloudg/src/data/errors.js";
import { Estate } from "../../../../examples/cloudg/src/data/estate.js";
import { fixture, fixtureText, load, loadText } from "./support.js";

const VPC = "arn:aws:ec2:eu-west-1:222222222222:vpc/vpc-0a";
let estate: Estate;

beforeEach(() => {
  estate = new Estate();
  estate.load("main", loadText(fixtureText("cloudg")));
});

function refusal(run: () => unknown): EstateError {
  try {
    run();
  } catch (error) {
    if (error instanceof EstateError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const many = (count: number, name = "many"): ReturnType<typeof load> =>
  load(
    { format: "cloudg/1", assets: Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, name: `asset-${index}`, type: "t", provider: "other" })) },
    name,
  );

describe("datasets", () => {
  it("are held by name; the last one loaded is active; one of the same name is replaced", () => {
    estate.load("other", many(3));
    expect(estate.datasetNames()).toEqual(["main", "other"]);
    expect(estate.active).toBe("other");
    estate.load("main", many(5));
    expect(estate.datasets()).toMatchObject([
      { name: "main", kind: "cloudg", source: "test.json", active: true, assets: 5, findings: 0, notes: [] },
      { name: "other", active: false, assets: 3 },
    ]);
    estate.activate("other");
    expect(estate.find().total).toBe(3);
    expect(refusal(() => estate.activate("othr"))).toMatchObject({
      reason: "unknown-dataset",
      suggestions: ["other"],
      message: 'No dataset is called "othr". Loaded are: "main", "other".',
    });
  });

  it.each(["", "  ", "a\nb", "a\u0007", "x".repeat(101)])("cannot be called %j, and nothing changes", (name) => {
    expect(refusal(() => estate.load(name, many(1))).reason).toBe("bad-name");
    expect(estate.datasetNames()).toEqual(["main"]);
    expect(estate.find().total).toBe(4);
  });

  it("may be called like a property of every object", () => {
    estate.load("__proto__", many(1));
    expect(estate.datasetNames()).toContain("__proto__");
    expect(refusal(() => estate.gapAnalysis("x", "constructor")).reason).toBe("unknown-dataset");
  });

  it("are limited in number; one may still be replaced", () => {
    for (let index = 1; index < 32; index += 1) estate.load(`d${index}`, many(1));
    expect(refusal(() => estate.load("one more", many(1))).reason).toBe("too-many-datasets");
    estate.load("d1", many(2));
    expect(estate.find().total).toBe(2);
  });

  it("are needed for every question but completions", () => {
    const empty = new Estate();
    for (const ask of [() => empty.find(), () => empty.get("x"), () => empty.count("type"), () => empty.findings(), () => empty.gapAnalysis("x")]) {
      expect(refusal(ask)).toMatchObject({ reason: "no-dataset", message: "No dataset is loaded. Load one first." });
    }
    expect([empty.completeRef("x"), empty.frameworks(), empty.datasets(), empty.active]).toEqual([[], [], [], undefined]);
  });
});

describe("find", () => {
  const names = (filter: Parameters<Estate["find"]>[0]): string[] => estate.find(filter).assets.map(({ id }) => id);

  it.each([
    [{}, [VPC, "i-0a", "i-0b", "topic"]],
    [{ query: "" }, [VPC, "i-0a", "i-0b", "topic"]],
    [{ query: "WEB" }, ["i-0a", "i-0b"]],
    [{ query: " aws_instance\t0b " }, ["i-0b"]],
    [{ query: "env=test" }, [VPC]],
    [{ query: "web orders" }, []],
    [{ type: "AWS_instance" }, ["i-0a", "i-0b"]],
    [{ provider: "gcp" }, ["topic"]],
    [{ region: "us-east-1" }, ["i-0b"]],
    [{ tag: "env" }, [VPC]],
    [{ tag: "ENV=Test" }, [VPC]],
    [{ tag: "env=prod" }, []],
    [{ tag: "constructor" }, []],
    [{ query: "web", region: "us-east-1", type: "aws_instance" }, ["i-0b"]],
    [{ query: "(.*" }, []],
  ])("%j", (filter, ids) => {
    expect(names(filter)).toEqual(ids);
  });

  it("pages through everything once", () => {
    estate.load("many", many(23));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = estate.find({ query: "asset", limit: 5, cursor });
      expect(page.total).toBe(23);
      seen.push(...page.assets.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 23 }, (_, index) => `id-${index}`));
  });

  it("has no cursor on a page that ends the list, and copes with a limit that is none", () => {
    expect(estate.find({ limit: 4 })).not.toHaveProperty("nextCursor");
    for (const limit of [0, -1, NaN, 0.5]) expect(estate.find({ limit }).assets).toHaveLength(1);
    expect(estate.find({ limit: Infinity }).assets).toHaveLength(4);
  });

  it("notices a cursor of another list", () => {
    estate.load("many", many(23));
    const cursor = estate.find({ limit: 5 }).nextCursor!;
    expect(estate.find({ limit: 7, cursor }).assets[0]!.id).toBe("id-5");
    expect(refusal(() => estate.find({ query: "asset", cursor }))).toMatchObject({
      reason: "stale-cursor",
      message: "The cursor cannot be used: it belongs to a question with other filters. Start again without a cursor.",
    });
    expect(refusal(() => estate.findings({ cursor })).reason).toBe("stale-cursor");
    estate.load("many", many(24));
    expect(refusal(() => estate.find({ cursor })).message).toContain('the dataset "many" was loaded anew since');
    estate.activate("main");
    expect(refusal(() => estate.find({ cursor })).message).toContain('another dataset than "main"');
    estate.load("many", many(23));
    expect(estate.find({ cursor }).assets[0]!.id).toBe("id-5");
  });

  it.each(["x", "e30", "bnVsbA", "W10", "!!!", "\u0000", "x".repeat(100_000)])("refuses the cursor %#", (cursor) => {
    expect(refusal(() => estate.find({ cursor })).reason).toBe("bad-cursor");
  });

  it("refuses a cursor that was tampered with", () => {
    estate.load("many", many(23));
    const fields = JSON.parse(Buffer.from(estate.find({ limit: 5 }).nextCursor!, "base64url").toString()) as object;
    for (const o of [-1, 0, 23, 1e9, 1.5, "5", null]) {
      const cursor = Buffer.from(JSON.stringify({ ...fields, o })).toString("base64url");
      expect(refusal(() => estate.find({ cursor })).reason).toBe("bad-cursor");
    }
  });
});

describe("get", () => {
  it.each([
    [VPC, VPC],
    [` ${VPC} `, VPC],
    [VPC.toUpperCase(), VPC],
    ["vpc-0a", VPC],
    ["main", VPC],
    ["MAIN", VPC],
    ["aws_instance.web", "i-0a"],
    ["orders", "topic"],
    ["topic", "topic"],
  ])("%j is %j", (ref, id) => {
    expect(estate.get(ref).id).toBe(id);
  });

  it("lists the assets that share a name", () => {
    expect(refusal(() => estate.get("web"))).toMatchObject({
      reason: "ambiguous",
      suggestions: ["i-0a", "i-0b"],
      message: '"web" may mean any of 2 assets: "i-0a" (aws_instance), "i-0b" (aws_instance). Give the id of the one you mean.',
    });
  });

  it("suggests what may have been meant", () => {
    expect(refusal(() => estate.get("ordres"))).toMatchObject({
      reason: "not-found",
      suggestions: ["orders"],
      message: 'No asset of the dataset "main" has the id, ARN, address or name "ordres". Did you mean "orders"? Else look for it with a query.',
    });
    expect(refusal(() => estate.get("aws_instance.wbe")).suggestions[0]).toBe("aws_instance.web");
    estate.load("many", many(50));
    expect(refusal(() => estate.get("asset")).suggestions).toHaveLength(5);
  });

  it.each(["", "   ", "\u0000", "__proto__", "constructor", "💥", "%", "x".repeat(1_000_000), "\ud800"])("knows nothing like %#", (ref) => {
    const error = refusal(() => estate.get(ref));
    expect(error.reason).toBe("not-found");
    expect(error.message.length).toBeLessThan(2000);
  });
});

describe("counts", () => {
  it("are the largest first; what has none is counted too", () => {
    expect(estate.count("type")).toEqual([
      { value: "aws_instance", count: 2 },
      { value: "aws_vpc", count: 1 },
      { value: "google_pubsub_topic", count: 1 },
    ]);
    expect(estate.count("region")).toEqual([
      { value: "(none)", count: 2 },
      { value: "eu-west-1", count: 1 },
      { value: "us-east-1", count: 1 },
    ]);
    expect(estate.count("tag:env")).toEqual([
      { value: "(none)", count: 3 },
      { value: "test", count: 1 },
    ]);
    expect(estate.count("tag:constructor")).toEqual([{ value: "(none)", count: 4 }]);
  });
});

describe("findings", () => {
  const ids = (filter: Parameters<Estate["findings"]>[0]): string[] => estate.findings(filter).findings.map(({ id }) => id);

  it.each([
    [{}, ["f-3", "f-1", "f-2", "f-4"]],
    [{ severity: "high" }, ["f-1", "f-2"]],
    [{ status: "fail" }, ["f-3", "f-1"]],
    [{ framework: "cis-aws", checkId: "OPEN" }, ["f-1", "f-2"]],
    [{ framework: "CIS" }, []],
    [{ framework: "constructor" }, []],
  ] as const)("%j", (filter, expected) => {
    expect(ids(filter)).toEqual(expected);
  });

  it("are paged", () => {
    const { nextCursor, total } = estate.findings({ limit: 3 });
    expect(total).toBe(4);
    expect(ids({ limit: 3, cursor: nextCursor })).toEqual(["f-4"]);
  });

  it("about an asset come from every dataset that knows it by the same ARN", () => {
    expect(estate.findingsForAsset("i-0a").map(({ id }) => id)).toEqual(["f-1"]);
    const state = loadText(fixtureText("terraform-state"));
    const report = loadText(fixtureText("prowler"));
    estate.load("scan", report);
    estate.load("state", state);
    expect(estate.findingsForAsset("test-logs").map(({ id, status }) => [id, status])).toEqual([
      ["prowler-1", "fail"],
      ["prowler-1#2", "muted"],
    ]);
    expect(estate.findingsForAsset("vpc-0a").map(({ id }) => id)).toEqual(["f-3"]);
  });
});

describe("neighbors", () => {
  it("are what an asset refers to and what refers to it, with the attribute", () => {
    expect(estate.neighbors("i-0a")).toEqual({
      asset: { id: "i-0a", name: "web", type: "aws_instance" },
      references: [{ id: VPC, name: "main", type: "aws_vpc", attribute: "vpc_id" }],
      referencedBy: [{ id: "i-0b", name: "web", type: "aws_instance" }],
      total: { references: 1, referencedBy: 1 },
    });
  });

  it("are listed up to a bound, and counted", () => {
    const hub = { id: "hub-1", name: "hub", type: "t", provider: "other" };
    const spokes = Array.from({ length: 300 }, (_, index) => ({ id: `s-${index}`, name: `s-${index}`, type: "t", provider: "other", references: ["hub-1"] }));
    estate.load("star", load({ format: "cloudg/1", assets: [hub, ...spokes] }));
    const { referencedBy, total } = estate.neighbors("hub");
    expect([referencedBy.length, total]).toEqual([200, { references: 0, referencedBy: 300 }]);
  });
});

describe("completeRef", () => {
  it("puts what begins with the text before what contains it; every value is a reference", () => {
    expect(estate.completeRef("a")).toEqual([VPC, "aws_instance.web", "main", "i-0a"]);
    expect(estate.completeRef("ORD")).toEqual(["orders"]);
    expect(estate.completeRef("nothing like it")).toEqual([]);
  });

  it("gives one for each asset before anything is typed", () => {
    expect(estate.completeRef("")).toEqual(["main", "i-0a", "i-0b", "orders"]);
  });

  it("gives at most 100, each of which names one asset", () => {
    estate.load("many", many(250));
    for (const partial of ["", "asset", "1"]) {
      const values = estate.completeRef(partial);
      expect(values).toHaveLength(100);
      expect(new Set(values).size).toBe(100);
      for (const value of values) expect(() => estate.get(value)).not.toThrow();
    }
  });
});

describe("gapAnalysis", () => {
  it("lists failing requirements, the most severe first, with checks and assets", () => {
    expect(estate.gapAnalysis("cis-aws")).toEqual({
      framework: "CIS-AWS",
      dataset: "main",
      requirements: { total: 4, failing: 3, manual: 1, passing: 0 },
      failures: { critical: 1, high: 1, medium: 0, low: 0, informational: 0 },
      controls: [
        {
          requirement: "1.10",
          severity: "critical",
          findings: 1,
          checks: [
            {
              checkId: "old",
              title: "Old",
              severity: "critical",
              remediation: "Renew it.",
              findings: 1,
              assets: [{ id: VPC, name: "main", type: "aws_vpc" }],
              assetCount: 1,
            },
          ],
        },
        ...["5.2", "5.3"].map((requirement) => ({
          requirement,
          severity: "high",
          findings: 1,
          checks: [
            {
              checkId: "open",
              title: "Open to all",
              severity: "high",
              findings: 1,
              assets: [{ id: "i-0a", name: "web", type: "aws_instance" }],
              assetCount: 1,
            },
          ],
        })),
      ],
    });
  });

  it("names the frameworks there are", () => {
    expect(refusal(() => estate.gapAnalysis("CIS-AZW"))).toMatchObject({
      reason: "unknown-framework",
      suggestions: ["CIS-AWS"],
      message: expect.stringContaining("There are: CIS-AWS."),
    });
    estate.load("none", many(1));
    expect(refusal(() => estate.gapAnalysis("CIS-AWS")).message).toContain("None of its findings names a framework");
    expect(estate.gapAnalysis("CIS-AWS", "main").dataset).toBe("main");
  });

  it("bounds the assets it lists for a check", () => {
    const assets = Array.from({ length: 40 }, (_, index) => ({ id: `id-${index}`, name: `n-${index}`, type: "t", provider: "other" }));
    const findings = assets.map(({ id }) => ({ id, checkId: "c", title: "t", status: "fail", severity: "low", assetIds: [id], frameworks: { F: ["1"] } }));
    estate.load("wide", load({ ...fixture("cloudg"), assets, findings }));
    const [check] = estate.gapAnalysis("F").controls[0]!.checks;
    expect([check!.assets.length, check!.assetCount, check!.findings]).toEqual([25, 40, 40]);
  });
});
