/** Whatever a tool's handler returned becomes a ToolResult: structured value, its text rendering, links. Output transforms run in between. */
import type { Content, ContentLike, WireObject } from "../model/content.js";
import { contentToWire, TextContent } from "../model/content.js";
import type { JsonObject, JsonValue } from "../model/json-schema.js";
import { toJsonValue } from "../model/json-value.js";
import { isToolResult, ToolResult } from "../model/tool-result.js";
import type { ToolSpec } from "../model/tool-spec.js";
import type { CallInfo } from "./call-info.js";
import type { OutputCheck } from "./output-check.js";
import type { Pipeline } from "./ports.js";
import { cutText, renderText } from "./render-text.js";

export interface OutputOptions {
  readonly maxOutputChars: number;
  readonly pipeline: Pipeline | undefined;
  readonly checkOutput?: OutputCheck | undefined;
}

export function normaliseToolValue(value: unknown, info: CallInfo, options: OutputOptions): ToolResult {
  const result = isToolResult(value) ? fromToolResult(value, info, options) : fromValue(value, info, options);
  const { links } = info.context;
  if (links.length === 0) return result;
  return result.with({ content: [...result.content, ...links.map((link) => transformContent(link, info, options))] });
}

function fromValue(value: unknown, info: CallInfo, { maxOutputChars, pipeline, checkOutput }: OutputOptions): ToolResult {
  const json = toJsonValue(value);
  checkOutput?.(info.spec as ToolSpec, wrap(json));
  const shown = pipeline === undefined ? json : pipeline.apply(json, "structured", info);
  return new ToolResult({ content: [new TextContent(renderText(shown, maxOutputChars))], structuredContent: wrap(shown) });
}

/** MCP wants an object; anything else goes under `result`, which is also what a derived output schema describes. */
function wrap(value: JsonValue): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { result: value };
}

function fromToolResult(given: ToolResult, info: CallInfo, options: OutputOptions): ToolResult {
  const { maxOutputChars, pipeline } = options;
  const json = given.structuredContent === undefined ? undefined : wrap(toJsonValue(given.structuredContent));
  if (!given.isError) options.checkOutput?.(info.spec as ToolSpec, json);
  const structured = json === undefined || pipeline === undefined ? json : pipeline.apply(json, "structured", info);
  const blocks = given.content.map((block) => transformContent(block, info, options));
  const meta = given.meta === undefined ? undefined : (toJsonValue(given.meta) as WireObject);
  return new ToolResult({
    // Clients that read no structured content still get something to read.
    content: blocks.length === 0 && structured !== undefined ? [new TextContent(renderText(structured, maxOutputChars))] : blocks,
    structuredContent: given.isError ? undefined : structured,
    isError: given.isError,
    meta: meta === undefined || pipeline === undefined ? meta : pipeline.apply(meta, "meta", info),
  });
}

function transformContent(block: ContentLike, info: CallInfo, { maxOutputChars, pipeline }: OutputOptions): ContentLike {
  const text = block.type === "text" ? (block as { text: string }).text : undefined;
  if (pipeline === undefined) {
    return text !== undefined && text.length > maxOutputChars ? withText(block, cutText(text, maxOutputChars)) : block;
  }
  if (text !== undefined) return withText(block, cutText(pipeline.apply(text, "text", info), maxOutputChars));
  return pipeline.apply(contentToWire(block), "link", info) as Content & WireObject;
}

function withText(block: ContentLike, text: string): ContentLike {
  return { ...contentToWire(block), type: "text", text };
}
