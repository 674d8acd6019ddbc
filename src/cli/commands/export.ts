/** `cloudg-mcp export`: the tools in the format of a model API, as one JSON document. */
import { toAnthropicTools } from "../../adapters/anthropic.js";
import { toGeminiTools } from "../../adapters/gemini.js";
import { toJsonSchemaList } from "../../adapters/json-schema-list.js";
import { toOpenAITools } from "../../adapters/openai.js";
import { listLangChainDefinitions } from "../../adapters/shared/langchain-definitions.js";
import type { Layer } from "../../layer/layer.js";
import type { Principal } from "../../model/principal.js";
import type { CommandContext } from "../command-context.js";
import { CliFailure, describeError, ExitCode } from "../failure.js";
import { withLayer } from "../open-layer.js";

export interface ExportOptions {
  readonly format: ExportFormat;
}

const FORMATS = {
  openai: toOpenAITools,
  anthropic: toAnthropicTools,
  gemini: toGeminiTools,
  langchain: (layer: Layer, principal: Principal) => listLangChainDefinitions(layer, principal).map(({ definition }) => definition),
  json: toJsonSchemaList,
} satisfies Record<string, (layer: Layer, principal: Principal) => unknown>;
export type ExportFormat = keyof typeof FORMATS;

export function runExport(context: CommandContext, { format }: ExportOptions): Promise<number> {
  return withLayer(context, async (layer, { principal }) => {
    context.terminal.printJson(convert(layer, format, principal));
    return ExitCode.Ok;
  });
}

function convert(layer: Layer, format: ExportFormat, principal: Principal): unknown {
  try {
    return FORMATS[format](layer, principal);
  } catch (error) {
    throw new CliFailure(describeError(error), undefined, { cause: error });
  }
}
