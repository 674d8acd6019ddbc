/** The tools that the agents of this folder work with, and a policy under which they may look at everything and delete nothing. */
import { ImageContent, Layer, Principal, Registry, TextContent, ToolResult, ToolSpec } from "cloudg-mcp";
import type { LayerOptions, PolicyPort } from "cloudg-mcp";

export const agent = new Principal({ id: "agent", roles: ["reader"] });
export const INSTRUCTIONS = "You look after a cloud estate. Use the tools; answer in one sentence.";

const ASSETS = [
  { id: "b1", type: "bucket", provider: "aws" },
  { id: "b2", type: "bucket", provider: "gcp" },
  { id: "vm1", type: "machine", provider: "aws" },
];
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const readersDeleteNothing: PolicyPort = {
  viewKey: (principal) => principal.roleKey,
  isVisible: (spec, principal) => !(spec instanceof ToolSpec && spec.annotations.destructiveHint === true) || principal.hasRole("owner"),
  checkCall: () => undefined,
};

export function agentLayer(options: LayerOptions = {}): Layer {
  const registry = new Registry();
  registry.add(
    new ToolSpec({
      name: "find_assets",
      description: "Assets, all or of one type.",
      inputSchema: {
        type: "object",
        properties: {
          type: { type: "string", enum: ["bucket", "machine"] },
          limit: { type: "integer", minimum: 1, default: 10, description: "Assets to return." },
        },
        additionalProperties: false,
      },
      handler: (_ctx, { type, limit = 10 }: { type?: string; limit?: number }) => ({
        assets: ASSETS.filter((asset) => type === undefined || asset.type === type).slice(0, limit),
      }),
    }),
  );
  registry.add(
    new ToolSpec({
      name: "count_assets",
      description: "How many assets there are in each group.",
      inputSchema: { type: "object", properties: { by: { type: "string", enum: ["type", "provider"] } }, required: ["by"], additionalProperties: false },
      handler: (_ctx, { by }: { by: "type" | "provider" }) => {
        const counts = new Map<string, number>();
        for (const asset of ASSETS) counts.set(asset[by], (counts.get(asset[by]) ?? 0) + 1);
        return Object.fromEntries(counts);
      },
    }),
  );
  registry.add(
    new ToolSpec({
      name: "draw_map",
      description: "A picture of the estate.",
      handler: () => new ToolResult({ content: [new TextContent("The estate:"), new ImageContent(PIXEL, "image/png")] }),
    }),
  );
  registry.add(
    new ToolSpec({
      name: "wait_for_scan",
      description: "Waits until the running scan has ended.",
      handler: (ctx) => new Promise((_resolve, reject) => ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason as Error))),
    }),
  );
  registry.add(
    new ToolSpec({
      name: "delete_asset",
      description: "Deletes an asset for good.",
      inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"], additionalProperties: false },
      capabilities: ["write_state"],
      annotations: { destructiveHint: true },
      handler: (_ctx, { id }: { id: string }) => ({ deleted: id }),
    }),
  );
  return new Layer({ registry, policy: readersDeleteNothing, onError: () => undefined, ...options });
}
