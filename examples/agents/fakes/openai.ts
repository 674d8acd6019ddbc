/** A fake of OpenAI's Chat Completions API: `POST /chat/completions`, whole and streamed. */
import type { Body, Fake, FakeAnswer } from "./fake-server.js";
import { halves, startFake } from "./fake-server.js";
import type { Conversation, SeenResult } from "./script.js";
import { nextSay } from "./script.js";

export function startOpenAIFake(): Promise<Fake> {
  return startFake(({ path, body }) => {
    if (path !== "/chat/completions") throw new Error(`no such path: ${path}`);
    const conversation = read(body);
    const { text = null, calls = [] } = nextSay(conversation);
    const toolCalls = calls.map(({ name, args }, i) => ({
      id: `call_${conversation.turn}_${i}`,
      type: "function",
      function: { name, arguments: JSON.stringify(completeStrict(args, name, body)) },
    }));
    const head = { id: `chatcmpl-${conversation.turn}`, created: 1_760_000_000, model: body["model"] as string };
    const finish = toolCalls.length === 0 ? "stop" : "tool_calls";
    if (body["stream"] === true) return stream(head, text, toolCalls, finish);
    const message = { role: "assistant", content: text, refusal: null, ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }) };
    return {
      json: {
        ...head,
        object: "chat.completion",
        choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
        usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      },
    };
  });
}

/** In strict mode the model gives every property, null where it has nothing to say. */
function completeStrict(args: Body, name: string, { tools }: Body): Body {
  const tool = (tools as { function: Body }[]).find((one) => one.function["name"] === name)?.function;
  if (tool?.["strict"] !== true) return args;
  const required = (tool["parameters"] as { required: string[] }).required;
  return Object.fromEntries(required.map((key) => [key, (args[key] as unknown) ?? null]));
}

function read({ messages, tools }: Body): Conversation {
  const all = messages as { role: string; content: string | Body[]; tool_call_id?: string; tool_calls?: { id: string }[] }[];
  const lastTurn = all.findLastIndex(({ role }) => role === "assistant");
  const after = all.slice(lastTurn + 1);
  const asked = all[lastTurn]?.tool_calls ?? [];
  const answers = after.filter(({ role }) => role === "tool");
  const missing = asked.filter(({ id }) => !answers.some(({ tool_call_id }) => tool_call_id === id));
  if (missing.length > 0)
    throw new Error(
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': ${missing.map(({ id }) => id).join()}`,
    );
  // Images come in a user message behind the results.
  const hasImage = after.some(({ content }) => Array.isArray(content) && content.some(({ type }) => type === "image_url"));
  return {
    question: String(all.find(({ role }) => role === "user")!.content),
    tools: (tools as { function: { name: string } }[]).map((tool) => tool.function.name),
    turn: all.filter(({ role }) => role === "assistant").length,
    results: answers.map(({ content }): SeenResult => {
      const text = typeof content === "string" ? content : content.map((part) => (part["text"] as string | undefined) ?? "").join("\n");
      return { text, isError: /^\w*Error\b/.test(text), hasImage };
    }),
  };
}

interface ToolCall {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

function stream(head: object, text: string | null, calls: readonly ToolCall[], finish: string): FakeAnswer {
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });
  const callChunks = calls.flatMap(({ id, type, function: { name, arguments: args } }, index) => [
    chunk({ tool_calls: [{ index, id, type, function: { name, arguments: "" } }] }),
    ...halves(args).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]);
  const chunks = [
    chunk({ role: "assistant", content: text === null ? null : "", refusal: null }),
    ...(text === null ? [] : halves(text).map((content) => chunk({ content }))),
    ...callChunks,
    chunk({}, finish),
    "[DONE]",
  ];
  return { events: chunks.map((data) => ({ data })) };
}
