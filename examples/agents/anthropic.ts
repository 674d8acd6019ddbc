/** An agent on Anthropic's Messages API, through its own SDK. ANTHROPIC_API_KEY in the environment: the real service. */
import Anthropic from "@anthropic-ai/sdk";
import { toAnthropicTools } from "cloudg-mcp/adapters/anthropic";
import { runToolCalls } from "cloudg-mcp/adapters/run-tool-calls";
import type { Ask } from "./agent.js";
import { MAX_TURNS, runFromShell } from "./agent.js";
import { agent, INSTRUCTIONS } from "./catalogue.js";
import { startAnthropicFake } from "./fakes/anthropic.js";

export const ask: Ask = async (question, { layer, apiKey, baseURL, stream = false, signal, model = "claude-sonnet-5" }) => {
  const client = new Anthropic({ apiKey, baseURL, maxRetries: 0 });
  const tools = toAnthropicTools(layer, agent);
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: question }];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const request = { model, max_tokens: 2048, system: INSTRUCTIONS, tools, messages };
    const reply = stream ? await client.messages.stream(request, { signal }).finalMessage() : await client.messages.create(request, { signal });
    const answers = await runToolCalls(layer, "anthropic", reply, { principal: agent, signal });
    if (answers.length === 0) return reply.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    messages.push({ role: "assistant", content: reply.content }, ...answers);
  }
  throw new Error(`no answer after ${MAX_TURNS} turns`);
};

await runFromShell(import.meta.url, ask, "ANTHROPIC_API_KEY", startAnthropicFake);
