/** The adapters whose frameworks run the calls themselves, and Gemini's schema subset over every type fixture. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { ToolMessage } from "@langchain/core/messages";
import { MCPLayerError } from "cloudg-mcp";
import type { JsonSchema, ToolResult } from "cloudg-mcp";
import { toLangChainTools } from "cloudg-mcp/adapters/langchain";
import { toVercelAITools } from "cloudg-mcp/adapters/vercel";
import { toGeminiSchema } from "../../../src/adapters/shared/gemini-schema.js";
import { catalogue, PIXEL } from "./catalogue.js";

describe("LangChain tools", () => {
  const tools = new Map(toLangChainTools(catalogue()).map((tool) => [tool.name, tool]));
  const call = async (name: string, args: object): Promise<ToolMessage> =>
    tools.get(name)!.invoke({ type: "tool_call", id: "c1", name, args }) as Promise<ToolMessage>;

  it("give text as content and the structured result as artifact; the layer coerces, LangChain does not refuse before it", async () => {
    const message = await call("read", { n: "2" });
    expect(message).toBeInstanceOf(ToolMessage);
    expect(message).toMatchObject({ content: '{\n  "n": 2\n}', artifact: { n: 2 }, tool_call_id: "c1", status: "success" });
    expect(await tools.get("read")!.invoke({ n: 3 })).toBe('{\n  "n": 3\n}');
  });

  it("give failures as messages of status error, and throw them where there is no call to answer", async () => {
    expect(await call("read", {})).toMatchObject({ content: "Error: Invalid arguments: n: Field required", status: "error", tool_call_id: "c1" });
    const thrown: unknown = await tools
      .get("read")!
      .invoke({})
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(MCPLayerError);
    expect(thrown).toMatchObject({ code: -32602, message: "Invalid arguments: n: Field required", data: [{ loc: "n", type: "missing" }] });
  });

  it("give images as blocks", async () => {
    expect((await call("picture", {})).content).toContainEqual({ type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } });
  });

  it("pass the signal on", async () => {
    const signal = AbortSignal.timeout(10);
    await expect(tools.get("wait")!.invoke({}, { signal })).rejects.toThrow();
  });
});

describe("Vercel AI tools", () => {
  const tools = toVercelAITools(catalogue());
  const output = async (name: string, args: object): Promise<unknown> =>
    tools[name]!.toModelOutput({ output: (await tools[name]!.execute(args, {})) as ToolResult });

  it("tell the model JSON where there is some, text, images as content, and errors as errors", async () => {
    expect(await output("read", { n: "2" })).toEqual({ type: "json", value: { n: 2 } });
    expect(await output("fail", {})).toEqual({ type: "error-text", value: "RangeError: too far" });
    expect(await output("picture", {})).toEqual({
      type: "content",
      value: [
        { type: "text", text: "a pixel" },
        { type: "image-data", data: PIXEL, mediaType: "image/png" },
        { type: "text", text: 'Resource "one": x://1' },
      ],
    });
  });
});

describe("Gemini's schema subset", () => {
  const matrix = JSON.parse(readFileSync(new URL("../../fixtures/emit/matrix/type-matrix.golden.json", import.meta.url), "utf8")) as Record<
    string,
    { schema: JsonSchema; $defs?: Record<string, JsonSchema> }
  >;
  // As the API's reference lists them for parametersJsonSchema.
  const TAKEN = new Set([
    "$defs",
    "$ref",
    "type",
    "format",
    "description",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "properties",
    "additionalProperties",
    "required",
  ]);

  function keywords(node: unknown, found = new Set<string>()): Set<string> {
    if (Array.isArray(node)) node.forEach((part) => keywords(part, found));
    else if (typeof node === "object" && node !== null) {
      for (const [key, value] of Object.entries(node)) {
        found.add(key);
        if (key === "properties" || key === "$defs") Object.values(value as object).forEach((part) => keywords(part, found));
        else if (!["enum", "required"].includes(key)) keywords(value, found);
      }
      if ("$ref" in node) expect(Object.keys(node)).toEqual(["$ref"]);
      for (const literal of (node as JsonSchema).enum ?? []) expect(["string", "number"]).toContain(typeof literal);
    }
    return found;
  }

  it.each(Object.entries(matrix))("%s", (_name, { schema, $defs }) => {
    const converted = toGeminiSchema({ type: "object", properties: { v: schema }, ...($defs === undefined ? {} : { $defs }) });
    expect([...keywords(converted)].filter((keyword) => !TAKEN.has(keyword))).toEqual([]);
  });

  it("says in the description what it has no keyword for", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { a: { type: "string", description: "A.", minLength: 2, default: "xy" }, b: { const: true }, c: { enum: ["x", null] } },
    };
    expect(toGeminiSchema(schema).properties).toEqual({
      a: { type: "string", description: 'A. [minLength: 2; default: "xy"]' },
      b: { type: "boolean", description: "[one of [true]]" },
      c: { type: ["string", "null"], enum: ["x"] },
    });
  });
});
