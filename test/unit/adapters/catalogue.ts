/** A catalogue with one behaviour per tool, and a policy that hides what is tagged `secret` from everybody without the role `admin`. */
import { ImageContent, Layer, Principal, Registry, ResourceLink, TextContent, ToolResult, ToolSpec } from "cloudg-mcp";
import type { LayerOptions, PolicyPort } from "cloudg-mcp";

export const admin = new Principal({ id: "ann", roles: ["admin"] });
export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const hideSecrets: PolicyPort = {
  viewKey: (principal) => String(principal.hasRole("admin")),
  isVisible: (spec, principal) => !spec.tags.has("secret") || principal.hasRole("admin"),
  checkCall: () => undefined,
};

/** What the handlers did, in order. */
export interface Journal {
  readonly lines: string[];
}

export function catalogue(journal: Journal = { lines: [] }, options: LayerOptions = {}): Layer {
  const registry = new Registry();
  const add = (name: string, handler: ToolSpec["handler"], more: Partial<ConstructorParameters<typeof ToolSpec>[0]> = {}): unknown =>
    registry.add(new ToolSpec({ name, description: `Does ${name}.`, handler, ...more }));
  const n = {
    type: "object" as const,
    properties: { n: { type: "integer" as const, minimum: 1 }, note: { type: "string" as const } },
    required: ["n"],
    additionalProperties: false,
  };
  const timed =
    (name: string): ToolSpec["handler"] =>
    async (_ctx, args: { n: number }) => {
      journal.lines.push(`${name} ${args.n} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      journal.lines.push(`${name} ${args.n} ends`);
      return { n: args.n };
    };
  add("read", timed("read"), { inputSchema: n });
  add("write", timed("write"), { inputSchema: n, capabilities: ["write_state"] });
  add("fail", () => {
    throw new RangeError("too far");
  });
  add("picture", () => new ToolResult({ content: [new TextContent("a pixel"), new ImageContent(PIXEL, "image/png"), new ResourceLink("x://1", "one")] }));
  add("wait", (ctx) => new Promise((resolve) => ctx.signal.addEventListener("abort", () => resolve(journal.lines.push("wait aborted")))));
  add("secret", () => "the secret", { tags: ["secret"] });
  add("dotted.name", () => ({ ok: true }));
  add("whoami", (ctx) => ({ id: ctx.principal.id }));
  return new Layer({ registry, policy: hideSecrets, onError: () => undefined, ...options });
}
