/** Tools for LangChain (`@langchain/core`, an optional peer that only this file loads): text as content, the structured result as artifact. */
import { ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool } from "@langchain/core/tools";
import { MCPLayerError } from "../errors.js";
import { errorToResult } from "../layer/error-result.js";
import type { Layer } from "../layer/layer.js";
import { MetaKey } from "../model/meta-prefix.js";
import { Principal } from "../model/principal.js";
import type { ToolResult } from "../model/tool-result.js";
import { isRecord } from "./params.js";
import type { LangChainDefinition } from "./shared/langchain-definitions.js";
import { listLangChainDefinitions } from "./shared/langchain-definitions.js";
import type { ModelToolOptions } from "./shared/model-tools.js";
import type { ResultLimits, ResultPart } from "./shared/result-parts.js";
import { errorText, imagesOf, joinTexts, toResultParts } from "./shared/result-parts.js";

export type LangChainToolOptions = ModelToolOptions & ResultLimits;

/* eslint-disable @typescript-eslint/no-explicit-any -- LangChain's generics cannot be named here without needing LangChain to compile; `any` is what they default to */

/** Assignable to LangChain's `StructuredToolInterface`. */
export interface LangChainTool {
  name: string;
  description: string;
  schema: any;
  returnDirect: boolean;
  lc_namespace: string[];
  lc_serializable: boolean;
  lc_id: string[];
  /** With a tool call: a ToolMessage, of status "error" where the call failed. With bare arguments: the content; a failure is thrown. */
  invoke(input: any, config?: any): Promise<any>;
  call(input: any, config?: any, tags?: string[]): Promise<any>;
  batch(inputs: any[], options?: any, batchOptions?: any): Promise<any[]>;
  stream(input: any, options?: any): Promise<any>;
  transform(generator: AsyncGenerator<any>, options: any): AsyncGenerator<any>;
  getName(suffix?: string): string;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/**
 * What `principal` may call. @default Principal.local()
 * @throws TypeError when two tools would have one name.
 * @example
 * const model = new ChatOpenAI({ model: MODEL }).bindTools(toLangChainTools(layer));
 */
export function toLangChainTools(layer: Layer, principal: Principal = Principal.local(), options: LangChainToolOptions = {}): LangChainTool[] {
  return listLangChainDefinitions(layer, principal, options).map(
    ({ definition, exposedName }) => new LayerTool(definition, (args, config) => callTool(layer, exposedName, principal, args, config, options)),
  );
}

/** The part of LangChain's config that a call needs. */
interface CallConfig {
  readonly signal?: AbortSignal | undefined;
  readonly toolCall?: { readonly id?: string; readonly name?: string } | undefined;
}
type ContentAndArtifact = [content: unknown, artifact: unknown];

/** The layer coerces and checks arguments; LangChain's own check, which knows no coercion and throws, is passed by. */
class LayerTool extends DynamicStructuredTool {
  constructor(definition: LangChainDefinition, run: (args: unknown, config: CallConfig | undefined) => Promise<ContentAndArtifact>) {
    super({ ...definition, func: (args: unknown, _manager: unknown, config: unknown) => run(args, config as CallConfig | undefined) });
  }

  override call(...args: Parameters<DynamicStructuredTool["call"]>): ReturnType<DynamicStructuredTool["call"]> {
    const unchecked = Object.create(this, { schema: { value: {} } }) as this;
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- invoke, which is not, does its work in it
    return super.call.apply(unchecked, args);
  }
}

async function callTool(
  layer: Layer,
  name: string,
  principal: Principal,
  args: unknown,
  config: CallConfig | undefined,
  limits: ResultLimits,
): Promise<ContentAndArtifact> {
  const signal = config?.signal;
  const options = { principal, ...(signal === undefined ? {} : { context: { signal } }) };
  // A tool that was there when the list was made and is hidden by now: the model is told, as of any unknown tool.
  const result = await layer.callTool(name, isRecord(args) ? args : {}, options).catch((error: unknown) => errorToResult(error, layer.metaPrefix));
  const parts = toResultParts(result, limits);
  if (result.isError) return [failure(result, joinTexts(parts), config?.toolCall, layer.metaPrefix), result.meta];
  return [imagesOf(parts).length === 0 ? joinTexts(parts) : parts.map(toBlock), result.structuredContent];
}

/** @throws MCPLayerError when no tool call is there to answer. */
function failure(result: ToolResult, text: string, call: CallConfig["toolCall"], metaPrefix: string): ToolMessage {
  if (call?.id === undefined) {
    const { [metaPrefix + MetaKey.ErrorCode]: code, [metaPrefix + MetaKey.ErrorData]: data } = result.meta ?? {};
    throw new MCPLayerError(text, { data, ...(typeof code === "number" || typeof code === "string" ? { code } : {}) });
  }
  // Few of the model classes pass the status on, so the text says it too.
  return new ToolMessage({ content: errorText(text), tool_call_id: call.id, status: "error", ...(call.name === undefined ? {} : { name: call.name }) });
}

function toBlock(part: ResultPart): { type: "text"; text: string } | { type: "image_url"; image_url: { url: string } } {
  return part.type === "text" ? part : { type: "image_url", image_url: { url: `data:${part.mimeType};base64,${part.data}` } };
}
