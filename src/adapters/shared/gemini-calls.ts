/** The calls in an answer of Google's Gemini API, and the content that answers them. */
import { isRecord } from "../params.js";
import type { NameRule } from "./name-map.js";
import type { AnsweredCall, ProviderCalls, RequestedCall } from "./provider-calls.js";
import type { ResultLimits } from "./result-parts.js";
import { imagesOf, joinTexts, structuredWithin, toResultParts } from "./result-parts.js";

interface GeminiPartLike {
  readonly functionCall?:
    { readonly id?: string | undefined; readonly name?: string | undefined; readonly args?: Readonly<Record<string, unknown>> | undefined } | undefined;
}
interface GeminiContentLike {
  readonly parts?: readonly GeminiPartLike[] | undefined;
}

/** The SDK's `GenerateContentResponse`, or the `Content` of one of its candidates. */
export type GeminiMessage = GeminiContentLike | { readonly candidates?: readonly { readonly content?: GeminiContentLike | undefined }[] | undefined };

/** Assignable to the SDK's `Content`. */
export interface GeminiAnswer {
  role: "user";
  parts: {
    functionResponse: {
      id?: string;
      name: string;
      response: Record<string, unknown>;
      parts?: { inlineData: { mimeType: string; data: string } }[];
    };
  }[];
}

export const GEMINI_NAMES: NameRule = { provider: "Gemini", valid: /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/, refused: /[^A-Za-z0-9_.:-]/g, maxLength: 64 };

export const geminiCalls: ProviderCalls<GeminiMessage, GeminiAnswer> = { names: GEMINI_NAMES, readCalls, writeAnswers };

function readCalls(message: GeminiMessage): RequestedCall[] {
  if (!isRecord(message)) throw new TypeError("this is no answer of the Gemini API: it has neither candidates nor parts");
  const content = "candidates" in message ? message.candidates?.[0]?.content : (message as GeminiContentLike);
  return (content?.parts ?? []).flatMap(({ functionCall }) => {
    if (functionCall === undefined) return [];
    return [{ id: functionCall.id, name: String(functionCall.name), args: functionCall.args ?? {} }];
  });
}

/** One content with all responses. `output` and `error` are the keys the API knows; the value is JSON where the tool gave a structured one. */
function writeAnswers(answered: readonly AnsweredCall[], limits: ResultLimits): GeminiAnswer[] {
  const parts = answered.map(({ call, result }): GeminiAnswer["parts"][number] => {
    const shown = toResultParts(result, limits);
    const images = imagesOf(shown).map(({ mimeType, data }) => ({ inlineData: { mimeType, data } }));
    const response = result.isError ? { error: joinTexts(shown) } : { output: structuredWithin(result, limits) ?? joinTexts(shown) };
    return {
      functionResponse: { ...(call.id === undefined ? {} : { id: call.id }), name: call.name, response, ...(images.length === 0 ? {} : { parts: images }) },
    };
  });
  return [{ role: "user", parts }];
}
