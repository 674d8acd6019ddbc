/** The framework-free export against the golden files of the seeds' section 9. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { exportDefinitions, Layer, NotFoundError, Principal, UnknownMethodError } from "cloudg-mcp";
import { toAnthropicTools } from "cloudg-mcp/adapters/anthropic";
import { toOpenAITools } from "cloudg-mcp/adapters/openai";
import { exported } from "./plugin.js";

const layer = new Layer({ plugins: [exported], prefix: "cloudg_", name: "golden", version: "1.0.0", instructions: "For tests.", onError: () => undefined });
const definitions = exportDefinitions(layer);

function file(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
}

/** Key order is part of the contract, so text is compared, not structure. */
function expectSame(actual: unknown, name: string): void {
  expect(JSON.stringify(actual, null, 1)).toBe(JSON.stringify(file(name), null, 1));
}

describe("golden shapes of the export", () => {
  it("the eight methods", () => expectSame(Object.keys(definitions.handlers).sort(), "export-method-names.json"));
  it("the tool functions", () => expectSame(Object.keys(definitions.toolFunctions).sort(), "export-tool-function-names.json"));

  it("a dispatched call", async () => {
    const result = await definitions.dispatch("tools/call", { name: "cloudg_custom_result", arguments: {} });
    const expected = file("export-custom-result.json") as { _meta: object };
    expect(result["_meta"]).toEqual({ "cloudg/duration_ms": expect.any(Number) });
    expectSame({ ...result, _meta: expected._meta }, "export-custom-result.json");
  });

  it("OpenAI and Anthropic tools", () => {
    expectSame(sorted(toOpenAITools(layer).find((tool) => tool.function.name === "cloudg_slow_sync")), "openai-slow-sync.json");
    expectSame(sorted(toAnthropicTools(layer).find((tool) => tool.name === "cloudg_slow_sync")), "anthropic-slow-sync.json");
    expect(toOpenAITools(layer)[0]!.function.name).toBe("cloudg_slow_sync");
  });

  it("a tool function runs the layer's path", async () => {
    expect(await definitions.toolFunctions["cloudg_progress_async"]!({ steps: 1 })).toMatchObject({ isError: false, structuredContent: { result: [1] } });
    expect(await definitions.toolFunctions["cloudg_boom"]!()).toMatchObject({ isError: true, content: [{ text: "RangeError: kaboom" }] });
  });

  it("the definitions alone, for serializing", () => {
    const plain = JSON.parse(JSON.stringify(definitions)) as Record<string, unknown>;
    expect(Object.keys(plain)).toEqual(["server", "tools", "resources", "resourceTemplates", "prompts"]);
    expect(plain["server"]).toEqual({ name: "golden", version: "1.0.0", instructions: "For tests." });
    expect(plain["tools"]).toEqual(layer.toolsWire(Principal.local()));
  });

  it("an unknown method and an unknown tool", async () => {
    await expect(definitions.dispatch("tools/delete")).rejects.toThrow(UnknownMethodError);
    await expect(definitions.dispatch("__proto__")).rejects.toThrow(UnknownMethodError);
    await expect(definitions.dispatch("tools/call", { name: "cloudg_none" })).rejects.toThrow(NotFoundError);
    await expect(definitions.dispatch("tools/call", {})).rejects.toMatchObject({
      code: -32602,
      message: "Invalid params of tools/call: params.name must be a string",
    });
  });
});

/** The order of a schema's keywords is the emitter's. */
function sorted(value: unknown): unknown {
  const { function: openai, ...tool } = value as { function?: { parameters: object }; input_schema?: object };
  if (openai !== undefined) return { ...tool, function: { ...openai, parameters: sortKeys(openai.parameters) } };
  return { ...tool, input_schema: sortKeys(tool.input_schema) };
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sortKeys(part)]),
  );
}
