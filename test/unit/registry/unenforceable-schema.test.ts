/** Argument schemas with keywords the validator does not enforce: refused when the spec is made known, naming it, the keyword and the place. */
import { describe, expect, it } from "@jest/globals";
import { defineSchemas, PromptSpec, Registry, ResourceTemplateSpec, scan, tool, ToolSpec } from "cloudg-mcp";
import type { JsonSchema } from "cloudg-mcp";

const withSchema = (inputSchema: JsonSchema): ToolSpec => new ToolSpec({ name: "deploy", handler: () => null, inputSchema });

describe("a schema that cannot be enforced", () => {
  const KEYWORDS = ["if", "contains", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems", "$dynamicRef"];
  it.each(KEYWORDS)("%s, at the root", (keyword) => {
    expect(() => new Registry().add(withSchema({ type: "object", [keyword]: {} }))).toThrow(
      `tool "deploy": its argument schema says "${keyword}" at the root, which the validator does not enforce\n    -> say it with anyOf`,
    );
  });

  it.each<[string, JsonSchema]>([
    ["/properties/a~1b/items", { properties: { "a/b": { items: { contains: {} } } } }],
    ["/anyOf/1/not", { anyOf: [{}, { not: { contains: {} } }] }],
    ["/$defs/X/additionalProperties", { $defs: { X: { additionalProperties: { contains: {} } } } }],
    ["/prefixItems/0/allOf/0/patternProperties/^a", { prefixItems: [{ allOf: [{ patternProperties: { "^a": { contains: {} } } }] }] }],
  ])("at %s", (pointer, schema) => {
    expect(() => new Registry().add(withSchema({ type: "object", ...schema }))).toThrow(` at ${pointer}, which`);
  });

  it("but not where the word is a name or a value", () => {
    const schema: JsonSchema = { type: "object", properties: { if: { type: "string" }, contains: { enum: ["if"], default: { if: 1 } } }, required: ["if"] };
    expect(new Registry().add(withSchema(schema)).size).toBe(1);
  });

  it("of prompts and templates as well", () => {
    const inputSchema: JsonSchema = { type: "object", properties: { a: { contains: {} } } };
    expect(() => new Registry().add(new PromptSpec({ name: "ask", handler: () => "", inputSchema }))).toThrow(/prompt "ask"/);
    const one = new ResourceTemplateSpec({ name: "one", uriTemplate: "a://{a}", handler: () => "", inputSchema });
    expect(() => new Registry().add(one)).toThrow(/resource template "a:\/\/\{a\}"/);
  });

  it("of a decorated tool is a fault among the others", () => {
    class Tools {
      @tool({ inputSchema: { type: "object", if: {} } }) one(): number {
        return 1;
      }
      @tool() two(): number {
        return 2;
      }
    }
    expect(() => scan([Tools], { schemas: defineSchemas({ format: 1, generator: "t", sources: "" }, () => []) })).toThrow(
      /2 definitions are wrong:\n {2}Tools\.one: its argument schema says "if"[^]*Tools\.two: there is no emitted schema/,
    );
  });

  it("that goes round in circles ends the search", () => {
    const properties: Record<string, JsonSchema> = {};
    properties["again"] = { type: "object", properties };
    expect(new Registry().add(withSchema({ type: "object", properties })).size).toBe(1);
  });
});
