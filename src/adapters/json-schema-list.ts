/** The tools as plain JSON Schemas, for whatever has no format of its own: names and schemas exactly as the layer has them. */
import type { Layer } from "../layer/layer.js";
import type { JsonSchema } from "../model/json-schema.js";
import type { Principal } from "../model/principal.js";
import type { ModelToolOptions } from "./shared/model-tools.js";
import { listModelTools } from "./shared/model-tools.js";
import type { NameRule } from "./shared/name-map.js";

export interface JsonSchemaTool {
  name: string;
  title?: string;
  description: string;
  /** Of the arguments. */
  inputSchema: JsonSchema;
  /** Of the structured result, where it is known. */
  outputSchema?: JsonSchema;
}

const ANY_NAME: NameRule = { provider: "JSON Schema", valid: /^/, refused: /(?!)/g, maxLength: Infinity };

/** What `principal` may call. @default Principal.local() */
export function toJsonSchemaList(layer: Layer, principal?: Principal, options: ModelToolOptions = {}): JsonSchemaTool[] {
  return listModelTools(layer, principal, { names: ANY_NAME }, options).map(({ name, title, description, schema, outputSchema }) => ({
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: schema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
  }));
}
