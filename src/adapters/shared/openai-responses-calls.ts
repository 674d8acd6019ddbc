/** The calls in a Response of OpenAI's Responses API, and the input items that answer them. */
import { isRecord } from "../params.js";
import { COMMON_NAMES } from "./name-map.js";
import type { AnsweredCall, ProviderCalls, RequestedCall } from "./provider-calls.js";
import { readJsonArguments } from "./provider-calls.js";
import type { ResultLimits, ResultPart } from "./result-parts.js";
import { errorText, imagesOf, joinTexts, toResultParts } from "./result-parts.js";

/** The SDK's `Response`, or its `output` alone. */
export type OpenAIResponse = { readonly output: readonly { readonly type: string }[] } | readonly { readonly type: string }[];

/** Assignable to the SDK's `ResponseInputItem`. */
export interface OpenAIFunctionOutput {
  type: "function_call_output";
  call_id: string;
  output: string | ({ type: "input_text"; text: string } | { type: "input_image"; image_url: string; detail: "auto" })[];
}

export const openAIResponsesCalls: ProviderCalls<OpenAIResponse, OpenAIFunctionOutput> = { names: COMMON_NAMES, readCalls, writeAnswers };

function readCalls(response: OpenAIResponse): RequestedCall[] {
  const output: unknown = Array.isArray(response) ? response : isRecord(response) ? response["output"] : undefined;
  if (!Array.isArray(output)) throw new TypeError("this is no response of OpenAI's Responses API: it has no list of output items");
  return output
    .filter((item) => isRecord(item) && item["type"] === "function_call")
    .map((item) => {
      const { call_id, name, arguments: text } = item as { call_id: string; name: string; arguments: unknown };
      return { id: call_id, name, args: readJsonArguments(text) };
    });
}

function writeAnswers(answered: readonly AnsweredCall[], limits: ResultLimits): OpenAIFunctionOutput[] {
  return answered.map(({ call, result }) => {
    const parts = toResultParts(result, limits);
    const text = joinTexts(parts);
    const output = imagesOf(parts).length > 0 ? parts.map(toInput) : result.isError ? errorText(text) : text;
    return { type: "function_call_output", call_id: call.id!, output };
  });
}

function toInput(part: ResultPart): Exclude<OpenAIFunctionOutput["output"], string>[number] {
  if (part.type === "text") return { type: "input_text", text: part.text };
  return { type: "input_image", image_url: `data:${part.mimeType};base64,${part.data}`, detail: "auto" };
}
