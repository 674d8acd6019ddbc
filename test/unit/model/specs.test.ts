import { describe, expect, it } from "@jest/globals";
import { PromptSpec } from "../../../src/model/prompt-spec.js";
import { ResourceSpec, ResourceTemplateSpec } from "../../../src/model/resource-spec.js";
import { ToolSpec } from "../../../src/model/tool-spec.js";

const handler = (): null => null;

describe("ToolSpec", () => {
  it("has the defaults of the contract", () => {
    const spec = new ToolSpec({ name: "t", handler });
    expect(spec).toMatchObject({ description: "", category: "general", sensitivity: "confidential", title: undefined, timeoutSeconds: undefined });
    expect([...spec.capabilities]).toEqual(["read_state"]);
    expect(spec.toWire()).toEqual({
      name: "t",
      description: "",
      inputSchema: { additionalProperties: false, properties: {}, type: "object" },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      _meta: { "cloudg/category": "general", "cloudg/sensitivity": "confidential" },
    });
  });

  it("puts its keys in wire order", () => {
    const spec = new ToolSpec({
      name: "t",
      handler,
      title: "T",
      icons: [{ src: "data:," }],
      outputSchema: { type: "object" },
      tags: ["b", "a"],
      meta: { x: 1 },
    });
    expect(Object.keys(spec.toWire())).toEqual(["name", "description", "inputSchema", "outputSchema", "annotations", "title", "icons", "_meta"]);
    expect(Object.keys(spec.toWire()["_meta"] as object)).toEqual(["cloudg/category", "cloudg/sensitivity", "cloudg/tags", "x"]);
    expect(spec.toWire("p_t", { includeOutputSchema: false, metaPrefix: "acme/" })).toMatchObject({ name: "p_t", _meta: { "acme/tags": ["a", "b"] } });
    expect(spec.toWire("t", { includeOutputSchema: false })).not.toHaveProperty("outputSchema");
    expect(spec.annotations.title).toBe("T");
  });

  it("is immutable once built, schema included, and leaves the caller's options alone", () => {
    const options = { name: "t", handler, tags: ["x"], meta: { a: 1 } };
    const spec = new ToolSpec(options);
    expect(() => ((spec as { name: string }).name = "u")).toThrow(TypeError);
    expect(() => (spec.inputSchema.type = "array")).toThrow(TypeError);
    options.tags.push("y");
    options.meta.a = 2;
    expect([...spec.tags]).toEqual(["x"]);
    expect(spec.meta).toEqual({ a: 1 });
  });

  it.each([
    [{ name: "" }, /tool name "" is not valid/],
    [{ name: "a b" }, /use 1 to 128/],
    [{ name: "x".repeat(129) }, /is not valid/],
    [{ name: "t", sensitivity: "secret" as never }, /sensitivity "secret" is unknown; use one of public/],
    [{ name: "t", capabilities: ["fly" as never] }, /capability "fly" is unknown/],
    [{ name: "t", timeoutSeconds: -1 }, /timeoutSeconds must be/],
    [{ name: "t", timeoutSeconds: NaN }, /timeoutSeconds must be/],
  ])("refuses %p", (init, message) => {
    expect(() => new ToolSpec({ handler, ...init })).toThrow(message);
  });

  it("checks the exposed name after the prefix", () => {
    const spec = new ToolSpec({ name: "x".repeat(100), handler });
    expect(() => spec.toWire("p".repeat(64) + spec.name)).toThrow(/is not valid/);
  });
});

describe("ResourceSpec and ResourceTemplateSpec", () => {
  it("leave empty fields out and keep wire order", () => {
    expect(new ResourceSpec({ name: "r", uri: "x://r", handler }).toWire()).toEqual({
      uri: "x://r",
      name: "r",
      mimeType: "application/json",
      _meta: { "cloudg/category": "general", "cloudg/sensitivity": "confidential" },
    });
    const full = new ResourceSpec({
      name: "r",
      uri: "x://r",
      handler,
      title: "R",
      description: "D",
      size: 0,
      annotations: { priority: 1, audience: ["user"], lastModified: "2026-01-01T00:00:00Z" },
    });
    expect(Object.keys(full.toWire())).toEqual(["uri", "name", "mimeType", "description", "annotations", "size", "title", "_meta"]);
    expect(full.toWire()["annotations"]).toEqual({ audience: ["user"], priority: 1, lastModified: "2026-01-01T00:00:00Z" });
  });

  it("refuse what is no URI, no template, or a completion of nothing", () => {
    expect(() => new ResourceSpec({ name: "r", uri: "not a uri", handler })).toThrow(/is not a resource URI/);
    expect(() => new ResourceSpec({ name: "r", uri: "x://{id}", handler })).toThrow(/is not a resource URI/);
    expect(() => new ResourceTemplateSpec({ name: "r", uriTemplate: "x://{id", handler })).toThrow(/never closed/);
    expect(() => new ResourceTemplateSpec({ name: "r", uriTemplate: "x://{id}", handler, completions: { di: () => [] } })).toThrow(
      /"di", which is no variable of it \(id\)/,
    );
  });
});

describe("PromptSpec", () => {
  it("defaults to internal and writes required before description", () => {
    const spec = new PromptSpec({
      name: "p",
      handler,
      arguments: [
        { name: "a", required: true, description: "A" },
        { name: "b", title: "B" },
      ],
    });
    expect(JSON.stringify(spec.toWire())).toBe(
      '{"name":"p","description":"","arguments":[{"name":"a","required":true,"description":"A"},{"name":"b","required":false,"description":"","title":"B"}],' +
        '"_meta":{"cloudg/category":"general","cloudg/sensitivity":"internal"}}',
    );
  });

  it("refuses one argument twice", () => {
    expect(() => new PromptSpec({ name: "p", handler, arguments: [{ name: "a" }, { name: "a" }] })).toThrow(/"a" twice/);
  });
});
