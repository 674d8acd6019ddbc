/** An agent on the Vercel AI SDK, which runs the loop itself, through Vercel's AI Gateway. AI_GATEWAY_API_KEY in the environment: the real service. */
import { createGateway, generateText, stepCountIs, streamText } from "ai";
import { toVercelAITools } from "cloudg-mcp/adapters/vercel";
import type { Ask } from "./agent.js";
import { MAX_TURNS, runFromShell } from "./agent.js";
import { agent, INSTRUCTIONS } from "./catalogue.js";
import { startGatewayFake } from "./fakes/gateway.js";

export const ask: Ask = async (question, { layer, apiKey, baseURL, stream = false, signal, model = "anthropic/claude-sonnet-5" }) => {
  const gateway = createGateway({ apiKey, ...(baseURL === undefined ? {} : { baseURL }) });
  const request = {
    model: gateway(model),
    system: INSTRUCTIONS,
    prompt: question,
    tools: toVercelAITools(layer, agent),
    stopWhen: stepCountIs(MAX_TURNS),
    maxRetries: 0,
    ...(signal === undefined ? {} : { abortSignal: signal }),
  };
  if (!stream) {
    const { text } = await generateText(request);
    // A tool that was stopped has answered, and the SDK would take that answer for the last.
    signal?.throwIfAborted();
    return text;
  }
  let failure: unknown;
  const result = streamText({ ...request, onError: ({ error }) => void (failure = error) });
  await result.consumeStream();
  signal?.throwIfAborted();
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error(String(failure));
  return result.text;
};

await runFromShell(import.meta.url, ask, "AI_GATEWAY_API_KEY", startGatewayFake);
