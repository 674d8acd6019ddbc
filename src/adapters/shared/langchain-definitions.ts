/** What LangChain is told of the tools, without LangChain: the definitions its tool objects are made from, and what the CLI prints. */
import type { Layer } from "../../layer/layer.js";
import type { JsonSchema } from "../../model/json-schema.js";
import type { Principal } from "../../model/principal.js";
import type { ModelToolOptions } from "./model-tools.js";
import { listModelTools } from "./model-tools.js";
import { COMMON_NAMES } from "./name-map.js";

/** What `DynamicStructuredTool` takes besides its function. */
export interface LangChainDefinition {
  name: string;
  description: string;
  schema: JsonSchema;
  responseFormat: "content_and_artifact";
}

/** @throws TypeError when two tools would have one name. */
export function listLangChainDefinitions(
  layer: Layer,
  principal?: Principal,
  options: ModelToolOptions = {},
): { definition: LangChainDefinition; exposedName: string }[] {
  return listModelTools(layer, principal, { names: COMMON_NAMES }, options).map(({ name, exposedName, description, schema }) => ({
    definition: { name, description, schema, responseFormat: "content_and_artifact" },
    exposedName,
  }));
}
