import "reflect-metadata";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it, jest } from "@jest/globals";

type Framework = typeof import("../../src/index.js");

/** Every module of the package evaluated anew, as for a second folder in node_modules. */
async function loadCopy(): Promise<Framework> {
  jest.resetModules();
  return import("../../src/index.js");
}

const one = await loadCopy();
const two = await loadCopy();

/** A plugin of copy one, as a compiled package has it. */
function makePlugin() {
  class Theirs extends one.Plugin {
    answer() {
      return new one.ToolResult({ content: [new one.TextContent("a"), new one.ImageContent("aGk=", "image/png")], structuredContent: { n: 1 } });
    }
    refuse() {
      throw new one.NotFoundError("no such row", { row: 1 });
    }
    ask() {
      return new one.PromptResult({ messages: [one.PromptMessage.user("hello")] });
    }
    page() {
      return [new one.TextResourceContents("x://page", "text", { mimeType: "text/plain" })];
    }
  }
  const decorate = (decorator: MethodDecorator, key: keyof Theirs) => decorator(Theirs.prototype, key, Object.getOwnPropertyDescriptor(Theirs.prototype, key)!);
  decorate(one.tool() as MethodDecorator, "answer");
  decorate(one.tool() as MethodDecorator, "refuse");
  decorate(one.prompt() as MethodDecorator, "ask");
  decorate(one.resource("x://page") as MethodDecorator, "page");
  const entry = (kind: "tool" | "prompt" | "resource") => [{ kind, params: ["@ctx"], schema: { type: "object" as const, properties: {} } }] as const;
  const schemas = one.defineSchemas({ format: 1, generator: "0", sources: "" }, () => [
    [Theirs, { answer: entry("tool"), refuse: entry("tool"), ask: entry("prompt"), page: entry("resource") }],
  ]);
  return { Theirs, definition: one.definePlugin({ classes: [Theirs], schemas }) };
}

describe("two copies of one version", () => {
  it("are two", () => {
    expect(one.ToolSpec).not.toBe(two.ToolSpec);
    expect(one.Layer).not.toBe(two.Layer);
  });

  it("serve each other's plugins, results, contents, errors and principals", async () => {
    const layer = new two.Layer({ plugins: [makePlugin().definition] });
    const principal = new one.Principal({ id: "x", roles: ["r"] });
    const result = await layer.callTool("answer", {}, { principal });
    expect(result.toWire()).toMatchObject({
      content: [
        { type: "text", text: "a" },
        { type: "image", data: "aGk=", mimeType: "image/png" },
      ],
      isError: false,
      structuredContent: { n: 1 },
    });
    expect((await layer.callTool("refuse")).toWire()).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("no such row") }] });
    expect((await layer.getPrompt("ask")).messages).toHaveLength(1);
    expect((await layer.readResource("x://page"))[0]?.toWire()).toMatchObject({ text: "text", mimeType: "text/plain" });
  });

  it("take each other's specs for what they are", () => {
    const handler = () => null;
    const theirs = new one.Registry()
      .add(new one.ToolSpec({ name: "t", handler }))
      .add(new one.ResourceSpec({ name: "r", uri: "x://r", handler }))
      .add(new one.ResourceTemplateSpec({ name: "rt", uriTemplate: "x://r/{id}", handler }))
      .add(new one.PromptSpec({ name: "p", handler }));
    const ours = new two.Registry().merge(theirs as unknown as InstanceType<Framework["Registry"]>);
    expect([ours.tools.size, ours.resources.size, ours.templates.size, ours.prompts.size]).toEqual([1, 1, 1, 1]);
    expect(ours.findTemplate("x://r/7")?.variables).toEqual({ id: "7" });
    expect([...ours.resources.keys(), ...ours.templates.keys()]).toEqual(["x://r", "x://r/{id}"]);
  });

  it("hand on a refusal of the other's policy", async () => {
    const refuse = () => {
      throw new one.AccessDeniedError("not you");
    };
    const registry = new two.Registry().add(new two.PromptSpec({ name: "p", handler: () => "", arguments: [{ name: "a", completion: () => ["x"] }] }));
    const layer = new two.Layer({ registry, policy: { viewKey: () => "", isVisible: () => true, checkCall: refuse } });
    await expect(layer.complete({ type: "ref/prompt", name: "p" }, { name: "a", value: "" })).rejects.toThrow("not you");
  });

  it("let a subclass of one copy's plugin use the other's decorators", async () => {
    const { Theirs, definition } = makePlugin();
    class Mine extends Theirs {
      override answer() {
        return new one.ToolResult({ content: [new two.TextContent("mine")] });
      }
    }
    two.tool.inherit()(Mine.prototype, "answer", Object.getOwnPropertyDescriptor(Mine.prototype, "answer")!);
    const schemas = two.defineSchemas(
      { format: 1, generator: "0", sources: "" },
      () => [[Mine, { answer: [{ kind: "tool", params: ["@ctx"], schema: { type: "object", properties: {} } }] }]],
      () => [definition],
    );
    const layer = new two.Layer({ plugins: [two.definePlugin({ classes: [Mine], schemas })] });
    expect((await layer.callTool("answer")).text).toBe("mine");
    expect((await layer.callTool("refuse")).isError).toBe(true);
  });

  it("refuse what is no spec", () => {
    expect(() => new two.Registry().add({ name: "x" } as never)).toThrow(/no spec/);
  });
});

