import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { EmittedFiles } from "./emit-files.js";
import { emitFiles, entriesOf, removeProjects } from "./emit-files.js";

afterAll(removeProjects);

const HEAD = `import { hidden, prompt, resourceTemplate, tool } from "cloudg-mcp"; import type { ToolContext } from "cloudg-mcp";\n`;

describe("classes and what they inherit", () => {
  let emitted: EmittedFiles;
  beforeAll(() => {
    emitted = emitFiles({
      "base.ts": `${HEAD}
export abstract class Base {
  /** Of the base. */
  @tool() inherited(ctx: ToolContext, a: string) {}
  /** Kept by the override. */
  @tool("renamed", { output: true }) kept(ctx: ToolContext, a: string): { size: number } { return { size: 1 }; }
  @tool() dropped(ctx: ToolContext, a: string) {}
  notOurs(a: string) {}
}`,
      "leaves.ts": `${HEAD}import { Base } from "./base.js";
export class First extends Base {
  @tool.inherit() override kept(ctx: ToolContext, a: string, more?: number): { size: number } { return { size: 2 }; }
  @hidden() override dropped(ctx: ToolContext, a: string) {}
  override notOurs(a: string) {}
}
export class Second extends Base {
  /** Its own. */
  @tool("renamed") override kept(ctx: ToolContext, a: string): { size: number } { return { size: 3 }; }
}
export class Grandchild extends First {
  @tool.inherit() override inherited(ctx: ToolContext, a: string, deep = true) {}
  @hidden() override dropped(ctx: ToolContext, a: string) {}
}`,
      "generic.ts": `${HEAD}
export class Row { id!: string }
export class Column { name!: string; at = 0 }
export abstract class Store<T> {
  /** Puts one. */
  @tool() put(ctx: ToolContext, row: T, many: T[] = []) {}
  @tool() count(ctx: ToolContext, prefix = "") {}
  @tool({ output: true }) first(ctx: ToolContext): T | null { return null; }
}
export class Rows extends Store<Row> {}
export class Columns extends Store<Column> {
  @tool.inherit() override put(ctx: ToolContext, row: Column) {}
}
export class MoreRows extends Rows { @tool() extra(ctx: ToolContext) {} }
export abstract class Keyed<K extends string | number, V> extends Store<V> { @tool() byKey(ctx: ToolContext, key: K) {} }
export class Numbered extends Keyed<number, Row> {}`,
    });
  });

  it("has no fault", () => {
    expect(emitted.diagnostics).toEqual([]);
  });

  it("writes an inherited member once, for its owner", () => {
    expect(Object.keys(entriesOf(emitted, "base.ts#Base"))).toEqual(["inherited", "kept", "dropped"]);
    expect(Object.keys(entriesOf(emitted, "leaves.ts#First"))).toEqual(["kept"]);
    expect(Object.keys(entriesOf(emitted, "leaves.ts#Grandchild"))).toEqual(["inherited"]);
  });

  it("reads an override's own parameters, and the parent's comment and options where it has none", () => {
    const { kept } = entriesOf(emitted, "leaves.ts#First");
    expect(kept?.params).toEqual(["@ctx", "a", "more"]);
    expect(kept?.description).toBe("Kept by the override.");
    expect(kept?.output).toEqual({ properties: { size: { type: "number" } }, required: ["size"], type: "object" });
    expect(entriesOf(emitted, "leaves.ts#Second").kept?.description).toBe("Its own.");
  });

  it("gives a subclass of a generic class its own entries, with the real types", () => {
    const rows = entriesOf(emitted, "generic.ts#Rows");
    expect(Object.keys(rows)).toEqual(["put", "first"]);
    expect(rows.put?.schema.properties?.row).toEqual({ properties: { id: { type: "string" } }, required: ["id"], type: "object" });
    expect(rows.put?.schema.properties?.many).toMatchObject({ default: [], items: { properties: { id: { type: "string" } } } });
    expect(rows.put?.hydrate).toEqual([
      ["/properties/row", "generic.ts#Row"],
      ["/properties/many/items", "generic.ts#Row"],
    ]);
    expect(rows.put?.description).toBe("Puts one.");
    expect(rows.first?.output).toMatchObject({
      type: "object",
      anyOf: [{ properties: { id: { type: "string" } } }, { properties: { result: { type: "null" } }, required: ["result"] }],
    });
  });

  it("lets the generic class itself accept anything, and keeps what does not depend on the type there", () => {
    const store = entriesOf(emitted, "generic.ts#Store");
    expect(store.put?.schema.properties).toEqual({ row: {}, many: { default: [], items: {}, type: "array" } });
    expect(store.count?.schema.properties).toEqual({ prefix: { default: "", type: "string" } });
  });

  it("leaves out what the subclass overrides itself, and what a parent that is not generic already has", () => {
    expect(Object.keys(entriesOf(emitted, "generic.ts#Columns"))).toEqual(["put", "first"]);
    expect(entriesOf(emitted, "generic.ts#Columns").put?.params).toEqual(["@ctx", "row"]);
    expect(Object.keys(entriesOf(emitted, "generic.ts#MoreRows"))).toEqual(["extra"]);
  });

  it("follows type arguments through several generic parents", () => {
    const numbered = entriesOf(emitted, "generic.ts#Numbered");
    expect(numbered.byKey?.schema.properties).toEqual({ key: { type: "number" } });
    expect(numbered.put?.hydrate?.[0]).toEqual(["/properties/row", "generic.ts#Row"]);
    expect(entriesOf(emitted, "generic.ts#Keyed").byKey?.schema.properties).toEqual({ key: { anyOf: [{ type: "string" }, { type: "number" }] } });
  });
});
