/** Function declarations for Google's Gemini API. Loads no SDK: the shapes are the API's own. */
import type { Layer } from "../layer/layer.js";
import type { JsonSchema } from "../model/json-schema.js";
import type { Principal } from "../model/principal.js";
import { GEMINI_NAMES } from "./shared/gemini-calls.js";
import { toGeminiSchema } from "./shared/gemini-schema.js";
import type { ModelToolOptions } from "./shared/model-tools.js";
import { listModelTools } from "./shared/model-tools.js";

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

/**
 * What `principal` may call, as one tool of the API; empty when there is nothing to call. @default Principal.local()
 * @throws TypeError when two tools would have one name there.
 * @example
 * await ai.models.generateContent({ model, contents, config: { tools: toGeminiTools(layer) } });
 */
export function toGeminiTools(layer: Layer, principal?: Principal, options: ModelToolOptions = {}): GeminiTool[] {
  const functionDeclarations = listModelTools(layer, principal, { names: GEMINI_NAMES, convertSchema: toGeminiSchema }, options).map(
    ({ name, description, schema }) => ({
      name,
      ...(description === "" ? {} : { description }),
      parametersJsonSchema: schema,
    }),
  );
  return functionDeclarations.length === 0 ? [] : [{ functionDeclarations }];
}
