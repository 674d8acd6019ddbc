/** Every model format is what its vendor's own SDK takes: checked against the real packages. Compiled, never run. */
import type Anthropic from "@anthropic-ai/sdk";
import type { Content, FunctionDeclaration, GenerateContentResponse, ToolListUnion } from "@google/genai";
import type { BaseMessageLike } from "@langchain/core/messages";
import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { ModelMessage, Tool, ToolSet } from "ai";
import { generateText, streamText } from "ai";
import type OpenAI from "openai";
import type { Layer, Principal } from "cloudg-mcp";
import { toAnthropicTools } from "cloudg-mcp/adapters/anthropic";
import { toGeminiTools } from "cloudg-mcp/adapters/gemini";
import { toLangChainTools } from "cloudg-mcp/adapters/langchain";
import { toOpenAIResponsesTools, toOpenAITools } from "cloudg-mcp/adapters/openai";
import { runToolCalls } from "cloudg-mcp/adapters/run-tool-calls";
import { toVercelAITools } from "cloudg-mcp/adapters/vercel";

/** Keeps what is only compared from being unused. */
declare function use(...values: unknown[]): void;

export async function anthropic(layer: Layer, client: Anthropic, reply: Anthropic.Message, principal: Principal): Promise<void> {
  const tools: Anthropic.Tool[] = toAnthropicTools(layer);
  const union: Anthropic.ToolUnion[] = toAnthropicTools(layer, principal, { descriptionTokens: 100 });
  const messages: Anthropic.MessageParam[] = [{ role: "assistant", content: reply.content }, ...(await runToolCalls(layer, "anthropic", reply, { principal }))];
  await client.messages.create({ model: "m", max_tokens: 1, messages, tools });
  client.messages.stream({ model: "m", max_tokens: 1, messages, tools: union });
}

export async function chat(layer: Layer, client: OpenAI, message: OpenAI.ChatCompletionMessage): Promise<void> {
  const tools: OpenAI.ChatCompletionTool[] = toOpenAITools(layer, undefined, { strict: true });
  const messages: OpenAI.ChatCompletionMessageParam[] = [message, ...(await runToolCalls(layer, "openai", message, { strict: true }))];
  await client.chat.completions.create({ model: "m", messages, tools });
}

export async function responses(layer: Layer, client: OpenAI, response: OpenAI.Responses.Response): Promise<void> {
  const tools: OpenAI.Responses.Tool[] = toOpenAIResponsesTools(layer);
  const input: OpenAI.Responses.ResponseInputItem[] = await runToolCalls(layer, "openai-responses", response);
  await client.responses.create({ model: "m", input: [...input, ...(await runToolCalls(layer, "openai-responses", response.output))], tools });
}

export async function gemini(layer: Layer, response: GenerateContentResponse): Promise<void> {
  const tools: ToolListUnion = toGeminiTools(layer);
  const declarations: FunctionDeclaration[] = toGeminiTools(layer)[0]!.functionDeclarations;
  const contents: Content[] = await runToolCalls(layer, "gemini", response);
  await runToolCalls(layer, "gemini", response.candidates![0]!.content!);
  use(tools, declarations, contents);
}

export function langchain(layer: Layer): void {
  const tools: StructuredToolInterface[] = toLangChainTools(layer);
  const bound: BindToolsInput[] = toLangChainTools(layer);
  use(tools, bound);
}

export async function vercel(layer: Layer, messages: ModelMessage[]): Promise<void> {
  const tools: ToolSet = toVercelAITools(layer);
  const one: Tool = toVercelAITools(layer)["x"]!;
  await generateText({ model: "m", messages, tools: toVercelAITools(layer) });
  streamText({ model: "m", messages, tools });
  use(one);
}

export function refused(layer: Layer, message: BaseMessageLike): void {
  // @ts-expect-error no provider of that name
  void runToolCalls(layer, "mistral", message);
  // @ts-expect-error a message of another provider
  void runToolCalls(layer, "anthropic", { choices: [] });
  // @ts-expect-error `strict` is OpenAI's
  toAnthropicTools(layer, undefined, { strict: true });
  // The vendors' types refuse one another's tools, so what is accepted above was really compared.
  // @ts-expect-error OpenAI's tools are none of Anthropic's
  const anthropicTools: Anthropic.ToolUnion[] = toOpenAITools(layer);
  // @ts-expect-error Anthropic's are none of OpenAI's
  const openaiTools: OpenAI.ChatCompletionTool[] = toAnthropicTools(layer);
  // @ts-expect-error the Responses API has no nested function
  const responsesTools: OpenAI.Responses.Tool[] = toOpenAITools(layer);
  // @ts-expect-error no declarations
  const geminiTools: FunctionDeclaration[] = toAnthropicTools(layer).map(({ name }) => name);
  // @ts-expect-error a definition is no tool
  const langchainTools: StructuredToolInterface[] = toOpenAITools(layer);
  // @ts-expect-error a list is no set
  const vercelTools: ToolSet = toVercelAITools(layer)["x"]!.description!;
  use(anthropicTools, openaiTools, responsesTools, geminiTools, langchainTools, vercelTools);
}
