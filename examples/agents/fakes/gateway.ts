/** A fake of Vercel's AI Gateway: `POST /language-model`, in version 3 of the AI SDK's language model protocol, whole and streamed. */
import type { Body, Fake } from "./fake-server.js";
import { halves, startFake } from "./fake-server.js";
import type { Conversation, SeenResult } from "./script.js";
import { nextSay } from "./script.js";

export function startGatewayFake(): Promise<Fake> {
  return startFake(({ path, headers, body }) => {
    if (path !== "/language-model") throw new Error(`no such path: ${path}`);
    const conversation = read(body);
    const { text, calls = [] } = nextSay(conversation);
    const toolCalls = calls.map(({ name, args }, i) => ({
      type: "tool-call",
      toolCallId: `call_${conversation.turn}_${i}`,
      toolName: name,
      input: JSON.stringify(args),
    }));
    const finishReason = calls.length === 0 ? { unified: "stop", raw: "end_turn" } : { unified: "tool-calls", raw: "tool_use" };
    const usage = { inputTokens: { total: 100 }, outputTokens: { total: 20 } };
    if (headers["ai-language-model-streaming"] !== "true") {
      return { json: { content: [...(text === undefined ? [] : [{ type: "text", text }]), ...toolCalls], finishReason, usage, warnings: [] } };
    }
    const deltas =
      text === undefined
        ? []
        : [{ type: "text-start", id: "0" }, ...halves(text).map((delta) => ({ type: "text-delta", id: "0", delta })), { type: "text-end", id: "0" }];
    const parts = [{ type: "stream-start", warnings: [] }, ...deltas, ...toolCalls, { type: "finish", finishReason, usage }];
    return { events: parts.map((data) => ({ data })) };
  });
}

function read({ prompt, tools }: Body): Conversation {
  const all = prompt as { role: string; content: string | Body[] }[];
  const last = all.at(-1)!;
  return {
    question: (all.find(({ role }) => role === "user")!.content as Body[]).map(({ text }) => String(text)).join(""),
    tools: (tools as { name: string }[]).map(({ name }) => name),
    turn: all.filter(({ role }) => role === "assistant").length,
    results: last.role === "tool" ? (last.content as Body[]).map(readResult) : [],
  };
}

function readResult({ output }: Body): SeenResult {
  const { type, value } = output as { type: string; value: unknown };
  const hasImage = type === "content" && (value as Body[]).some((part) => part["mediaType"] === "image/png");
  return { text: typeof value === "string" ? value : JSON.stringify(value), isError: type.startsWith("error"), hasImage };
}
