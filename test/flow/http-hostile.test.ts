/** What comes over HTTP and should not: every answer is JSON-RPC with a status that says which gate refused it, and the server lives on. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Principal } from "../../src/model/principal.js";
import { serve } from "../../src/server/serve.js";
import type { Serving } from "../../src/server/options.js";
import { fixtureLayer } from "./support/fixture-layer.js";

const LEGACY = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const call = (id: unknown, method: string, params: object = {}): string => JSON.stringify({ jsonrpc: "2.0", id, method, params });
const INITIALIZE = call(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } });

let serving: Serving;
beforeAll(async () => {
  serving = await serve(fixtureLayer(), {
    transport: "http",
    port: 0,
    maxBodyBytes: 10_000,
    maxSessions: 3,
    allowedOrigins: ["*.example.com"],
    principalResolver: ({ headers }) => {
      if (headers["x-user"] === "crash") throw new Error("the directory is down: ldap://secret");
      if (headers["x-user"] === "nonsense") return { name: "x" } as unknown as Principal;
      return headers["x-user"] === undefined ? undefined : new Principal({ id: String(headers["x-user"]) });
    },
  });
});
afterAll(() => serving.close());

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: { id?: unknown; error?: { code: number; message: string; data?: unknown }; result?: Record<string, unknown> };
}

/** A raw request: fetch would not let us lie about Host. */
function send(body: string | undefined, headers: Record<string, string> = LEGACY, { method = "POST", path = "/mcp" } = {}): Promise<Answer> {
  const { hostname, port } = new URL(serving.url!);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => (text += chunk));
      incoming.on("end", () => {
        const data = /^data: (\{.*\})$/m.exec(text)?.[1] ?? text;
        resolve({ status: incoming.statusCode!, headers: incoming.headers, text, json: (data.startsWith("{") ? JSON.parse(data) : {}) as Answer["json"] });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

describe("gates before the protocol", () => {
  it.each<[string, Promise<Answer> | (() => Promise<Answer>), number, number]>([
    ["a foreign Host", () => send("{}", { ...LEGACY, host: "evil.example.net" }), 421, -32000],
    ["a Host that only begins like ours", () => send("{}", { ...LEGACY, host: "localhost.evil.net" }), 421, -32000],
    ["a Host with a path", () => send("{}", { ...LEGACY, host: "localhost/.evil.net" }), 421, -32000],
    ["a Host with a user", () => send("{}", { ...LEGACY, host: "evil@localhost" }), 421, -32000],
    ["a foreign Origin", () => send("{}", { ...LEGACY, origin: "https://evil.example.net" }), 403, -32000],
    ["an Origin that is no URL", () => send("{}", { ...LEGACY, origin: "null" }), 403, -32000],
    ["another path", () => send("{}", LEGACY, { path: "/other" }), 404, -32000],
    ["another verb", () => send("{}", LEGACY, { method: "PUT" }), 405, -32000],
    ["another content type", () => send("{}", { ...LEGACY, "content-type": "text/plain" }), 415, -32600],
    ["a body that is not JSON", () => send("{nope"), 400, -32700],
    ["an empty body", () => send(""), 400, -32700],
    ["a body over the limit", () => send(call(1, "tools/list", { filler: "x".repeat(20_000) })), 413, -32000],
    ["JSON that is no object", () => send("42"), 400, -32600],
    ["an object that is no message", () => send('{"hello":"world"}'), 400, -32600],
    ["a batch that is too long", () => send(JSON.stringify(Array.from({ length: 101 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" })))), 400, -32600],
    ["a principal resolver that throws", () => send(call(1, "ping"), { ...LEGACY, "x-user": "crash" }), 500, -32603],
    ["a principal resolver that returns something else", () => send(call(1, "ping"), { ...LEGACY, "x-user": "nonsense" }), 500, -32603],
    ["GET without a session", () => send(undefined, { accept: "text/event-stream" }, { method: "GET" }), 405, -32000],
    ["an unknown session", () => send(call(1, "tools/list"), { ...LEGACY, "mcp-session-id": "nope" }), 404, -32001],
    ["an Accept that takes no JSON", () => send(INITIALIZE, { ...LEGACY, accept: "text/html" }), 406, -32000],
    ["an unknown protocol version", () => send(call(1, "tools/list"), { ...LEGACY, "mcp-protocol-version": "1999-01-01" }), 400, -32000],
  ])("%s", async (_, sent, status, code) => {
    const answer = await (typeof sent === "function" ? sent() : sent);
    expect({ status: answer.status, code: answer.json.error?.code }).toEqual({ status, code });
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.text).not.toContain("secret");
  });

  it("let allowed and same origins pass", async () => {
    for (const origin of ["http://localhost:3000", "https://app.example.com", new URL(serving.url!).origin]) {
      expect((await send(call(1, "tools/list"), { ...LEGACY, origin })).status).toBe(200);
    }
  });

  it("answer a health check without a body", async () => {
    expect(await send(undefined, {}, { method: "GET", path: "/healthz" })).toMatchObject({ status: 200, json: { status: "ok" } });
  });
});

describe("the protocol", () => {
  it("serves a request without a session, and says -32601 for a method it does not have", async () => {
    expect((await send(call(7, "tools/list"))).json).toMatchObject({ id: 7, result: { tools: expect.any(Array) } });
    expect((await send(call(8, "no/such"))).json).toMatchObject({ id: 8, error: { code: -32601 } });
  });

  it.each([0, -1, "", "1", "x".repeat(1000), Number.MAX_SAFE_INTEGER])("gives the id %j back as it came", async (id) => {
    expect((await send(call(id, "ping"))).json).toEqual({ jsonrpc: "2.0", id, result: {} });
  });

  it.each([null, 1.5, {}, [1], true])("refuses the id %j", async (id) => {
    expect(await send(call(id, "ping"))).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
  });

  it("answers each request of a small batch", async () => {
    const { status, text } = await send(`[${call(1, "ping")},${call("b", "no/such")}]`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject([
      { id: 1, result: {} },
      { id: "b", error: { code: -32601 } },
    ]);
  });

  it.each<[string, object]>([
    ["a name that is no string", { name: 5 }],
    ["no name", {}],
    ["arguments that are no object", { name: "add", arguments: [1] }],
    ["arguments that are a string", { name: "add", arguments: "SECRET" }],
  ])("refuses %s as malformed", async (_, params) => {
    const { json } = await send(call(1, "tools/call", params));
    expect(json.error?.code).toBe(-32602);
    expect(JSON.stringify(json)).not.toContain("SECRET");
  });

  it("rejects keys that aim at prototypes, at every depth, and nothing is polluted", async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}}';
    const { json } = await send(body);
    expect(json.result).toMatchObject({ isError: true, _meta: { "cloudg/error_code": -32602 } });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("survives arguments 1,500 levels deep", async () => {
    const deep = `${'{"a":'.repeat(1500)}1${"}".repeat(1500)}`;
    const { status, json } = await send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":${deep}}}}`);
    expect(status).toBe(200);
    expect(json.result?.["isError"]).toBe(true);
  });
});

describe("the 2026 era", () => {
  const VERSION = "2026-07-28";
  const META = { "io.modelcontextprotocol/protocolVersion": VERSION, "io.modelcontextprotocol/clientCapabilities": {} };
  const modern = (method: string, params: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Answer> =>
    send(call(1, method, { ...params, _meta: META }), {
      ...LEGACY,
      "mcp-protocol-version": VERSION,
      "mcp-method": method,
      ...(typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {}),
      ...headers,
    });

  it("answers with complete results, and 404 for an unknown method", async () => {
    expect(await modern("tools/call", { name: "add", arguments: { a: 1 } })).toMatchObject({
      status: 200,
      json: { result: { resultType: "complete", structuredContent: { sum: 41 } } },
    });
    expect(await modern("no/such", {})).toMatchObject({ status: 404, json: { error: { code: -32601 } } });
  });

  it.each(["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "__proto__", "constructor"])(
    "does not know %s",
    async (method) => {
      expect(await modern(method, { uri: "note://index" })).toMatchObject({ status: 404, json: { error: { code: -32601 } } });
    },
  );

  it("holds headers against the body", async () => {
    expect(await modern("tools/call", { name: "add", arguments: { a: 1 } }, { "mcp-name": "other" })).toMatchObject({
      status: 400,
      json: { error: { code: -32020 } },
    });
    expect(await modern("tools/list", {}, { "mcp-method": "prompts/list" })).toMatchObject({ status: 400, json: { error: { code: -32020 } } });
  });
});

describe("sessions", () => {
  it("begin with a handshake that is whole: half a one opens nothing", async () => {
    for (const accept of ["text/html", "application/json"]) {
      for (let i = 0; i < 4; i++) expect((await send(INITIALIZE, { ...LEGACY, accept })).status).toBe(406);
    }
    const malformed = await send(call(1, "initialize", { protocolVersion: 5 }));
    expect(malformed.headers["mcp-session-id"]).toBeUndefined();
    expect(malformed.json.error).toBeDefined();
    const unknownVersion = await send(INITIALIZE.replace("2025-11-25", "1999-01-01"));
    expect(unknownVersion).toMatchObject({ status: 200, json: { result: { protocolVersion: "2025-11-25" } } });
    const id = String(unknownVersion.headers["mcp-session-id"]);
    expect((await send(INITIALIZE, { ...LEGACY, "mcp-session-id": id })).status).toBe(400);
    expect((await send(undefined, { "mcp-session-id": id }, { method: "DELETE" })).status).toBe(200);
  });

  const open = async (user: string): Promise<string> => String((await send(INITIALIZE, { ...LEGACY, "x-user": user })).headers["mcp-session-id"]);

  it("belong to who opened them, end on DELETE, and are bounded in number", async () => {
    const id = await open("ada");
    const mine = { ...LEGACY, "mcp-session-id": id, "x-user": "ada" };
    expect((await send(call(2, "tools/call", { name: "whoami" }), mine)).json.result).toMatchObject({ structuredContent: { id: "ada", session: true } });
    const theirs = await send(call(2, "tools/list"), { ...mine, "x-user": "bob" });
    const unknown = await send(call(2, "tools/list"), { ...mine, "mcp-session-id": "00000000" });
    expect([theirs.status, theirs.text]).toEqual([unknown.status, unknown.text]);
    await open("ada");
    await open("ada");
    expect(await send(INITIALIZE, { ...LEGACY, "x-user": "ada" })).toMatchObject({ status: 503, headers: { "retry-after": "30" } });
    expect((await send(undefined, mine, { method: "DELETE" })).status).toBe(200);
    expect((await send(call(3, "tools/list"), mine)).status).toBe(404);
    const burst = await Promise.all([1, 2, 3].map(() => send(INITIALIZE, { ...LEGACY, "x-user": "ada" })));
    expect(burst.map(({ status }) => status).sort()).toEqual([200, 503, 503]);
  });
});
