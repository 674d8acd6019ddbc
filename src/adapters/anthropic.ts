/** Tools for Anthropic's Messages API. Loads no SDK: the shapes are the API's own. */
import type { Layer } from "../layer/layer.js";
import type { JsonSchema } from "../model/json-schema.js";
import type { Principal } from "../model/principal.js";
import { ANTHROPIC_NAMES } from "./shared/anthropic-calls.js";
import type { ModelToolOptions } from "./shared/model-tools.js";
import { listModelTools } from "./shared/model-tools.js";

/** Assignable to the SDK's `Tool`. */
export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: JsonSchema & { type: "object" };
}

/**
 * What `principal` may call. @default Principal.local()
 * @throws TypeError when two tools would have one name there.
 * @example
 * await client.messages.create({ model, max_tokens: 2048, messages, tools: toAnthropicTools(layer) });
 */
export function toAnthropicTools(layer: Layer, principal?: Principal, options: ModelToolOptions = {}): AnthropicTool[] {
  return listModelTools(layer, principal, { names: ANTHROPIC_NAMES }, options).map(({ name, description, schema }) => ({
    name,
    ...(description === "" ? {} : { description }),
    input_schema: schema as AnthropicTool["input_schema"],
  }));
}
