/** The calls in a Chat Completions message, and the messages that answer them. */
import { isRecord } from "../params.js";
import { COMMON_NAMES } from "./name-map.js";
import type { AnsweredCall, ProviderCalls, RequestedCall } from "./provider-calls.js";
import { readJsonArguments, UNREADABLE } from "./provider-calls.js";
import type { ImagePart, ResultLimits } from "./result-parts.js";
import { errorText, imagesOf, joinTexts, toResultParts } from "./result-parts.js";

/** The SDK's `ChatCompletionMessage`, or any assistant message. */
export interface OpenAIChatMessage {
  readonly role?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly type: string }[] | null | undefined;
}

export interface OpenAIToolMessage {
  role: "tool";
  tool_call_id: string;
  content: string;
}

/** Tool messages take no images, so images follow in a user message. */
export interface OpenAIImageMessage {
  role: "user";
  content: ({ type: "text"; text: string } | { type: "image_url"; image_url: { url: string } })[];
}

/** Assignable to the SDK's `ChatCompletionMessageParam`. */
export type OpenAIChatAnswer = OpenAIToolMessage | OpenAIImageMessage;

export const openAIChatCalls: ProviderCalls<OpenAIChatMessage, OpenAIChatAnswer> = { names: COMMON_NAMES, readCalls, writeAnswers };

function readCalls(message: OpenAIChatMessage): RequestedCall[] {
  if (!isRecord(message) || !(message["tool_calls"] === undefined || message["tool_calls"] === null || Array.isArray(message["tool_calls"])))
    throw new TypeError("this is no message of OpenAI's Chat Completions API; give choices[0].message");
  const calls = (message.tool_calls ?? []) as readonly unknown[];
  return calls.map((call) => {
    const { id, function: asked, custom } = call as { id: string; function?: { name: string; arguments: string }; custom?: { name: string } };
    // A custom tool is none of ours: it is answered like any other name that is not in the list.
    return asked === undefined ? { id, name: String(custom?.name), args: UNREADABLE } : { id, name: asked.name, args: readJsonArguments(asked.arguments) };
  });
}

/** Every call must be answered before anything else is said. */
function writeAnswers(answered: readonly AnsweredCall[], limits: ResultLimits): OpenAIChatAnswer[] {
  const messages: OpenAIToolMessage[] = [];
  const images: OpenAIImageMessage["content"] = [];
  for (const { call, result } of answered) {
    const parts = toResultParts(result, limits);
    const shown = imagesOf(parts);
    const text = joinTexts(parts) || (shown.length === 0 ? "(no output)" : "(the images follow)");
    messages.push({ role: "tool", tool_call_id: call.id!, content: result.isError ? errorText(text) : text });
    if (shown.length > 0) images.push({ type: "text", text: `Images in the result of ${call.name} (${call.id!}):` }, ...shown.map(toImageUrl));
  }
  return images.length === 0 ? messages : [...messages, { role: "user", content: images }];
}

function toImageUrl({ mimeType, data }: ImagePart): OpenAIImageMessage["content"][number] {
  return { type: "image_url", image_url: { url: `data:${mimeType};base64,${data}` } };
}
