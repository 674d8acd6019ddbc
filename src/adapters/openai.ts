/** Tools for OpenAI's Chat Completions and Responses APIs, lax or in strict mode. Loads no SDK: the shapes are the APIs' own. */
import type { Layer } from "../layer/layer.js";
import type { Principal } from "../model/principal.js";
import type { ModelTool, ModelToolOptions } from "./shared/model-tools.js";
import { listModelTools } from "./shared/model-tools.js";
import { COMMON_NAMES } from "./shared/name-map.js";
import { toStrictSchema } from "./shared/strict-schema.js";

export interface OpenAIToolOptions extends ModelToolOptions {
  /**
   * The API then guarantees arguments that fit, for schemas in a subset: every property required, optional ones nullable, objects closed; what the subset has no
   * keyword for is said in the description. Give `strict` to `runToolCalls` as well: it turns the arguments back. @default false
   */
  readonly strict?: boolean | undefined;
}

/** Assignable to the SDK's `ChatCompletionTool`. */
export interface OpenAITool {
  type: "function";
  function: {
    name: string;
    description?: string;
    parameters: Record<string, unknown>;
    strict?: boolean;
  };
}

/** Assignable to the SDK's `FunctionTool` of the Responses API. */
export interface OpenAIResponsesTool {
  type: "function";
  name: string;
  description?: string;
  parameters: Record<string, unknown>;
  strict: boolean;
}

/**
 * For Chat Completions: what `principal` may call. @default Principal.local()
 * @throws TypeError when two tools would have one name there.
 * @example
 * await client.chat.completions.create({ model, messages, tools: toOpenAITools(layer) });
 */
export function toOpenAITools(layer: Layer, principal?: Principal, options: OpenAIToolOptions = {}): OpenAITool[] {
  return listTools(layer, principal, options).map((tool) => ({
    type: "function",
    function: { ...describe(tool), parameters: tool.schema, ...(options.strict === true ? { strict: true } : {}) },
  }));
}

/** For the Responses API, whose default is strict mode: so `strict` is always said. */
export function toOpenAIResponsesTools(layer: Layer, principal?: Principal, options: OpenAIToolOptions = {}): OpenAIResponsesTool[] {
  return listTools(layer, principal, options).map((tool) => ({
    type: "function",
    ...describe(tool),
    parameters: tool.schema,
    strict: options.strict === true,
  }));
}

function listTools(layer: Layer, principal: Principal | undefined, options: OpenAIToolOptions): readonly ModelTool[] {
  const convertSchema = options.strict === true ? (schema: ModelTool["schema"]) => toStrictSchema(schema).schema : undefined;
  return listModelTools(layer, principal, { names: COMMON_NAMES, convertSchema }, options);
}

function describe({ name, description }: ModelTool): { name: string; description?: string } {
  return { name, ...(description === "" ? {} : { description }) };
}
