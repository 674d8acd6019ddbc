/** Tools for the Vercel AI SDK (`ai`, an optional peer that only this file loads), which calls them itself. */
import { jsonSchema } from "ai";
import type { Layer } from "../layer/layer.js";
import type { JsonObject } from "../model/json-schema.js";
import { Principal } from "../model/principal.js";
import type { ToolResult } from "../model/tool-result.js";
import { isRecord } from "./params.js";
import type { ModelTool, ModelToolOptions } from "./shared/model-tools.js";
import { listModelTools } from "./shared/model-tools.js";
import { COMMON_NAMES } from "./shared/name-map.js";
import type { ResultLimits, ResultPart } from "./shared/result-parts.js";
import { imagesOf, joinTexts, structuredWithin, toResultParts } from "./shared/result-parts.js";

export type VercelToolOptions = ModelToolOptions & ResultLimits;

/** What the SDK hands to a tool of a call. */
export interface VercelCallOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal | undefined;
}

export type VercelOutput =
  | { type: "text"; value: string }
  | { type: "json"; value: JsonObject }
  | { type: "error-text"; value: string }
  | { type: "content"; value: ({ type: "text"; text: string } | { type: "image-data"; data: string; mediaType: string })[] };

/** Assignable to the SDK's `Tool`; a record of them to its `ToolSet`. */
export interface VercelTool {
  description?: string;
  title?: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the SDK's Schema has a symbol for a key that only the SDK can name, and this declaration must not need it
  inputSchema: any;
  execute: (input: unknown, options: VercelCallOptions) => Promise<ToolResult>;
  toModelOutput: (options: { output: ToolResult }) => VercelOutput;
}

/**
 * What `principal` may call, by name. @default Principal.local()
 * @throws TypeError when two tools would have one name.
 * @example
 * await generateText({ model, prompt, tools: toVercelAITools(layer), stopWhen: stepCountIs(10) });
 */
export function toVercelAITools(layer: Layer, principal: Principal = Principal.local(), options: VercelToolOptions = {}): Record<string, VercelTool> {
  const tools = listModelTools(layer, principal, { names: COMMON_NAMES }, options);
  return Object.fromEntries(tools.map((tool) => [tool.name, toTool(layer, principal, tool, options)]));
}

function toTool(layer: Layer, principal: Principal, { exposedName, title, description, schema }: ModelTool, limits: ResultLimits): VercelTool {
  return {
    ...(description === "" ? {} : { description }),
    ...(title === undefined ? {} : { title }),
    // Without a validator of its own: the layer coerces and checks, and its refusal is a result that the model can read.
    inputSchema: jsonSchema(schema as Parameters<typeof jsonSchema>[0]),
    execute: (input, { abortSignal }) =>
      layer.callTool(exposedName, isRecord(input) ? input : {}, { principal, ...(abortSignal === undefined ? {} : { context: { signal: abortSignal } }) }),
    toModelOutput: ({ output }) => toOutput(output, limits),
  };
}

function toOutput(result: ToolResult, limits: ResultLimits): VercelOutput {
  const parts = toResultParts(result, limits);
  if (result.isError) return { type: "error-text", value: joinTexts(parts) };
  if (imagesOf(parts).length > 0) return { type: "content", value: parts.map(toContent) };
  const structured = structuredWithin(result, limits);
  return structured === undefined ? { type: "text", value: joinTexts(parts) } : { type: "json", value: structured };
}

function toContent(part: ResultPart): { type: "text"; text: string } | { type: "image-data"; data: string; mediaType: string } {
  return part.type === "text" ? part : { type: "image-data", data: part.data, mediaType: part.mimeType };
}
