import { describe, expect, it } from "@jest/globals";
import { DefinitionError } from "../../../src/errors.js";
import { SchemaIndex } from "../../../src/schema/lookup.js";
import type { ManifestMember, ManifestRow } from "../../../src/schema/manifest.js";
import { defineSchemas, MANIFEST_FORMAT } from "../../../src/schema/manifest.js";

class Base {}
class Middle extends Base {}
class Leaf extends Middle {}

const meta = { format: MANIFEST_FORMAT, generator: "0.1.0", sources: "hash" };
const entry = (description: string): ManifestMember => [{ kind: "tool", description, params: [], schema: {} }];
const module = (...rows: ManifestRow[]): ReturnType<typeof defineSchemas> => defineSchemas(meta, () => rows);

describe("SchemaIndex", () => {
  it("finds the entry of the nearest class, up to the owner of the method", () => {
    const index = new SchemaIndex([module([Base, { put: entry("base"), get: entry("get") }], [Middle, { put: entry("middle") }])]);
    expect(index.find(Leaf, "put", Base)).toEqual(entry("middle"));
    expect(index.find(Base, "put", Base)).toEqual(entry("base"));
    expect(index.find(Leaf, "get", Base)).toEqual(entry("get"));
    expect(index.find(Leaf, "put", Leaf)).toBeUndefined();
    expect(index.find(Leaf, "gone", Base)).toBeUndefined();
    expect(index.find(Leaf, "toString", Base)).toBeUndefined();
    expect(index.find(class {}, "put", Base)).toBeUndefined();
  });

  it("lists a class's own entries", () => {
    const index = new SchemaIndex([module([Base, { put: entry("base") }])]);
    expect(Object.keys(index.entriesOf(Base)!)).toEqual(["put"]);
    expect(index.entriesOf(Middle)).toBeUndefined();
  });

  it("lets the later of two modules win", () => {
    const index = new SchemaIndex([module([Base, { put: entry("old"), gone: entry("old") }]), module([Base, { put: entry("new") }])]);
    expect(index.find(Base, "put", Base)).toEqual(entry("new"));
    expect(index.find(Base, "gone", Base)).toBeUndefined();
  });

  it("reads the rows at the first look-up, once", () => {
    let reads = 0;
    const index = new SchemaIndex([defineSchemas(meta, () => (reads++, [[Base, {}]]))]);
    expect(reads).toBe(0);
    index.find(Base, "put", Base);
    index.find(Leaf, "put", Base);
    expect(reads).toBe(1);
  });

  it("names the module and the row of a class that is undefined, and a class that is not initialised yet", () => {
    const index = new SchemaIndex([module(), module([Base, {}], [undefined as never, {}])]);
    expect(() => index.find(Base, "put", Base)).toThrow(DefinitionError);
    expect(() => index.find(Base, "put", Base)).toThrow(/schemas\[1\], row 1: its class is undefined/);
    const early = defineSchemas(meta, () => [[Late, {}]]);
    expect(() => new SchemaIndex([early]).find(Base, "put", Base)).toThrow(/schemas\[0\]: its classes cannot be read yet/);
    class Late {}
    expect(new SchemaIndex([early]).find(Late, "put", Late)).toBeUndefined();
  });

  it("does not hide an error of the module itself", () => {
    const broken = defineSchemas(meta, () => {
      throw new RangeError("boom");
    });
    expect(() => new SchemaIndex([broken]).entriesOf(Base)).toThrow(new RangeError("boom"));
  });

  it("refuses another format, and what is no generated module, all at once", () => {
    const foreign = defineSchemas({ ...meta, format: 99, generator: "9.0.0" }, () => []);
    expect(() => new SchemaIndex([foreign, { default: module() } as never])).toThrow(
      /schemas\[0\]: it was emitted by cloudg-mcp 9\.0\.0 in format 99.*[\s\S]*schemas\[1\]: it is no generated schema module/,
    );
  });
});
