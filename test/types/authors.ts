/** What a plugin author's compiler accepts and refuses. Compiled, never run: every line marked `@ts-expect-error` must be an error. */
import { arg, definePlugin, defineSchemas, Layer, plugin, Plugin, prompt, resource, resourceTemplate, Sensitivity, tool, ToolSpec } from "cloudg-mcp";
import type { Int, Items, Middleware, PolicyPort, Str, ToolContext, Url } from "cloudg-mcp";
import { IsInt, Max, Min } from "class-validator";

@plugin({ category: "x", sensitivity: Sensitivity.Internal, capabilities: ["read_fs"] })
export class Author extends Plugin {
  @tool() plain(_ctx: ToolContext): void {}
  @tool("named") named(): void {}
  @tool({ title: "T" }) options(): void {}
  @tool("both", { readOnly: true, timeoutSeconds: 1 }) async both(_ctx: ToolContext, a: string): Promise<string> {
    return Promise.resolve(a);
  }
  @tool.inherit({ title: "T" }) inherited(): void {}
  @resource("x://r", { size: 1 }) res(): void {}
  @resourceTemplate("x://{a}", { completions: { a: "complete" } }) tmpl(_ctx: ToolContext, a: string): string {
    return a;
  }
  @prompt({ arguments: [{ name: "a", title: "A" }] }) ask(_ctx: ToolContext, @arg("A.", { completion: (_ctx, partial) => [partial] }) a: string): string {
    return a;
  }
  @tool() constrained(@arg("N.", IsInt(), Min(1), Max(5), { examples: [1] }) n: number): number {
    return n;
  }

  // @ts-expect-error an unknown option
  @tool({ titel: "T" }) unknownOption(): void {}
  // @ts-expect-error not a sensitivity
  @tool({ sensitivity: "secret" }) unknownSensitivity(): void {}
  // @ts-expect-error not a capability
  @tool({ capabilities: ["fly"] }) unknownCapability(): void {}
  // @ts-expect-error a resource needs its URI
  @resource() noUri(): void {}
  // @ts-expect-error `size` is of resources, not of templates
  @resourceTemplate("x://{a}", { size: 1 }) sized(): void {}
  // @ts-expect-error an accessor is no method
  @tool() get accessor(): number {
    return 1;
  }
  // @ts-expect-error nor is a property
  @tool() arrow = (): number => 1;
}

// Tagged types take plain values and give plain values.
const limit: Int<1, 100> = 10;
const plain: number = limit;
const names: Items<Str<1, 20>, 1> = ["a"];
const link: Url = "https://example.com";
export const used: [number, string[], string] = [plain, names, link];
// @ts-expect-error a tag does not make a string a number
export const wrong: Int = "5";

export const definition = definePlugin({ classes: [Author], schemas: defineSchemas({ format: 1, generator: "0", sources: "" }, () => []) });
export const layer = new Layer({ plugins: [definition, Author, new Author()] });
// @ts-expect-error an unknown option of the layer
export const misspelt = new Layer({ plugin: [] });

export const spec = new ToolSpec({ name: "t", handler: (ctx, { a }: { a: number }) => ctx.principal.id + String(a) });
// @ts-expect-error a tool needs a handler
export const handless = new ToolSpec({ name: "t" });

export const middleware: Middleware = async (info, next) => (info.kind === "tool" ? next() : undefined);
export const policy: PolicyPort = { viewKey: (principal) => principal.roleKey, isVisible: (one) => !one.tags.has("secret"), checkCall: () => undefined };
