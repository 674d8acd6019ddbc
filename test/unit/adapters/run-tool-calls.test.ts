import { describe, expect, it } from "@jest/globals";
import { CancelledError } from "cloudg-mcp";
import { runToolCalls } from "cloudg-mcp/adapters/run-tool-calls";
import type { Provider } from "cloudg-mcp/adapters/run-tool-calls";
import { admin, catalogue, PIXEL } from "./catalogue.js";

type Asked = readonly (readonly [name: string, args: unknown])[];

/** The same request in each provider's own message. */
const ASK: Record<Provider, (asked: Asked) => never> = {
  anthropic: (asked) =>
    ({
      role: "assistant",
      content: [{ type: "text", text: "Let me see." }, ...asked.map(([name, input], i) => ({ type: "tool_use", id: `c${i}`, name, input }))],
    }) as never,
  openai: (asked) =>
    ({
      role: "assistant",
      content: null,
      tool_calls: asked.map(([name, args], i) => ({ id: `c${i}`, type: "function", function: { name, arguments: JSON.stringify(args) } })),
    }) as never,
  "openai-responses": (asked) =>
    ({
      output: [{ type: "reasoning" }, ...asked.map(([name, args], i) => ({ type: "function_call", call_id: `c${i}`, name, arguments: JSON.stringify(args) }))],
    }) as never,
  gemini: (asked) =>
    ({ candidates: [{ content: { role: "model", parts: asked.map(([name, args], i) => ({ functionCall: { id: `c${i}`, name, args } })) } }] }) as never,
};
const PROVIDERS = Object.keys(ASK) as Provider[];

