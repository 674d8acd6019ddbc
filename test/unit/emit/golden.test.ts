import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { EmittedFiles } from "./emit-files.js";
import { emitProject, entriesOf, FIXTURES } from "./emit-files.js";

const readJson = (name: string) => JSON.parse(readFileSync(path.join(FIXTURES, name), "utf8")) as Record<string, unknown>;
const out = mkdtempSync(path.join(tmpdir(), "cloudg-emit-golden-"));
const emitFixture = (name: string) => emitProject(path.join(FIXTURES, name), { out: path.join(out, `${name}.ts`), manifest: path.join(out, `${name}.json`) });
afterAll(() => rmSync(out, { recursive: true }));

describe("the golden tool", () => {
  let emitted: EmittedFiles;
  beforeAll(() => {
    emitted = emitFixture("golden");
  });

  it("has exactly the golden schema, in the golden order of keywords", () => {
    const { changes } = entriesOf(emitted, "changes.ts#Inventory");
    const golden = readJson("golden/input-schema-changes.json");
    expect(changes?.schema).toEqual(golden);
    expect(JSON.stringify(changes?.schema)).toBe(JSON.stringify(golden));
  });

  it("says which slot is what, what it is for, where it is, and what becomes an instance", () => {
    const { changes } = entriesOf(emitted, "changes.ts#Inventory");
    expect(changes).toMatchObject({
      kind: "tool",
      description: "Changes in a window.",
      params: ["@ctx", "window", "kinds", "limit"],
      source: "changes.ts:14",
      hydrate: [["/properties/window", "changes.ts#Window"]],
    });
    expect(changes).not.toHaveProperty("residual");
    expect(emitted.diagnostics).toEqual([]);
  });
});

describe("the type matrix", () => {
  const golden = readJson("matrix/type-matrix.golden.json");
  let emitted: EmittedFiles;
  beforeAll(() => {
    emitted = emitFixture("matrix");
  });

  it("covers every tool of the fixture", () => {
    expect(Object.keys(entriesOf(emitted, "type-matrix.ts#Matrix"))).toEqual(Object.keys(golden));
  });

  it.each(Object.keys(golden))("%s", (name) => {
    const { schema, hydrate = [] } = entriesOf(emitted, "type-matrix.ts#Matrix")[name]!;
    const properties = schema.properties ?? {};
    const isSingle = Object.keys(properties).length === 1;
    const actual = {
      schema: isSingle ? properties.v : { properties },
      ...(schema.required?.includes("v") ? {} : { optional: true }),
      ...(schema.$defs === undefined ? {} : { $defs: schema.$defs }),
      ...(hydrate.length === 0 ? {} : { hydrate: hydrate.map(([pointer, target]) => [isSingle ? pointer.replace("/properties/v", "") : pointer, target]) }),
    };
    expect(actual).toEqual(golden[name]);
  });

  it("holds schemas that JSON Schema 2020-12 knows", () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, strictRequired: false, validateFormats: false });
    for (const { schema } of Object.values(entriesOf(emitted, "type-matrix.ts#Matrix"))) expect(() => ajv.compile(schema)).not.toThrow();
  });

  it("warns where a type cannot be expressed, and nowhere else", () => {
    const found = emitted.result.diagnostics.map(({ code, message }) => `${code} ${message.split(/[ ,]/).slice(0, 4).join(" ")}`);
    expect(found).toEqual([
      "CG2011 v is of type",
      "CG2007 No value is of",
      "CG2003 () => void has",
      "CG2003 symbol has no JSON",
      "CG2003 Float32Array<ArrayBufferLike> has no JSON",
      "CG2003 WeakMap<object  string> has",
    ]);
  });

  it("never leaks a path of this machine", () => {
    expect(JSON.stringify(emitted.manifest)).not.toContain(FIXTURES.slice(0, 6));
  });
});
