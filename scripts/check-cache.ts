/**
 * Two principals hammer one cached tool from 64 connections, 100,000 calls: no answer crosses. `tsx scripts/check-cache.ts [--calls N] [--http N]`
 *
 * 64 keep-alive connections over real HTTP make as many of the calls as fit a test's patience (`--http`); the others go through 64 in-process clients.
 * Both through the same layer and the same cache, at the same time, with writes and changes in between that clear it.
 */
import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { Caching, Layer, Principal, Registry, ToolSpec } from "cloudg-mcp";
import type { ToolResult } from "cloudg-mcp";
import { serve } from "cloudg-mcp/server";

const { values } = parseArgs({ options: { calls: { type: "string", default: "100000" }, http: { type: "string", default: "6400" } } });
const CONNECTIONS = 64;
const KEYS = 7;
const WRITE_EVERY = 500;
const principals = ["alice", "bob"].map((id) => new Principal({ id, roles: ["default", id] }));

let runs = 0;
const registry = new Registry()
  .add(
    new ToolSpec({
      name: "whoami",
      inputSchema: { type: "object", properties: { key: { type: "integer" } }, required: ["key"] },
      handler: async (ctx, { key }: { key: number }) => {
        runs++;
        // Long enough that others arrive meanwhile and join.
        await new Promise((resolve) => setTimeout(resolve, 1));
        return { marker: ctx.principal.id, key };
      },
    }),
  )
  .add(new ToolSpec({ name: "write", capabilities: ["write_state"], handler: () => "written" }));

const layer = new Layer({ registry, middleware: [new Caching({ maxSize: 8 })] });
const serving = await serve(layer, {
  transport: "http",
  port: 0,
  principalResolver: ({ headers }) => principals.find(({ id }) => id === headers["x-principal"]),
});

interface Tally {
  calls: number;
  hits: number;
}

const tallies: Record<"http" | "inProcess", Tally> = { http: { calls: 0, hits: 0 }, inProcess: { calls: 0, hits: 0 } };
const httpCalls = Number(values.http);
const started = performance.now();
await Promise.all(
  Array.from({ length: CONNECTIONS }, async (_, i) => {
    await Promise.all([
      hammer(tallies.http, share(httpCalls, i), i, overHttp(new Agent({ keepAlive: true, maxSockets: 1 }))),
      hammer(tallies.inProcess, share(Number(values.calls) - httpCalls, i), i, inProcess),
    ]);
  }),
);
const seconds = (performance.now() - started) / 1000;
await serving.close();

const { http, inProcess: local } = tallies;
expect(http.calls + local.calls === Number(values.calls), `all calls were made; there were ${http.calls + local.calls}`);
expect(http.hits > http.calls / 4 && local.hits > local.calls / 4, "the cache was used");
expect(runs < (http.calls + local.calls) / 2, "the handler did not run for each");
process.stderr.write(
  `check-cache: ${http.calls} calls over HTTP and ${local.calls} in process, from ${CONNECTIONS} connections each, in ${seconds.toFixed(1)} s: ` +
    `${http.hits + local.hits} from memory, ${runs} runs of the handler, no answer crossed\n`,
);

type Call = (principal: Principal, tool: string, args: Record<string, unknown>) => Promise<Answer>;
interface Answer {
  readonly structuredContent?: unknown;
  readonly _meta?: Record<string, unknown>;
}

/** One connection: one principal's calls, one after the other. */
async function hammer(tally: Tally, calls: number, connection: number, call: Call): Promise<void> {
  const principal = principals[connection % 2]!;
  for (let i = 0; i < calls; i++) {
    if (i % WRITE_EVERY === connection) await call(principal, "write", {});
    if (i % WRITE_EVERY === connection + CONNECTIONS) layer.notifyChange("tools");
    const key = (i + connection) % KEYS;
    const { structuredContent, _meta } = await call(principal, "whoami", { key });
    const got = JSON.stringify(structuredContent);
    expect(got === JSON.stringify({ marker: principal.id, key }), `${principal.id} gets its own answer; it got ${got}`);
    tally.calls++;
    // A call that is answered from memory yields to nobody: the others must have their turns.
    if (i % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
    if (_meta?.["cloudg/cache"] === "hit") tally.hits++;
  }
}

async function inProcess(principal: Principal, tool: string, args: Record<string, unknown>): Promise<Answer> {
  const result: ToolResult = await layer.callTool(tool, args, { principal });
  return result.toWire();
}

/** A request of the 2025 era without a session, over a connection of its own. */
function overHttp(agent: Agent): Call {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" };
  return (principal, name, args) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
      const sent = request(serving.url!, { agent, method: "POST", headers: { ...headers, "X-Principal": principal.id } }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => {
          const { result } = JSON.parse(text) as { result?: Answer };
          if (result === undefined) reject(new Error(text));
          else resolve(result);
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
}

/** What one connection makes of them all. */
function share(total: number, connection: number): number {
  return Math.floor(total / CONNECTIONS) + (connection < total % CONNECTIONS ? 1 : 0);
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`check-cache: expected that ${what}`);
}
