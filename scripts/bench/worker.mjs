/** How long a ping takes while worker threads are kept busy by handlers without end, and how late after its timeout such a handler is stopped. */
import { availableParallelism } from "node:os";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Layer, Registry, ToolSpec } from "../../dist/index.js";
import { serve } from "../../dist/server/index.js";

const HEAVY = new URL("../../test/fixtures/workers/heavy.worker.mjs", import.meta.url);
const TIMEOUT_S = 2;

const spin = new ToolSpec({ name: "spin", timeoutSeconds: TIMEOUT_S, handler: (ctx) => ctx.runWorker(HEAVY, "spin", []) });
const serving = await serve(new Layer({ registry: new Registry().add(spin) }), { transport: "http", port: 0 });
const client = new Client({ name: "bench", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(serving.url)));

async function pingWhile(isOver) {
  const times = [];
  while (!isOver()) {
    const start = performance.now();
    await client.ping();
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times.sort((a, b) => a - b);
}

const report = (what, times) =>
  console.log(`${what}: ${times.length} pings, median ${times[times.length >> 1].toFixed(1)} ms, slowest ${times.at(-1).toFixed(1)} ms`);

await pingWhile(countdown(300));
report("idle", await pingWhile(countdown(1000)));
for (const threads of [1, availableParallelism()]) {
  let isOver = false;
  const start = performance.now();
  const calls = Promise.all(Array.from({ length: threads }, () => client.callTool({ name: "spin", arguments: {} }))).then(() => (isOver = true));
  report(`${threads} of ${availableParallelism()} processors busy in threads`, await pingWhile(() => isOver));
  await calls;
  console.log(`  stopped ${(performance.now() - start - TIMEOUT_S * 1000).toFixed(0)} ms after the timeout of ${TIMEOUT_S} s`);
}
await client.close();
await serving.close();

function countdown(ms) {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}
