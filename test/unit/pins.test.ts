/** What others build on, frozen as literals: a change here is a change for every user, and must be meant. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import * as main from "cloudg-mcp";
import * as server from "cloudg-mcp/server";
import { METADATA_FORMAT, METADATA_KEY } from "../../src/metadata/class-record.js";
import { MANIFEST_FORMAT } from "../../src/schema/manifest.js";

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as Record<string, Record<string, unknown>>;

describe("pins", () => {
  it("the values of the main entry", () => {
    expect(Object.keys(main).sort()).toEqual(
      [
        [
          "AccessDeniedError",
          "AudioContent",
          "AuditLog",
          "BlobResourceContents",
          "Caching",
          "CancelledError",
          "Capability",
          "ConcurrencyLimit",
          "DefinitionError",
          "ERROR_CODES",
          "EmbeddedResource",
          "ErrorCode",
          "ExportedDefinitions",
        ],
        [
          "ImageContent",
          "InvalidArgumentsError",
          "Layer",
          "MCPLayerError",
          "META_PREFIX",
          "Metrics",
          "NotFoundError",
          "Plugin",
          "Policy",
          "PolicyError",
          "Principal",
          "PromptMessage",
          "PromptResult",
          "PromptSpec",
        ],
        [
          "RateLimitedError",
          "Registry",
          "ResourceLink",
          "ResourceSpec",
          "ResourceTemplateSpec",
          "ResultErrorCode",
          "Retry",
          "Sensitivity",
          "TextContent",
          "TextResourceContents",
          "TimeoutError",
        ],
        [
          "ToolResult",
          "ToolSpec",
          "UnknownMethodError",
          "UriTemplate",
          "arg",
          "args",
          "definePlugin",
          "defineSchemas",
          "exportDefinitions",
          "hidden",
          "isLayerError",
          "openPolicy",
          "plugin",
          "prompt",
          "resource",
          "resourceTemplate",
        ],
        ["scan", "tool"],
      ].flat(),
    );
  });

  it("the values of cloudg-mcp/server", () => {
    expect(Object.keys(server).sort()).toEqual(["serve", "serveInMemory", "takeStdout"]);
  });

  it("the values of the adapters", async () => {
    const names = async (entry: Promise<object>): Promise<string[]> => Object.keys(await entry).sort();
    expect(await names(import("cloudg-mcp/adapters/export"))).toEqual(["ExportedDefinitions", "UnknownMethodError", "exportDefinitions"]);
    expect(await names(import("cloudg-mcp/adapters/openai"))).toEqual(["toOpenAIResponsesTools", "toOpenAITools"]);
    expect(await names(import("cloudg-mcp/adapters/anthropic"))).toEqual(["toAnthropicTools"]);
    expect(await names(import("cloudg-mcp/adapters/gemini"))).toEqual(["toGeminiTools"]);
    expect(await names(import("cloudg-mcp/adapters/vercel"))).toEqual(["toVercelAITools"]);
    expect(await names(import("cloudg-mcp/adapters/langchain"))).toEqual(["toLangChainTools"]);
    expect(await names(import("cloudg-mcp/adapters/json-schema-list"))).toEqual(["toJsonSchemaList"]);
    expect(await names(import("cloudg-mcp/adapters/run-tool-calls"))).toEqual(["runToolCalls"]);
  });

  it("the exports map and the command", () => {
    expect(Object.keys(manifest["exports"]!)).toEqual([
      ".",
      "./server",
      ...["export", "openai", "anthropic", "gemini", "vercel", "langchain", "json-schema-list", "run-tool-calls"].map((name) => `./adapters/${name}`),
      "./package.json",
    ]);
    expect(manifest["bin"]).toEqual({ "cloudg-mcp": "./dist/cli/main.js" });
  });

  it("the codes on the wire", () => {
    expect(main.ErrorCode).toEqual({
      ParseError: -32700,
      InvalidRequest: -32600,
      MethodNotFound: -32601,
      InvalidParams: -32602,
      InternalError: -32603,
      ResourceNotFound: -32002,
      AccessDenied: -31001,
      RateLimited: -31029,
    });
    expect(main.ResultErrorCode).toEqual({ Timeout: "timeout", HandlerError: "handler_error", Cancelled: "cancelled" });
    expect(main.META_PREFIX).toBe("cloudg/");
  });

  it("what two copies of this package agree on", () => {
    expect([METADATA_FORMAT, Symbol.keyFor(METADATA_KEY), MANIFEST_FORMAT]).toEqual([1, "cloudg-mcp:class-record", 1]);
  });
});
