/** Every agent of examples/agents, through its vendor's real SDK, against a fake of the vendor's API that refuses wrong answers. */
import { afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { ask as askAnthropic } from "../../../examples/agents/anthropic.js";
import type { Ask } from "../../../examples/agents/agent.js";
import { agentLayer } from "../../../examples/agents/catalogue.js";
import { startAnthropicFake } from "../../../examples/agents/fakes/anthropic.js";
import type { Fake } from "../../../examples/agents/fakes/fake-server.js";
import { startGatewayFake } from "../../../examples/agents/fakes/gateway.js";
import { startGeminiFake } from "../../../examples/agents/fakes/gemini.js";
import { startOpenAIFake } from "../../../examples/agents/fakes/openai.js";
import { ask as askGemini } from "../../../examples/agents/gemini.js";
import { ask as askLangChain } from "../../../examples/agents/langchain.js";
import { ask as askOpenAI } from "../../../examples/agents/openai.js";
import { ask as askVercel } from "../../../examples/agents/vercel.js";

const AGENTS: readonly [string, Ask, () => Promise<Fake>][] = [
  ["anthropic", askAnthropic, startAnthropicFake],
  ["openai", askOpenAI, startOpenAIFake],
  ["gemini", askGemini, startGeminiFake],
  ["langchain", askLangChain, startOpenAIFake],
  ["vercel", askVercel, startGatewayFake],
];
const MATRIX = AGENTS.flatMap(([name, ask, start]) => [false, true].map((stream) => ({ name, ask, start, stream })));

/** Google's SDK looks for the dispatcher of Node's fetch, which jest's globals leave out: it is fetched from the globals that jest's own come from. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");
beforeAll(() => {
  const outer = (fetch.constructor as FunctionConstructor)("new Headers(); return globalThis")() as Record<symbol, unknown>;
  (globalThis as Record<symbol, unknown>)[DISPATCHER] ??= outer[DISPATCHER];
});

let fake: Fake | undefined;
afterEach(() => fake?.close());

describe.each(MATRIX)("$name, streaming $stream", ({ ask, start, stream }) => {
  it("takes the tour: two parallel calls, an error that is corrected, an image, a hidden tool asked for by name", async () => {
    fake = await start();
    const calls: string[] = [];
    const layer = agentLayer({ middleware: [(info, next) => next().finally(() => calls.push(info.name))] });
    const answer = await ask("What is in the estate?", { layer, stream, apiKey: "test", baseURL: fake.url });
    expect(answer).toBe("There are two buckets and a machine.");
    expect(calls).toEqual(["find_assets", "count_assets", "find_assets", "find_assets", "draw_map"]);
    expect(fake.requests).toHaveLength(6);
  });

  it("is aborted while a tool runs: the tool is told, the model is not asked again", async () => {
    fake = await start();
    const controller = new AbortController();
    const ends: unknown[] = [];
    const layer = agentLayer({
      middleware: [
        async (_info, next) => {
          setTimeout(() => controller.abort(), 20);
          const result = await next();
          ends.push((result as { meta: Record<string, unknown> }).meta["cloudg/error_code"]);
          return result;
        },
      ],
    });
    await expect(ask("Please wait for the scan.", { layer, stream, apiKey: "test", baseURL: fake.url, signal: controller.signal })).rejects.toThrow();
    expect(ends).toEqual(["cancelled"]);
    expect(fake.requests).toHaveLength(1);
  });
});
