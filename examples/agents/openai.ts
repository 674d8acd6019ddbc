/** An agent on OpenAI's Chat Completions API in strict mode, through its own SDK. OPENAI_API_KEY in the environment: the real service. */
import OpenAI from "openai";
import { toOpenAITools } from "cloudg-mcp/adapters/openai";
import { runToolCalls } from "cloudg-mcp/adapters/run-tool-calls";
import type { Ask } from "./agent.js";
import { MAX_TURNS, runFromShell } from "./agent.js";
import { agent, INSTRUCTIONS } from "./catalogue.js";
import { startOpenAIFake } from "./fakes/openai.js";

export const ask: Ask = async (question, { layer, apiKey, baseURL, stream = false, signal, model = "gpt-5-mini" }) => {
  const client = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
  const tools = toOpenAITools(layer, agent, { strict: true });
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: INSTRUCTIONS },
    { role: "user", content: question },
  ];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const request = { model, tools, messages };
    const completion = stream
      ? await client.chat.completions.stream(request, { signal }).finalChatCompletion()
      : await client.chat.completions.create(request, { signal });
    const { message } = completion.choices[0]!;
    const answers = await runToolCalls(layer, "openai", message, { principal: agent, signal, strict: true });
    if (answers.length === 0) return message.content ?? "";
    messages.push(message, ...answers);
  }
  throw new Error(`no answer after ${MAX_TURNS} turns`);
};

await runFromShell(import.meta.url, ask, "OPENAI_API_KEY", startOpenAIFake);
