/** What handlers of resources and prompts return becomes contents and messages. */
import { MCPLayerError } from "../errors.js";
import { toJsonValue } from "../model/json-value.js";
import { isPromptResult, PromptMessage, PromptResult } from "../model/prompt-result.js";
import type { ResourceContents } from "../model/resource-contents.js";
import { BlobResourceContents, isResourceContents, TextResourceContents } from "../model/resource-contents.js";
import type { CallInfo } from "./call-info.js";
import type { OutputOptions } from "./normalise-tool.js";
import { renderText } from "./render-text.js";

/** Strings and JSON values as text, bytes as a base64 blob, ready-made contents as they are. */
export function normaliseContents(value: unknown, uri: string, mimeType: string, info: CallInfo, options: OutputOptions): readonly ResourceContents[] {
  if (value instanceof Uint8Array) return [new BlobResourceContents(uri, value, { mimeType })];
  if (Array.isArray(value) && value.length > 0 && value.every(isResourceContents)) return value.map((contents) => transformContents(contents, info, options));
  const json = toJsonValue(value);
  const shown = options.pipeline === undefined ? json : options.pipeline.apply(json, "structured", info);
  return [new TextResourceContents(uri, renderText(shown, options.maxOutputChars), { mimeType })];
}

function transformContents(contents: ResourceContents, info: CallInfo, { pipeline }: OutputOptions): ResourceContents {
  if (pipeline === undefined || !("text" in contents)) return contents;
  return new TextResourceContents(contents.uri, pipeline.apply(contents.text, "text", info), contents);
}

/** A PromptResult, an array of messages, or a string that becomes one user message. @throws MCPLayerError for anything else. */
export function normalisePrompt(value: unknown, description: string, info: CallInfo, { pipeline }: OutputOptions): PromptResult {
  const result = toPromptResult(value, description, info);
  if (pipeline === undefined) return result;
  const messages = result.messages.map(
    ({ role, content }) => new PromptMessage(role, pipeline.apply(content, content.type === "text" ? "text" : "link", info)),
  );
  return new PromptResult({ messages, description: result.description, meta: result.meta });
}

function toPromptResult(value: unknown, description: string, info: CallInfo): PromptResult {
  const shown = description === "" ? undefined : description;
  if (isPromptResult(value))
    return value.description === undefined ? new PromptResult({ messages: value.messages, description: shown, meta: value.meta }) : value;
  if (typeof value === "string") return new PromptResult({ messages: [PromptMessage.user(value)], description: shown });
  if (Array.isArray(value) && value.length > 0) return new PromptResult({ messages: value.map((message) => toMessage(message, info)), description: shown });
  throw new MCPLayerError(`The prompt "${info.name}" returned ${describe(value)}; a prompt returns a string, an array of PromptMessage or a PromptResult`);
}

function toMessage(value: unknown, info: CallInfo): PromptMessage {
  const { role, content } = (typeof value === "object" && value !== null ? value : {}) as Partial<PromptMessage>;
  if ((role === "user" || role === "assistant") && (typeof content === "string" || typeof content === "object")) return new PromptMessage(role, content);
  throw new MCPLayerError(`The prompt "${info.name}" returned an array with ${describe(value)} in it; every element is a PromptMessage`);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "an empty array" : `a value of type ${typeof value}`;
}
