import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { Layer } from "cloudg-mcp";
import golden, { Window } from "./plugin.js";

const layer = new Layer({ plugins: [golden], prefix: "" });
const { registry } = layer;

function file(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
}

/** Key order is part of the contract, so text is compared, not structure. */
function expectSame(actual: unknown, name: string): void {
  expect(JSON.stringify(actual, null, 1)).toBe(JSON.stringify(file(name), null, 1));
}

describe("golden wire shapes, through decorators and the emitter", () => {
  it("a tool", () => expectSame(registry.tools.get("workspace_status")!.toWire(), "tool-workspace-status.json"));
  it("a resource", () => expectSame(registry.resources.get("cloudg://workspace")!.toWire(), "resource-workspace.json"));
  it("a resource template", () => expectSame(registry.templates.get("cloudg://assets/{+ref}")!.toWire(), "resource-template-asset.json"));
  it("a prompt", () => expectSame(registry.prompts.get("compliance_gap_analysis")!.toWire(), "prompt-compliance-gap-analysis.json"));

  it("the input schema of `changes`", () => {
    expect(registry.tools.get("changes")!.inputSchema).toEqual(file("input-schema-changes.json"));
  });

  it("the input schema that is exported to models", () => {
    const { function: exported } = file("openai-slow-sync.json") as { function: { description: string; parameters: unknown } };
    const spec = registry.tools.get("slow_sync")!;
    expect(spec.inputSchema).toEqual(exported.parameters);
    expect(spec.description).toBe(exported.description);
  });

  it("a URI template expands and matches", () => {
    const { template, values, uri } = file("uri-template-asset.json") as { template: string; values: Record<string, string>; uri: string };
    const spec = registry.templates.get(template)!;
    expect(spec.expand(values)).toBe(uri);
    expect(spec.match(uri)).toEqual(values);
  });

  it("a custom result, as it leaves the layer", async () => {
    const result = (await layer.callTool("custom_result")).toWire();
    const expected = file("export-custom-result.json") as { _meta: object };
    expect(JSON.stringify({ ...result, _meta: expected._meta })).toBe(JSON.stringify(expected));
    expect(result["_meta"]).toEqual({ "cloudg/duration_ms": expect.any(Number) });
  });

  it("`changes` gets a Window with its defaults, and a coerced limit", async () => {
    const result = await layer.callTool("changes", { window: { start: "2026-01-01" }, limit: "5" });
    expect(result.structuredContent).toEqual({ isWindow: true, window: { start: "2026-01-01", end: null }, kinds: ["asset"], limit: 5 });
    expect(new Window().end).toBeNull();
  });
});
