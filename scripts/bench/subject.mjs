// The product as a subject of the peers' benchmark: hand-made specs over the workload's own schemas and handlers, served as a user would serve them.
import { catalogue } from "../lib/workload.mjs";

export const meta = {
  title: "cloudg-mcp",
  version: "cloudg-mcp",
  validates: true,
  imports: ["cloudg-mcp"],
  stdio: ["legacy", "modern"],
  http: ["legacy", "modern", "session"],
};

async function build(n) {
  const { Layer, Registry, ToolSpec } = await import("cloudg-mcp");
  const registry = new Registry();
  for (const { name, title, description, input, output, run } of catalogue(n)) {
    registry.add(new ToolSpec({ name, title, description, inputSchema: input, outputSchema: output, handler: (_ctx, args) => run(args) }));
  }
  return new Layer({ registry, name: "bench", version: "1.0.0" });
}

export async function inproc(n) {
  const { serveInMemory } = await import("cloudg-mcp/server");
  const { rawPeer } = await import("../lib/linked.mjs");
  const { transport } = serveInMemory(await build(n));
  return rawPeer(transport, async () => {});
}

export async function stdio(n) {
  const { serve } = await import("cloudg-mcp/server");
  await serve(await build(n), { transport: "stdio" });
}

export async function http(n, port) {
  const { serve } = await import("cloudg-mcp/server");
  const serving = await serve(await build(n), { transport: "http", port });
  return { port: Number(new URL(serving.url).port), close: () => serving.close() };
}