describe("runToolCalls", () => {
  it("answers nothing when nothing was asked", async () => {
    for (const provider of PROVIDERS) expect(await runToolCalls(catalogue(), provider, ASK[provider]([]))).toEqual([]);
    expect(await runToolCalls(catalogue(), "openai", { role: "assistant" })).toEqual([]);
    expect(await runToolCalls(catalogue(), "anthropic", { content: "just text" })).toEqual([]);
    expect(await runToolCalls(catalogue(), "gemini", { candidates: [] })).toEqual([]);
  });

  it("gives results and errors as Anthropic marks them, in one user message", async () => {
    const answers = await runToolCalls(
      catalogue(),
      "anthropic",
      ASK.anthropic([
        ["read", { n: 1 }],
        ["fail", {}],
        ["picture", {}],
      ]),
    );
    expect(answers).toEqual([
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c0", content: [{ type: "text", text: '{\n  "n": 1\n}' }] },
          { type: "tool_result", tool_use_id: "c1", is_error: true, content: [{ type: "text", text: "RangeError: too far" }] },
          {
            type: "tool_result",
            tool_use_id: "c2",
            content: [
              { type: "text", text: "a pixel" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } },
              { type: "text", text: 'Resource "one": x://1' },
            ],
          },
        ],
      },
    ]);
  });

  it("gives OpenAI one message per call, and images after all of them", async () => {
    const answers = await runToolCalls(
      catalogue(),
      "openai",
      ASK.openai([
        ["picture", {}],
        ["read", { n: "2" }],
        ["read", { n: 0 }],
      ]),
    );
    expect(answers).toEqual([
      { role: "tool", tool_call_id: "c0", content: 'a pixel\nResource "one": x://1' },
      { role: "tool", tool_call_id: "c1", content: '{\n  "n": 2\n}' },
      { role: "tool", tool_call_id: "c2", content: expect.stringMatching(/^Error: Invalid arguments: n: /) },
      {
        role: "user",
        content: [
          { type: "text", text: "Images in the result of picture (c0):" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } },
        ],
      },
    ]);
  });

  it("gives the Responses API outputs, with images where there are some", async () => {
    const answers = await runToolCalls(
      catalogue(),
      "openai-responses",
      ASK["openai-responses"]([
        ["read", { n: 1 }],
        ["picture", {}],
      ]),
    );
    expect(answers).toEqual([
      { type: "function_call_output", call_id: "c0", output: '{\n  "n": 1\n}' },
      {
        type: "function_call_output",
        call_id: "c1",
        output: [
          { type: "input_text", text: "a pixel" },
          { type: "input_image", image_url: `data:image/png;base64,${PIXEL}`, detail: "auto" },
          { type: "input_text", text: 'Resource "one": x://1' },
        ],
      },
    ]);
  });

  it("gives Gemini JSON, errors under its key, images as parts", async () => {
    const [answer] = await runToolCalls(
      catalogue(),
      "gemini",
      ASK.gemini([
        ["read", { n: 1 }],
        ["fail", {}],
        ["picture", {}],
      ]),
    );
    expect(answer).toEqual({
      role: "user",
      parts: [
        { functionResponse: { id: "c0", name: "read", response: { output: { n: 1 } } } },
        { functionResponse: { id: "c1", name: "fail", response: { error: "RangeError: too far" } } },
        {
          functionResponse: {
            id: "c2",
            name: "picture",
            response: { output: 'a pixel\nResource "one": x://1' },
            parts: [{ inlineData: { mimeType: "image/png", data: PIXEL } }],
          },
        },
      ],
    });
  });

  it("runs read-only neighbours side by side and the others alone, in order", async () => {
    const journal = { lines: [] as string[] };
    const asked: Asked = [
      ["read", { n: 1 }],
      ["read", { n: 2 }],
      ["write", { n: 3 }],
      ["write", { n: 4 }],
      ["read", { n: 5 }],
    ];
    await runToolCalls(catalogue(journal), "anthropic", ASK.anthropic(asked));
    expect(journal.lines).toEqual([
      ...["read 1 begins", "read 2 begins", "read 1 ends", "read 2 ends", "write 3 begins", "write 3 ends"],
      ...["write 4 begins", "write 4 ends", "read 5 begins", "read 5 ends"],
    ]);
    journal.lines.length = 0;
    await runToolCalls(catalogue(journal), "anthropic", ASK.anthropic(asked.slice(0, 2)), { concurrency: 1 });
    expect(journal.lines).toEqual(["read 1 begins", "read 1 ends", "read 2 begins", "read 2 ends"]);
  });

  it.each(PROVIDERS)("%s: a hidden tool is answered as an unknown one, whatever its arguments", async (provider) => {
    const layer = catalogue();
    const answer = async (name: string, args: unknown): Promise<string> =>
      JSON.stringify(await runToolCalls(layer, provider, ASK[provider]([[name, args]]))).replaceAll(name, "NAME");
    expect(await answer("secret", {})).toBe(await answer("nothing", {}));
    expect(await answer("secret", [1])).toBe(await answer("nothing", [1]));
    expect(await answer("secret", {})).toContain("Unknown tool: NAME");
    expect(JSON.stringify(await runToolCalls(layer, provider, ASK[provider]([["secret", {}]]), { principal: admin }))).toContain("the secret");
  });

  it("arguments that are no JSON, or no object, are for the model to mend", async () => {
    const broken = {
      tool_calls: [
        { id: "c0", type: "function", function: { name: "read", arguments: '{"n":' } },
        { id: "c1", type: "function", function: { name: "read", arguments: "[1]" } },
        { id: "c2", type: "function", function: { name: "fail", arguments: "" } },
      ],
    };
    const answers = await runToolCalls(catalogue(), "openai", broken);
    expect(answers.map(({ content }) => content)).toEqual([
      "Error: Invalid arguments: <root>: they are not JSON; write one JSON object",
      "Error: Invalid arguments: <root>: they are not a JSON object",
      "RangeError: too far",
    ]);
  });

  it("undoes strict mode only where it was asked for", async () => {
    const asked = ASK.openai([["read", { n: 1, note: null }]]);
    expect(await runToolCalls(catalogue(), "openai", asked, { strict: true })).toMatchObject([{ content: '{\n  "n": 1\n}' }]);
    expect(await runToolCalls(catalogue(), "openai", asked)).toMatchObject([{ content: expect.stringContaining("Invalid arguments: note") }]);
  });

  it("maps names back", async () => {
    expect(await runToolCalls(catalogue(), "anthropic", ASK.anthropic([["dotted_name", {}]]))).toMatchObject([
      { content: [{ content: [{ text: expect.stringContaining("ok") }] }] },
    ]);
    expect(await runToolCalls(catalogue(), "gemini", ASK.gemini([["dotted.name", {}]]))).toMatchObject([
      { parts: [{ functionResponse: { name: "dotted.name", response: { output: { ok: true } } } }] },
    ]);
  });

  it("stops when the signal fires: the running call is told, the next is not begun", async () => {
    const journal = { lines: [] as string[] };
    const controller = new AbortController();
    const running = runToolCalls(
      catalogue(journal),
      "anthropic",
      ASK.anthropic([
        ["wait", {}],
        ["write", { n: 1 }],
      ]),
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort(), 10);
    await expect(running).rejects.toThrow(CancelledError);
    expect(journal.lines).toEqual(["wait aborted"]);
    await expect(runToolCalls(catalogue(journal), "openai", ASK.openai([["write", { n: 1 }]]), { signal: controller.signal })).rejects.toThrow(CancelledError);
    expect(journal.lines).toEqual(["wait aborted"]);
  });

  it("caps text and images", async () => {
    const answers = await runToolCalls(catalogue(), "anthropic", ASK.anthropic([["picture", {}]]), { maxResultChars: 5, maxImageBytes: 10 });
    expect(answers[0]!.content[0]!.content).toEqual([{ type: "text", text: expect.stringMatching(/^a pix\n… \[cut: 5 of 7/) }]);
    const [small] = await runToolCalls(catalogue(), "gemini", ASK.gemini([["read", { n: 1 }]]), { maxResultChars: 4 });
    expect(small!.parts[0]!.functionResponse.response["output"]).toMatch(/cut: 4 of/);
  });

  it("refuses what is no message and no provider", async () => {
    await expect(runToolCalls(catalogue(), "mistral" as never, {} as never)).rejects.toThrow('there is no provider "mistral"; the providers are anthropic');
    await expect(runToolCalls(catalogue(), "anthropic", { choices: [] } as never)).rejects.toThrow("no message of Anthropic's");
    await expect(runToolCalls(catalogue(), "openai-responses", {} as never)).rejects.toThrow("no response of OpenAI's");
    await expect(runToolCalls(catalogue(), "openai", null as never)).rejects.toThrow("choices[0].message");
    await expect(runToolCalls(catalogue(), "gemini", "x" as never)).rejects.toThrow("no answer of the Gemini API");
    await expect(runToolCalls(catalogue(), "gemini", ASK.gemini([["read", {}]]), { concurrency: 0 })).rejects.toThrow("concurrency is a whole number");
  });
});
