/** An agent on Google's Gemini API, through its own SDK. GEMINI_API_KEY in the environment: the real service. */
import type { Content, Part } from "@google/genai";
import { GoogleGenAI } from "@google/genai";
import { toGeminiTools } from "cloudg-mcp/adapters/gemini";
import { runToolCalls } from "cloudg-mcp/adapters/run-tool-calls";
import type { Ask } from "./agent.js";
import { MAX_TURNS, runFromShell } from "./agent.js";
import { agent, INSTRUCTIONS } from "./catalogue.js";
import { startGeminiFake } from "./fakes/gemini.js";

export const ask: Ask = async (question, { layer, apiKey, baseURL, stream = false, signal, model = "gemini-3-flash-preview" }) => {
  const client = new GoogleGenAI({ apiKey, ...(baseURL === undefined ? {} : { httpOptions: { baseUrl: baseURL } }) });
  const config = { systemInstruction: INSTRUCTIONS, tools: toGeminiTools(layer, agent), ...(signal === undefined ? {} : { abortSignal: signal }) };
  const contents: Content[] = [{ role: "user", parts: [{ text: question }] }];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const parts: Part[] = [];
    if (stream)
      for await (const chunk of await client.models.generateContentStream({ model, contents, config }))
        parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
    else parts.push(...((await client.models.generateContent({ model, contents, config })).candidates?.[0]?.content?.parts ?? []));
    const reply = { role: "model", parts };
    const answers = await runToolCalls(layer, "gemini", reply, { principal: agent, signal });
    if (answers.length === 0) return parts.map(({ text, thought }) => (thought === true ? "" : (text ?? ""))).join("");
    contents.push(reply, ...answers);
  }
  throw new Error(`no answer after ${MAX_TURNS} turns`);
};

await runFromShell(import.meta.url, ask, "GEMINI_API_KEY", startGeminiFake);
