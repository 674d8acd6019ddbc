/** The official clients, v2 and v1, behind one face, connected over memory, stdio or HTTP: what every flow test runs against. */
import { fileURLToPath } from "node:url";
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Layer } from "../../../src/layer/layer.js";
import { serveInMemory } from "../../../src/server/in-memory.js";
import type { HttpOptions } from "../../../src/server/options.js";
import { serve } from "../../../src/server/serve.js";
import { fixtureLayer } from "./fixture-layer.js";

export type TransportName = "memory" | "stdio" | "http";
export type ClientName = "v2 2026-07-28" | "v2 2025-11-25" | "v1 2025-11-25";

export interface CallExtras {
  onprogress?: (progress: { progress: number; total?: number; message?: string }) => void;
  signal?: AbortSignal;
}
type Wire = Record<string, unknown>;

export interface FlowClient {
  readonly era: "2025" | "2026";
  readonly server: { name: string; version: string };
  readonly instructions: string | undefined;
  readonly notices: Wire[];
  /** Asks to be told when this resource changes: a subscription in 2025, a stream of its own in 2026. */
  watch(uri: string): Promise<void>;
  unwatch(uri: string): Promise<void>;
  /** Asks to be told when the list of tools changes; in 2025 everybody is. */
  watchTools(): Promise<void>;
  listTools(): Promise<Wire[]>;
  callTool(name: string, args?: Wire, extras?: CallExtras): Promise<Wire>;
  listResources(): Promise<Wire[]>;
  listResourceTemplates(): Promise<Wire[]>;
  readResource(uri: string): Promise<Wire[]>;
  listPrompts(): Promise<Wire[]>;
  getPrompt(name: string, args?: Record<string, string>): Promise<Wire>;
  complete(ref: Wire, name: string, value: string): Promise<Wire>;
  /** Ends the server's side, while the client stays. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export const MATRIX: [TransportName, ClientName][] = (["memory", "stdio", "http"] as const).flatMap((transport) =>
  (["v2 2026-07-28", "v2 2025-11-25", "v1 2025-11-25"] as const).map((client): [TransportName, ClientName] => [transport, client]),
);

export const FIXTURE_COMMAND = { command: process.execPath, args: ["--import", "tsx", fileURLToPath(new URL("serve-fixture.ts", import.meta.url))] };

export interface ConnectOptions {
  readonly http?: Partial<HttpOptions>;
  /** What the client answers when asked, by method; absent = the client cannot be asked for anything. */
  readonly answers?: Readonly<Record<string, Wire>>;
}

/** @param layer Served over memory and HTTP; over stdio a child serves the same fixture. */
export async function connect(transport: TransportName, client: ClientName, layer: Layer = fixtureLayer(), options: ConnectOptions = {}): Promise<FlowClient> {
  const { end, stop } = await open(transport, client, layer, options.http ?? {});
  const info = { name: "flow", version: "1" };
  const capabilities = options.answers === undefined ? {} : { elicitation: {}, sampling: {}, roots: {} };
  const notices: Wire[] = [];
  const sdk =
    client === "v1 2025-11-25"
      ? new ClientV1(info, { capabilities })
      : new ClientV2(info, { capabilities, versionNegotiation: { mode: client === "v2 2026-07-28" ? "auto" : "legacy" } });
  sdk.fallbackNotificationHandler = async (notice: Wire) => void notices.push(notice);
  if (options.answers !== undefined) sdk.fallbackRequestHandler = async ({ method }: { method: string }) => options.answers![method] as never;
  await (sdk.connect as (transport: unknown) => Promise<void>)(end);
  return face(sdk as never, client, notices, stop);
}

async function open(
  transport: TransportName,
  client: ClientName,
  layer: Layer,
  http: Partial<HttpOptions>,
): Promise<{ end: unknown; stop: () => Promise<void> }> {
  const v1 = client === "v1 2025-11-25";
  if (transport === "stdio")
    return { end: v1 ? new StdioV1({ ...FIXTURE_COMMAND, stderr: "pipe" }) : new StdioV2({ ...FIXTURE_COMMAND, stderr: "pipe" }), stop: async () => undefined };
  if (transport === "memory") {
    const serving = serveInMemory(layer);
    return { end: serving.transport, stop: () => serving.close() };
  }
  const serving = await serve(layer, { transport: "http", port: 0, ...http });
  const url = new URL(serving.url!);
  return { end: v1 ? new HttpV1(url) : new HttpV2(url), stop: () => serving.close() };
}

function face(sdk: ClientV2, client: ClientName, notices: Wire[], stop: () => Promise<void>): FlowClient {
  const v1 = client === "v1 2025-11-25";
  const modern = client === "v2 2026-07-28";
  const streams = new Map<string, { close(): Promise<void> }>();
  return {
    era: modern ? "2026" : "2025",
    watch: async (uri) => {
      if (modern) streams.set(uri, await sdk.listen({ resourceSubscriptions: [uri] }));
      else await sdk.subscribeResource({ uri });
    },
    unwatch: async (uri) => {
      if (modern) await streams.get(uri)!.close();
      else await sdk.unsubscribeResource({ uri });
    },
    watchTools: async () => {
      if (modern) await sdk.listen({ toolsListChanged: true });
    },
    server: sdk.getServerVersion()!,
    instructions: sdk.getInstructions(),
    notices,
    listTools: async () => (await sdk.listTools()).tools as Wire[],
    callTool: async (name, args, extras) => {
      const params = { name, ...(args === undefined ? {} : { arguments: args }) };
      // v1 takes a result schema between the parameters and the options.
      if (v1) return (await (sdk.callTool as unknown as (...all: unknown[]) => Promise<Wire>)(params, undefined, extras)) as Wire;
      return (await sdk.callTool(params, extras as never)) as Wire;
    },
    listResources: async () => (await sdk.listResources()).resources as Wire[],
    listResourceTemplates: async () => (await sdk.listResourceTemplates()).resourceTemplates as Wire[],
    readResource: async (uri) => (await sdk.readResource({ uri })).contents as Wire[],
    listPrompts: async () => (await sdk.listPrompts()).prompts as Wire[],
    getPrompt: async (name, args) => (await sdk.getPrompt({ name, ...(args === undefined ? {} : { arguments: args }) })) as Wire,
    complete: async (ref, name, value) => (await sdk.complete({ ref: ref as never, argument: { name, value } })).completion as Wire,
    stop,
    close: async () => {
      await sdk.close();
      await stop();
    },
  };
}
