/** An agent on LangChain, with its OpenAI model. OPENAI_API_KEY in the environment: the real service. */
import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import { HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { concat } from "@langchain/core/utils/stream";
import { ChatOpenAI } from "@langchain/openai";
import { toLangChainTools } from "cloudg-mcp/adapters/langchain";
import type { Ask } from "./agent.js";
import { MAX_TURNS, runFromShell } from "./agent.js";
import { agent, INSTRUCTIONS } from "./catalogue.js";
import { startOpenAIFake } from "./fakes/openai.js";

export const ask: Ask = async (question, { layer, apiKey, baseURL, stream = false, signal, model = "gpt-5-mini" }) => {
  const tools = toLangChainTools(layer, agent);
  const chat = new ChatOpenAI({ model, apiKey, maxRetries: 0, ...(baseURL === undefined ? {} : { configuration: { baseURL } }) }).bindTools(tools);
  const config = signal === undefined ? {} : { signal };
  const messages: BaseMessage[] = [new SystemMessage(INSTRUCTIONS), new HumanMessage(question)];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    let reply: AIMessageChunk | undefined;
    if (stream) for await (const chunk of await chat.stream(messages, config)) reply = reply === undefined ? chunk : concat(reply, chunk);
    else reply = await chat.invoke(messages, config);
    const calls = reply!.tool_calls ?? [];
    if (calls.length === 0) return reply!.text;
    const answers = await Promise.all(
      calls.map(async (call) => {
        const tool = tools.find(({ name }) => name === call.name);
        if (tool !== undefined) return tool.invoke({ ...call, type: "tool_call" }, config) as Promise<ToolMessage>;
        return new ToolMessage({ content: `Error: Unknown tool: ${call.name}`, tool_call_id: call.id!, status: "error" });
      }),
    );
    signal?.throwIfAborted();
    messages.push(reply!, ...answers);
  }
  throw new Error(`no answer after ${MAX_TURNS} turns`);
};

await runFromShell(import.meta.url, ask, "OPENAI_API_KEY", startOpenAIFake);
