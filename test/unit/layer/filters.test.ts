import { describe, expect, it } from "@jest/globals";
import { Capability, Layer, PromptSpec, Registry, ResourceSpec, ToolSpec } from "cloudg-mcp";
import type { LayerOptions, ToolSpecInit } from "cloudg-mcp";

const tool = (name: string, init: Partial<ToolSpecInit> = {}): ToolSpec => new ToolSpec({ name, handler: () => 1, ...init });
const registry = new Registry();
registry.add(tool("look")).add(tool("save", { capabilities: [Capability.WriteState] }));
for (const capability of [Capability.WriteFs, Capability.CloudAccess, Capability.Exec]) registry.add(tool(capability, { capabilities: [capability] }));
registry.add(tool("drop", { annotations: { destructiveHint: true } })).add(tool("misc", { category: "other" }));
registry
  .add(new ResourceSpec({ name: "r", uri: "x://r", category: "other", handler: () => "" }))
  .add(new PromptSpec({ name: "p", category: "other", handler: () => "" }));

const offered = (options: LayerOptions): unknown[] => {
  const layer = new Layer({ registry, ...options });
  return [...layer.toolsWire(), ...layer.resourcesWire(), ...layer.promptsWire()].map(({ name }) => name);
};

describe("filters", () => {
  it.each<[string, LayerOptions, string[]]>([
    ["none", {}, ["look", "save", "write_fs", "cloud_access", "exec", "drop", "misc", "r", "p"]],
    ["read-only keeps what stays within the server's own state", { readOnly: true }, ["look", "save", "misc", "r", "p"]],
    ["a category is of every kind", { includeCategories: ["other"] }, ["misc", "r", "p"]],
    ["exclusion wins", { includeCategories: ["other"], excludeCategories: ["other"] }, []],
    ["tool filters leave other kinds alone", { includeTools: ["look"] }, ["look", "r", "p"]],
    ["tool filters name tools without the prefix", { excludeTools: ["look"], prefix: "x_", readOnly: true }, ["x_save", "x_misc", "r", "x_p"]],
  ])("%s", (_, options, names) => {
    expect(offered(options)).toEqual(names);
  });

  it("hide what they drop from calls too, and never change the registry", async () => {
    const layer = new Layer({ registry, readOnly: true });
    await expect(layer.callTool("drop")).rejects.toThrow("Unknown tool: drop");
    expect(layer.registry.tools.has("drop")).toBe(true);
  });
});
