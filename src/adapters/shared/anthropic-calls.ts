/** The calls in a message of Anthropic's Messages API, and the message that answers them. */
import { isRecord } from "../params.js";
import type { NameRule } from "./name-map.js";
import type { AnsweredCall, ProviderCalls, RequestedCall } from "./provider-calls.js";
import type { ImageType, ResultLimits, ResultPart } from "./result-parts.js";
import { toResultParts } from "./result-parts.js";

/** The SDK's `Message`, or any assistant message with content blocks. */
export interface AnthropicMessage {
  readonly content: string | readonly { readonly type: string }[];
}

export interface AnthropicToolResult {
  type: "tool_result";
  tool_use_id: string;
  is_error?: boolean;
  content: ({ type: "text"; text: string } | { type: "image"; source: { type: "base64"; media_type: ImageType; data: string } })[];
}

/** Assignable to the SDK's `MessageParam`. */
export interface AnthropicAnswer {
  role: "user";
  content: AnthropicToolResult[];
}

export const ANTHROPIC_NAMES: NameRule = { provider: "Anthropic", valid: /^[A-Za-z0-9_-]{1,64}$/, refused: /[^A-Za-z0-9_-]/g, maxLength: 64 };

export const anthropicCalls: ProviderCalls<AnthropicMessage, AnthropicAnswer> = { names: ANTHROPIC_NAMES, readCalls, writeAnswers };

function readCalls(message: AnthropicMessage): RequestedCall[] {
  if (!isRecord(message) || !(typeof message["content"] === "string" || Array.isArray(message["content"])))
    throw new TypeError("this is no message of Anthropic's Messages API: it has no content");
  const blocks: readonly unknown[] = typeof message.content === "string" ? [] : message.content;
  return blocks
    .filter((block) => isRecord(block) && block["type"] === "tool_use")
    .map((block) => {
      const { id, name, input } = block as { id: unknown; name: unknown; input: unknown };
      return { id: String(id), name: String(name), args: input ?? {} };
    });
}

/** One user message with all results: the API wants every result of a turn in one. */
function writeAnswers(answered: readonly AnsweredCall[], limits: ResultLimits): AnthropicAnswer[] {
  const content = answered.map(({ call, result }): AnthropicToolResult => {
    const parts = toResultParts(result, limits);
    return { type: "tool_result", tool_use_id: call.id!, ...(result.isError ? { is_error: true } : {}), content: parts.filter(hasSubstance).map(toBlock) };
  });
  return [{ role: "user", content }];
}

/** The API refuses empty text blocks. */
function hasSubstance(part: ResultPart): boolean {
  return part.type === "image" || part.text.trim() !== "";
}

function toBlock(part: ResultPart): AnthropicToolResult["content"][number] {
  if (part.type === "text") return part;
  return { type: "image", source: { type: "base64", media_type: part.mimeType, data: part.data } };
}
