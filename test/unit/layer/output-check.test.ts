/** Results against output schemas: what is told, how often, and what is not. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { Layer, Registry, ToolResult, ToolSpec } from "cloudg-mcp";
import type { JsonSchema, LayerOptions, ToolHandler } from "cloudg-mcp";
import { createOutputCheck } from "../../../src/layer/output-check.js";

const ROWS: JsonSchema = {
  type: "object",
  properties: { rows: { type: "array", items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } } },
  required: ["rows"],
};

function warningsOf(outputSchema: JsonSchema | undefined, ...results: (Record<string, never> | object | undefined)[]): string[] {
  const found: string[] = [];
  const check = createOutputCheck((text) => found.push(text));
  const spec = new ToolSpec({ name: "rows", handler: () => null, outputSchema, origin: "Tools.rows" });
  for (const result of results) check(spec, result as never);
  return found;
}

describe("the output check", () => {
  it("names the tool and the path, once, and never the value", () => {
    const wrong = { rows: [{ name: "a" }, { name: 4711 }, { name: 4712 }] };
    expect(warningsOf(ROWS, wrong, wrong)).toEqual([
      'tool "rows" (Tools.rows): its result is not what its output schema says: rows[].name: Input should be a valid string. Correct the handler, or the schema.',
    ]);
  });

  it("does not coerce: what goes out is what is judged", () => {
    expect(warningsOf({ type: "object", properties: { n: { type: "integer" } } }, { n: "5" })).toHaveLength(1);
  });

  it("tells each path, up to a bound", () => {
    expect(warningsOf(ROWS, { rows: [{}] }, {}, { rows: 5 })).toHaveLength(2);
    const map: JsonSchema = { type: "object", additionalProperties: { type: "string" } };
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`key${i}`, i]));
    expect(warningsOf(map, many, { later: 1 })).toHaveLength(20);
  });

  it("tells of results without structured content, and is quiet about right ones and tools without a schema", () => {
    expect(warningsOf(ROWS, undefined)).toEqual([expect.stringContaining("there is no structured content, without which clients refuse the result")]);
    expect(warningsOf(ROWS, { rows: [{ name: "a", more: 1 }] }, { rows: [] })).toEqual([]);
    expect(warningsOf(undefined, { anything: 1 }, undefined)).toEqual([]);
  });

  it("takes names that callers may not send", () => {
    expect(warningsOf({ type: "object", properties: { n: { type: "integer" } } }, { constructor: "x", n: 1 })).toEqual([]);
  });

  it("says once that a schema cannot be enforced", () => {
    const odd: JsonSchema = { type: "object", dependentRequired: { a: ["b"] } };
    expect(warningsOf(odd, { a: 1 }, { a: 2 })).toEqual([expect.stringMatching(/^tool "rows": its results are not checked, .*dependentRequired/)]);
  });
});

describe("a layer", () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  async function warned(handler: ToolHandler, options: LayerOptions = {}): Promise<unknown[]> {
    const spy = jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const layer = new Layer({
      registry: new Registry().add(new ToolSpec({ name: "rows", handler, outputSchema: ROWS })),
      onError: () => undefined,
      ...options,
    });
    const { structuredContent, isError } = await layer.callTool("rows");
    expect(structuredContent === undefined).toBe(isError);
    const told = spy.mock.calls.map(([text]) => text);
    spy.mockRestore();
    return told;
  }

  it("warns in development, sends the result all the same, and not in production", async () => {
    expect(await warned(() => ({ rows: 5 }))).toHaveLength(1);
    expect(await warned(() => ({ rows: [] }))).toHaveLength(0);
    expect(await warned(() => ({ rows: 5 }), { checkOutput: false })).toHaveLength(0);
    const before = process.env["NODE_ENV"];
    process.env["NODE_ENV"] = "production";
    try {
      expect(await warned(() => ({ rows: 5 }))).toHaveLength(0);
      expect(await warned(() => ({ rows: 5 }), { checkOutput: true })).toHaveLength(1);
    } finally {
      process.env["NODE_ENV"] = before;
    }
  });

  it("judges what the handler made, not what transforms left of it", async () => {
    const pipeline = { names: ["mask"], apply: <T>(value: T): T => (typeof value === "string" ? value : ({ masked: true } as T)) };
    const transforms = { viewKey: () => "", inputFor: () => undefined, outputFor: () => pipeline };
    expect(await warned(() => ({ rows: [] }), { transforms })).toHaveLength(0);
  });

  it("leaves errors alone, which never carry structured content", async () => {
    expect(await warned(() => new ToolResult({ isError: true, structuredContent: { rows: 5 } }))).toHaveLength(0);
    expect(await warned(() => Promise.reject(new Error("no")))).toHaveLength(0);
  });
});
