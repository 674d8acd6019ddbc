import { describe, expect, it } from "@jest/globals";
import { exportDefinitions, Layer, NotFoundError, Principal } from "cloudg-mcp";
import { toAnthropicTools } from "cloudg-mcp/adapters/anthropic";
import { toGeminiTools } from "cloudg-mcp/adapters/gemini";
import { toJsonSchemaList } from "cloudg-mcp/adapters/json-schema-list";
import { toLangChainTools } from "cloudg-mcp/adapters/langchain";
import { toOpenAIResponsesTools, toOpenAITools } from "cloudg-mcp/adapters/openai";
import { toVercelAITools } from "cloudg-mcp/adapters/vercel";
import { admin, catalogue } from "./catalogue.js";

describe("exportDefinitions", () => {
  it("is a snapshot for its principal; a call with another principal gets that one's view, lists included", async () => {
    const definitions = exportDefinitions(catalogue());
    const names = (list: unknown): string[] => (list as { name: string }[]).map(({ name }) => name);
    expect(names(definitions.tools)).not.toContain("secret");
    expect(names((await definitions.handlers["tools/list"]())["tools"])).not.toContain("secret");
    expect(names((await definitions.handlers["tools/list"]({}, { principal: admin }))["tools"])).toContain("secret");
    expect(await definitions.dispatch("tools/call", { name: "whoami" }, { principal: admin })).toMatchObject({ structuredContent: { id: "ann" } });
    expect(await definitions.dispatch("tools/call", { name: "whoami" })).toMatchObject({ structuredContent: { id: "local" } });
    expect(await exportDefinitions(catalogue(), admin).toolFunctions["whoami"]!({}, { principal: Principal.local() } as never)).toMatchObject({
      structuredContent: { id: "ann" },
    });
  });

  it("takes a signal and a progress callback for each call", async () => {
    const journal = { lines: [] as string[] };
    const controller = new AbortController();
    const pending = exportDefinitions(catalogue(journal)).toolFunctions["wait"]!({}, { signal: controller.signal });
    controller.abort();
    expect(await pending).toMatchObject({ isError: true, _meta: { "cloudg/error_code": "cancelled" } });
    const layer = catalogue();
    layer.use(async (info, next) => {
      info.context.reportProgress(1, 2, "half");
      return next();
    });
    const seen: unknown[] = [];
    await exportDefinitions(layer).dispatch("tools/call", { name: "whoami" }, { onProgress: (...progress) => seen.push(progress) });
    expect(seen).toEqual([[1, 2, "half"]]);
  });
});

describe("a tool that the policy hides", () => {
  const layer = catalogue();

  it("is in no export", () => {
    const everything = [
      exportDefinitions(layer),
      toOpenAITools(layer),
      toOpenAIResponsesTools(layer, undefined, { strict: true }),
      toAnthropicTools(layer),
      toGeminiTools(layer),
      toJsonSchemaList(layer),
      Object.keys(toVercelAITools(layer)),
      toLangChainTools(layer).map(({ name }) => name),
    ];
    for (const exported of everything) {
      expect(JSON.stringify(exported)).toContain("whoami");
      expect(JSON.stringify(exported)).not.toContain("secret");
    }
    expect(Object.keys(exportDefinitions(layer).toolFunctions)).not.toContain("secret");
    expect(JSON.stringify(toOpenAITools(layer, admin))).toContain("secret");
  });

  it("cannot be called through an export, and the answer is that of an unknown tool", async () => {
    const definitions = exportDefinitions(layer);
    const call = async (name: string): Promise<unknown> => definitions.dispatch("tools/call", { name }).catch((error: unknown) => error);
    const [hidden, unknown] = [(await call("secret")) as NotFoundError, (await call("nothing")) as NotFoundError];
    expect(hidden).toBeInstanceOf(NotFoundError);
    expect([hidden.message.replace("secret", "NAME"), hidden.code, hidden.data]).toEqual([
      unknown.message.replace("nothing", "NAME"),
      unknown.code,
      unknown.data,
    ]);
  });

  it("cannot be called by tools that were exported before it was hidden", async () => {
    let isHidden = false;
    const changing = catalogue(undefined, {
      policy: { viewKey: () => String(isHidden), isVisible: (spec) => !isHidden || spec.name !== "whoami", checkCall: () => undefined },
    });
    const [functions, vercel, langchain] = [exportDefinitions(changing).toolFunctions, toVercelAITools(changing), toLangChainTools(changing)];
    isHidden = true;
    await expect(functions["whoami"]!()).rejects.toThrow("Unknown tool: whoami");
    await expect(vercel["whoami"]!.execute({}, {})).rejects.toThrow("Unknown tool: whoami");
    await expect(langchain.find(({ name }) => name === "whoami")!.invoke({})).rejects.toThrow("Unknown tool: whoami");
  });
});

describe("names and descriptions", () => {
  it("names that a provider refuses are mapped, and a collision is an error that names both", () => {
    expect(toOpenAITools(catalogue()).map((tool) => tool.function.name)).toContain("dotted_name");
    expect(toJsonSchemaList(catalogue()).map(({ name }) => name)).toContain("dotted.name");
    const long = new Layer({ registry: catalogue().registry, prefix: "x".repeat(64) });
    const names = toAnthropicTools(long).map(({ name }) => name);
    expect(names.every((name) => /^[\w-]{1,64}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    expect(toGeminiTools(new Layer({ registry: catalogue().registry, prefix: "1-" }))[0]!.functionDeclarations[0]!.name).toBe("_1-read");
    const clashing = catalogue();
    clashing.registry.add(Object.create(clashing.registry.tools.get("dotted.name")!, { name: { value: "dotted_name" } }) as never);
    expect(() => toOpenAITools(clashing)).toThrow('the tools "dotted.name" and "dotted_name" would both be called "dotted_name" at OpenAI');
    expect(toJsonSchemaList(clashing)).toHaveLength(8);
  });

  it("descriptions keep to a budget, cut or dropped, never the schemas", () => {
    const layer = catalogue();
    const texts = (tools: { description?: string }[]): string => tools.map(({ description = "" }) => description).join("");
    const countTokens = (text: string): number => text.length;
    expect(texts(toAnthropicTools(layer, undefined, { descriptionTokens: 0 }))).toBe("");
    const dropped = texts(toAnthropicTools(layer, undefined, { descriptionTokens: 40, overflow: "drop", countTokens }));
    expect(dropped.length).toBeLessThanOrEqual(40);
    expect(dropped).toMatch(/^(?:Does [\w.]+\.)+$/);
    const all = texts(toAnthropicTools(layer));
    const cut = toAnthropicTools(layer, undefined, { descriptionTokens: all.length - 3, countTokens });
    expect(texts(cut).length).toBeLessThanOrEqual(all.length - 3);
    expect(texts(cut)).toContain("Does read.");
    expect(cut.map(({ input_schema }) => input_schema)).toEqual(toAnthropicTools(layer).map(({ input_schema }) => input_schema));
    expect(() => toAnthropicTools(layer, undefined, { descriptionTokens: NaN })).toThrow("descriptionTokens is a number of tokens");
  });
});
