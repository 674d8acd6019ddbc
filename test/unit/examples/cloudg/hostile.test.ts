import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { loadDocument } from "../../../../examples/cloudg/src/data/detect.js";
import { DatasetError } from "../../../../examples/cloudg/src/data/errors.js";
import { Estate } from "../../../../examples/cloudg/src/data/estate.js";
import type { JsonValue } from "../../../../examples/cloudg/src/data/json.js";
import { MAX_DEPTH, MAX_VALUES } from "../../../../examples/cloudg/src/data/json-text.js";
import { buildDataset } from "../../../../examples/cloudg/src/data/dataset-file.js";
import { expectSound, FIXTURES, fixture, fixtureText, load, loadText } from "./support.js";

function refusal(run: () => unknown): DatasetError {
  try {
    run();
  } catch (error) {
    if (error instanceof DatasetError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("text that is no usable JSON", () => {
  it.each([
    ["", "not-json", "it is empty. "],
    [" \n\t", "not-json", "it is empty. "],
    ['{"a": 1,\n "b": }', "not-json", "it is not JSON"],
    ['{"a": 1,\n "b" 2}', "not-json", "it is not JSON at line 2, column 6. "],
    ['{"a": [1, 2', "not-json", "it looks truncated: 2 of its brackets are never closed. "],
    ['{"a": "b', "not-json", "it looks truncated: it ends inside a string. "],
    ["<html>", "not-json", "it is not JSON. "],
    ['{"a": 1}]', "not-json", "it is not JSON at line 1, column 9. "],
    ["[".repeat(10_000) + "]".repeat(10_000), "too-deep", "nested more than 200 levels deep"],
    ["[".repeat(10_000), "too-deep", "nested more than 200 levels deep"],
    [`[${"1,".repeat(MAX_VALUES)}1]`, "too-large", "it holds more than 5000000 values"],
  ])("refuses %#", (text, reason, message) => {
    const error = refusal(() => loadText(text));
    expect(error.reason).toBe(reason);
    expect(error.message).toContain(message);
  });

  it("is not quoted in the message", () => {
    expect(refusal(() => loadText("root:hunter2:0:0")).message).not.toMatch(/root|hunter2/);
    expect(refusal(() => loadText('{"password": hunter2}')).message).not.toContain("hunter2");
  });

  it("finds the end of every truncated fixture", () => {
    for (const name of FIXTURES) {
      const text = fixtureText(name).trimEnd();
      for (let end = 1; end < text.length; end += 97) expect(refusal(() => loadText(text.slice(0, end))).problem).toContain("looks truncated");
    }
  });

  it("must be UTF-8; a byte order mark is no harm", () => {
    expect(refusal(() => buildDataset(Buffer.from([0x7b, 0xff, 0x7d]), { name: "x", source: "x" })).reason).toBe("not-utf8");
    expect(refusal(() => buildDataset(Buffer.from("\ufeff{}", "utf16le"), { name: "x", source: "x" })).message).toContain("starts like UTF-16");
    expect(loadText(`\ufeff${fixtureText("cloudg")}`).assets).toHaveLength(4);
  });

  it("may be nested as deep as the limit", () => {
    const deep = JSON.parse("[".repeat(MAX_DEPTH - 8) + "]".repeat(MAX_DEPTH - 8)) as JsonValue;
    const attributes = { deep, arn: 'arn:aws:x:y:1:"', text: "[".repeat(9000) + '"token"' };
    const dataset = load({ format: "cloudg/1", assets: [{ id: "a", name: "a", type: "t", provider: "aws", attributes }] });
    expect(dataset.assets[0]!.attributes).toMatchObject({ deep, text: "(sensitive)" });
  });
});

describe("documents of no known kind", () => {
  it.each([
    ["5", "it holds a number"],
    ["null", "it holds null"],
    ["[]", "it holds an empty list"],
    ["[1]", "it holds a list of a number"],
    ["{}", "it holds an empty object"],
    ['[{"id": 1}]', 'it holds a list of an object with "id"'],
    ['{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}', 'it holds an object with "a", "b", "c", "d", "e", …'],
    ['{"format_version": "1.0", "provider_schemas": {}}', 'it holds an object with "format_version", "provider_schemas"'],
    ['{"__proto__": {"format": "cloudg/1"}}', 'it holds an object with "__proto__"'],
  ])("%s: %s", (text, seen) => {
    const error = refusal(() => loadText(text));
    expect(error.reason).toBe("unknown-kind");
    expect(error.message).toContain(seen);
    expect(error.message).toContain(
      "Known are: Terraform state (format 4), `terraform show -json`, Prowler OCSF findings (a list), Trivy reports (schema 2) and cloudg's own JSON.",
    );
  });

  it("names the version of an old state", () => {
    expect(refusal(() => load({ version: 3, terraform_version: "0.11", modules: [] })).message).toContain(
      "Terraform state of format 3, and only format 4 is read",
    );
  });
});

describe("keys that reach a prototype", () => {
  it.each(FIXTURES.filter((name) => name !== "cloudg"))("are dropped from %s", (name) => {
    const dataset = load(poison(fixture(name)));
    expectSound(dataset);
    expect(JSON.stringify(dataset)).not.toMatch(/__proto__|polluted/);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("values of any type in any place", () => {
  const strange = fc.oneof(
    fc.constantFrom(null, true, 0, -1.5, "", "x", [], {}, [[]], [null], { a: null }, "__proto__", "(sensitive)"),
    fc.jsonValue({ maxDepth: 2 }),
  ) as fc.Arbitrary<JsonValue>;

  it.each(FIXTURES)("%s is loaded soundly or refused", (name) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), strange), { minLength: 1, maxLength: 4 }), (changes) => {
        const document = fixture(name) as JsonValue;
        // A copy: a value put inside itself would be a cycle.
        for (const [at, value] of changes) replaceAt(document, at, JSON.parse(JSON.stringify(value)) as JsonValue);
        try {
          const content = loadDocument(document);
          const dataset = { ...content, name: "x", source: "x", loadedAt: "now", version: "1" };
          expectSound(dataset);
          const estate = new Estate();
          estate.load("x", dataset);
          for (const { id } of dataset.assets) JSON.stringify([estate.neighbors(id), estate.findingsForAsset(id)]);
          for (const framework of estate.frameworks()) estate.gapAnalysis(framework);
        } catch (error) {
          expect(error).toBeInstanceOf(DatasetError);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("survives lists far longer than a call's arguments may be", () => {
    const entries = Array.from({ length: 150_000 }, (_, index) =>
      index === 0 ? { class_uid: 2004, finding_info: { uid: "u" }, metadata: { event_code: "c" }, status_code: "PASS" } : 0,
    );
    expect(load(entries).notes).toEqual(["left out 149999 entries that are no detection findings with a check and a status: [1], [2], [3], …"]);
    const resources = Array.from({ length: 5_000 }, (_, index) => ({ type: "x_y", name: `n${index}`, instances: [{ attributes: { id: "same" } }] }));
    const state = load({ version: 4, terraform_version: "1", resources });
    expectSound(state);
    expect(state.assets).toHaveLength(5_000);
    const counted = (name: string, dependency?: string): object => ({
      type: "x_y",
      name,
      instances: Array.from({ length: 5_000 }, (_, index) => ({
        index_key: index,
        attributes: {},
        dependencies: dependency === undefined ? [] : [dependency],
      })),
    });
    const twins = load({ version: 4, terraform_version: "1", resources: [counted("a"), counted("b", "x_y.a")] });
    expect(twins.assets.at(-1)).toMatchObject({ id: "x_y.b[4999]", references: ["x_y.a[4999]"] });
  });
});

/** Gives every object own keys that reach a prototype when they are assigned. */
function poison(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(poison);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, poison(item)] as const);
  return Object.fromEntries([["__proto__", { polluted: 1 }], ["constructor", { prototype: { polluted: 1 } }], ...entries]) as JsonValue;
}

/** Puts a value in the place of the one that a walk through the document reaches `at`-th. */
function replaceAt(document: JsonValue, at: number, value: JsonValue): void {
  const places: [JsonValue[] | Record<string, JsonValue>, string][] = [];
  const visit = (node: JsonValue): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      places.push([node, key]);
      visit(child);
    }
  };
  visit(document);
  if (places.length === 0) return;
  const [node, key] = places[at % places.length]!;
  (node as Record<string, JsonValue>)[key] = value;
}