describe("two versions whose formats differ", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "cloudg-copies-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const other = path.join(folder, "node_modules/cloudg-mcp");
  mkdirSync(path.join(other, "dist/model"), { recursive: true });
  writeFileSync(path.join(other, "package.json"), JSON.stringify({ name: "cloudg-mcp", version: "9.1.0" }));
  const madeBy = pathToFileURL(path.join(other, "dist/model/own-copy.js")).href;

  const messageOf = (run: () => unknown): string => {
    try {
      run();
    } catch (error) {
      return (error as Error).message;
    }
    return "nothing was thrown";
  };

  it("refuse each other's classes in one message with both versions, both places and the remedy", () => {
    const { Theirs, definition } = makePlugin();
    const key = Symbol.for("cloudg-mcp:class-record");
    const record = Reflect.getOwnMetadata(key, Theirs) as object;
    Reflect.defineMetadata(key, { ...record, format: 2, madeBy }, Theirs);
    const message = messageOf(() => new two.Layer({ plugins: [definition, definition] }));
    expect(message).toMatch(/^1 definition is wrong/);
    expect(message).toContain(`decorated by cloudg-mcp 9.1.0 (${other}) in metadata format 2`);
    expect(message).toMatch(/scanned by cloudg-mcp \d+\.\d+\.\d+ \(\/.*\), which reads format 1/);
    expect(message).toMatch(/npm dedupe.*peerDependencies/);
  });

  it("refuse each other's schemas, also those of a package that is built on", () => {
    const { definition } = makePlugin();
    const theirs = { ...definition.schemas[0]!, meta: { format: 2, generator: "9.1.0", sources: "" }, madeBy };
    Object.defineProperty(theirs, Symbol.for("cloudg-mcp:schemas"), { value: true });
    const direct = messageOf(() => new two.Layer({ plugins: [two.definePlugin({ classes: definition.classes, schemas: theirs })] }));
    const through = two.defineSchemas(
      { format: 1, generator: "0", sources: "" },
      () => [],
      () => [{ schemas: [theirs] }],
    );
    const indirect = messageOf(() => new two.Layer({ plugins: [two.definePlugin({ classes: definition.classes, schemas: through })] }));
    for (const message of [direct, indirect]) {
      expect(message).toMatch(/^1 definition is wrong/);
      expect(message).toContain(`emitted by cloudg-mcp 9.1.0 in format 2 and made by cloudg-mcp 9.1.0 (${other})`);
      expect(message).toMatch(/npm dedupe/);
    }
    expect(indirect).toContain("schemas[0], base 0");
  });
});
