/** Runs what a model asked for through the layer: a provider's message in, that provider's own result messages out. */
import { CancelledError, isLayerError } from "../errors.js";
import type { Layer } from "../layer/layer.js";
import type { WireList } from "../layer/view.js";
import type { JsonSchema } from "../model/json-schema.js";
import { Principal } from "../model/principal.js";
import { ToolResult } from "../model/tool-result.js";
import type { AnthropicAnswer, AnthropicMessage } from "./shared/anthropic-calls.js";
import { anthropicCalls } from "./shared/anthropic-calls.js";
import type { ExportCallOptions } from "./export.js";
import type { GeminiAnswer, GeminiMessage } from "./shared/gemini-calls.js";
import { geminiCalls } from "./shared/gemini-calls.js";
import { isRecord } from "./params.js";
import { nameMapOf } from "./shared/model-tools.js";
import type { OpenAIChatAnswer, OpenAIChatMessage } from "./shared/openai-chat-calls.js";
import { openAIChatCalls } from "./shared/openai-chat-calls.js";
import type { OpenAIFunctionOutput, OpenAIResponse } from "./shared/openai-responses-calls.js";
import { openAIResponsesCalls } from "./shared/openai-responses-calls.js";
import type { NameMap } from "./shared/name-map.js";
import type { AnsweredCall, ProviderCalls, RequestedCall } from "./shared/provider-calls.js";
import { UNREADABLE } from "./shared/provider-calls.js";
import type { ResultLimits } from "./shared/result-parts.js";
import { runScheduled } from "./shared/schedule.js";
import { toStrictSchema } from "./shared/strict-schema.js";

export type { AnthropicAnswer, AnthropicMessage, GeminiAnswer, GeminiMessage, OpenAIChatAnswer, OpenAIChatMessage, OpenAIFunctionOutput, OpenAIResponse };

/** The messages of each provider: what a model says, and what answers it. */
export interface ProviderMessages {
  anthropic: { message: AnthropicMessage; answer: AnthropicAnswer };
  gemini: { message: GeminiMessage; answer: GeminiAnswer };
  /** Chat Completions. */
  openai: { message: OpenAIChatMessage; answer: OpenAIChatAnswer };
  "openai-responses": { message: OpenAIResponse; answer: OpenAIFunctionOutput };
}
export type Provider = keyof ProviderMessages;

export interface RunToolCallsOptions extends ResultLimits {
  /** Whose tools these are. @default Principal.local() */
  readonly principal?: Principal | undefined;
  /** Stops the running calls and the loop: the promise rejects with a CancelledError once they have settled. */
  readonly signal?: AbortSignal | undefined;
  /** Read-only calls that may run at once. @default 8 */
  readonly concurrency?: number | undefined;
  /** The tools were exported with `strict: true`. @default false */
  readonly strict?: boolean | undefined;
  readonly onProgress?: ExportCallOptions["onProgress"];
}

const PROVIDERS: { readonly [P in Provider]: ProviderCalls<ProviderMessages[P]["message"], ProviderMessages[P]["answer"]> } = {
  anthropic: anthropicCalls,
  gemini: geminiCalls,
  openai: openAIChatCalls,
  "openai-responses": openAIResponsesCalls,
};
const DEFAULT_CONCURRENCY = 8;

/**
 * Runs every call of `message`, read-only ones side by side, others alone and in order, and gives the messages to append after it; none when the model asked for
 * nothing. Failures of a tool, and a tool that is unknown or hidden, are results the model can read.
 * @throws CancelledError when `signal` fires; TypeError for a provider or a message that is none.
 * @example
 * const answers = await runToolCalls(layer, "anthropic", reply, { principal, signal });
 * if (answers.length === 0) return reply;
 * messages.push({ role: "assistant", content: reply.content }, ...answers);
 */
export async function runToolCalls<P extends Provider>(
  layer: Layer,
  provider: P,
  message: ProviderMessages[P]["message"],
  options: RunToolCallsOptions = {},
): Promise<ProviderMessages[P]["answer"][]> {
  const { concurrency = DEFAULT_CONCURRENCY } = options;
  if (!Object.hasOwn(PROVIDERS, provider))
    throw new TypeError(`there is no provider ${JSON.stringify(provider)}; the providers are ${Object.keys(PROVIDERS).join(", ")}`);
  if (!(Number.isInteger(concurrency) && concurrency > 0)) throw new RangeError(`concurrency is a whole number above 0; it is ${String(concurrency)}`);
  const { names, readCalls, writeAnswers }: ProviderCalls<ProviderMessages[P]["message"], ProviderMessages[P]["answer"]> = PROVIDERS[provider];
  const calls = readCalls(message);
  if (calls.length === 0) return [];
  const wire = layer.toolsWire(options.principal ?? Principal.local());
  const run = new CallRunner(layer, wire, nameMapOf(wire, names), options);
  const tasks = calls.map((call) => ({
    isParallel: run.isReadOnly(call),
    start: async (): Promise<AnsweredCall> => ({ call, result: await run.answer(call) }),
  }));
  const answered = await runScheduled(tasks, concurrency, () => options.signal?.aborted === true);
  if (options.signal?.aborted === true) throw new CancelledError("The tool calls were cancelled");
  return writeAnswers(answered, options);
}

/** The calls of one message, made for one principal. */
class CallRunner {
  readonly #layer: Layer;
  readonly #tools: ReadonlyMap<unknown, Readonly<Record<string, unknown>>>;
  readonly #names: NameMap;
  readonly #options: RunToolCallsOptions;

  constructor(layer: Layer, wire: WireList, names: NameMap, options: RunToolCallsOptions) {
    this.#layer = layer;
    this.#tools = new Map(wire.map((tool) => [tool["name"], tool]));
    this.#names = names;
    this.#options = options;
  }

  isReadOnly({ name }: RequestedCall): boolean {
    const tool = this.#tools.get(this.#names.toExposed(name));
    return tool === undefined || (tool["annotations"] as { readOnlyHint?: boolean } | undefined)?.readOnlyHint === true;
  }

  /** Never rejects: everything that goes wrong is for the model to read. */
  async answer({ name, args }: RequestedCall): Promise<ToolResult> {
    const { principal, signal, onProgress, strict } = this.#options;
    // A name that is not in this principal's list goes to the layer as it is, which says of hidden tools what it says of unknown ones.
    const exposed = this.#names.toExposed(name) ?? name;
    const tool = this.#tools.get(exposed);
    if (tool !== undefined && args === UNREADABLE) return ToolResult.error("Invalid arguments: <root>: they are not JSON; write one JSON object");
    const undone = tool !== undefined && strict === true ? toStrictSchema(tool["inputSchema"] as JsonSchema).undo(args) : args;
    if (tool !== undefined && !isRecord(undone)) return ToolResult.error("Invalid arguments: <root>: they are not a JSON object");
    try {
      const context = { ...(signal === undefined ? {} : { signal }), ...(onProgress === undefined ? {} : { sendProgress: onProgress }) };
      return await this.#layer.callTool(exposed, isRecord(undone) ? undone : {}, { principal, context });
    } catch (error) {
      return ToolResult.error(isLayerError(error) ? error.message : "Internal error");
    }
  }
}
