/** Function declarations for Google's Gemini API, the calls in its answers, and the responses it takes back. Loads no SDK: the shapes are the API's own. */
import type { Layer } from "../layer/layer.js";
import type { JsonSchema } from "../model/json-schema.js";
import type { Principal } from "../model/principal.js";
import { isRecord } from "./params.js";
import { toGeminiSchema } from "./shared/gemini-schema.js";
import type { ModelToolOptions } from "./shared/model-tools.js";
import { listModelTools } from "./shared/model-tools.js";
import type { NameRule } from "./shared/name-map.js";
import type { AnsweredCall, ProviderCalls, RequestedCall } from "./shared/provider-calls.js";
import type { ResultLimits } from "./shared/result-parts.js";
import { imagesOf, joinTexts, structuredWithin, toResultParts } from "./shared/result-parts.js";

/** Assignable to the SDK's `FunctionDeclaration`. */
export interface GeminiFunction {
  name: string;
  description?: string;
  parametersJsonSchema: JsonSchema;
}

/** Assignable to the SDK's `Tool`. */
export interface GeminiTool {
  functionDeclarations: GeminiFunction[];
}

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

const NAMES: NameRule = { provider: "Gemini", valid: /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/, refused: /[^A-Za-z0-9_.:-]/g, maxLength: 64 };

/**
 * What `principal` may call, as one tool of the API; empty when there is nothing to call. @default Principal.local()
 * @throws TypeError when two tools would have one name there.
 * @example
 * await ai.models.generateContent({ model, contents, config: { tools: toGeminiTools(layer) } });
 */
export function toGeminiTools(layer: Layer, principal?: Principal, options: ModelToolOptions = {}): GeminiTool[] {
  const functionDeclarations = listModelTools(layer, principal, { names: NAMES, convertSchema: toGeminiSchema }, options).map(
    ({ name, description, schema }) => ({
      name,
      ...(description === "" ? {} : { description }),
      parametersJsonSchema: schema,
    }),
  );
  return functionDeclarations.length === 0 ? [] : [{ functionDeclarations }];
}

export const geminiCalls: ProviderCalls<GeminiMessage, GeminiAnswer> = { names: NAMES, readCalls, writeAnswers };

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
