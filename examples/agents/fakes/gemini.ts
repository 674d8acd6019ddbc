/** A fake of Google's Gemini API: `POST /v1beta/models/MODEL:generateContent` and `:streamGenerateContent`. */
import type { Body, Fake } from "./fake-server.js";
import { startFake } from "./fake-server.js";
import type { Conversation, SeenResult } from "./script.js";
import { nextSay } from "./script.js";

export function startGeminiFake(): Promise<Fake> {
  return startFake(({ path, body }) => {
    const [, method] = /^\/v1beta\/models\/[^/:]+:(\w+)(?:\?alt=sse)?$/.exec(path) ?? [];
    if (method !== "generateContent" && method !== "streamGenerateContent") throw new Error(`no such path: ${path}`);
    const conversation = read(body);
    const { text, calls = [] } = nextSay(conversation);
    const parts = [
      ...(text === undefined ? [] : [{ text }]),
      ...calls.map(({ name, args }, i) => ({ functionCall: { id: `fc_${conversation.turn}_${i}`, name, args }, thoughtSignature: "c2lnbmF0dXJl" })),
    ];
    const response = (some: readonly object[], last: boolean): object => ({
      candidates: [{ content: { role: "model", parts: some }, index: 0, ...(last ? { finishReason: "STOP" } : {}) }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
      modelVersion: "fake",
      responseId: `r${conversation.turn}`,
    });
    if (method === "generateContent") return { json: response(parts, true) };
    return { events: parts.map((part, i) => ({ data: response([part], i === parts.length - 1) })) };
  });
}

function read({ contents, tools }: Body): Conversation {
  const all = contents as { role: string; parts: Body[] }[];
  const calls = all.at(-2)?.parts.filter((part) => part["functionCall"] !== undefined) ?? [];
  const results = all.at(-1)!.parts.filter((part) => part["functionResponse"] !== undefined);
  if (calls.length !== results.length)
    throw new Error("the number of function response parts must equal the number of function call parts of the function call turn");
  if (calls.some((part) => part["thoughtSignature"] === undefined)) throw new Error("Function call is missing a thought_signature");
  return {
    question: String(all[0]!.parts[0]!["text"]),
    tools: (tools as { functionDeclarations: { name: string }[] }[]).flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
    turn: all.filter(({ role }) => role === "model").length,
    results: results.map(({ functionResponse }): SeenResult => {
      const { response, parts = [] } = functionResponse as { response: Body; parts?: Body[] };
      return {
        text: JSON.stringify(response),
        isError: response["error"] !== undefined,
        hasImage: parts.some(({ inlineData }) => inlineData?.mimeType === "image/png"),
      };
    }),
  };
}
