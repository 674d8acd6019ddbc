/** A fake of Anthropic's Messages API: `POST /v1/messages`, whole and streamed. */
import type { Body, Fake, FakeAnswer } from "./fake-server.js";
import { halves, startFake } from "./fake-server.js";
import type { Conversation, SeenResult } from "./script.js";
import { nextSay } from "./script.js";

export function startAnthropicFake(): Promise<Fake> {
  return startFake(({ path, body }) => {
    if (path !== "/v1/messages") throw new Error(`no such path: ${path}`);
    const conversation = read(body);
    const { text, calls = [] } = nextSay(conversation);
    const content = [
      ...(text === undefined ? [] : [{ type: "text", text, citations: null }]),
      ...calls.map(({ name, args }, i) => ({ type: "tool_use", id: `toolu_${conversation.turn}_${i}`, name, input: args })),
    ];
    const message = {
      id: `msg_${conversation.turn}`,
      type: "message",
      role: "assistant",
      model: body["model"] as string,
      content,
      stop_reason: calls.length === 0 ? "end_turn" : "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 20 },
    };
    return body["stream"] === true ? stream(message) : { json: message };
  });
}

function read({ messages, tools }: Body): Conversation {
  const all = messages as { role: string; content: string | Body[] }[];
  const last = all.at(-1)!.content;
  return {
    question: String(all[0]!.content),
    tools: (tools as { name: string }[]).map(({ name }) => name),
    turn: all.filter(({ role }) => role === "assistant").length,
    results: typeof last === "string" ? [] : last.map(readResult),
  };
}

function readResult({ type, content, is_error }: Body): SeenResult {
  if (type !== "tool_result") throw new Error("messages: tool_use ids were found without tool_result blocks immediately after");
  const blocks = content as Body[];
  return {
    text: blocks.map(({ text }) => (text as string | undefined) ?? "").join("\n"),
    isError: is_error === true,
    hasImage: blocks.some((block) => block["source"]?.type === "base64"),
  };
}

function stream(message: { content: Body[]; stop_reason: string; stop_sequence: null; usage: object }): FakeAnswer {
  const { content, stop_reason, stop_sequence } = message;
  const blocks = content.flatMap((block, index) => {
    const isText = block["type"] === "text";
    const pieces = halves(isText ? (block["text"] as string) : JSON.stringify(block["input"]));
    return [
      { type: "content_block_start", index, content_block: isText ? { ...block, text: "" } : { ...block, input: {} } },
      ...pieces.map((piece) => ({
        type: "content_block_delta",
        index,
        delta: isText ? { type: "text_delta", text: piece } : { type: "input_json_delta", partial_json: piece },
      })),
      { type: "content_block_stop", index },
    ];
  });
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    { type: "ping" },
    ...blocks,
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage: { output_tokens: 20 } },
    { type: "message_stop" },
  ];
  return { events: events.map((data) => ({ event: data.type, data })) };
}
