/** The life of a session: how it begins, who may use it, when it ends. */
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { Principal } from "../../../src/model/principal.js";
import type { Caller } from "../../../src/server/caller.js";
import { toAuthInfo } from "../../../src/server/caller.js";
import { Sessions } from "../../../src/server/sessions.js";
import { fixtureLayer } from "../../flow/support/fixture-layer.js";

const ADA = new Principal({ id: "ada" });
const NOW: Promise<void> = Promise.resolve();
const caller = (principal = ADA, ended = NOW): Caller => ({ principal, ended });
const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const post = (body: object, headers: Record<string, string> = {}): Request =>
  new Request("http://localhost/mcp", { method: "POST", headers: { ...HEADERS, ...headers }, body: JSON.stringify({ jsonrpc: "2.0", ...body }) });
const initialize = (headers?: Record<string, string>): Request =>
  post({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } } }, headers);

let sessions: Sessions;
const open = async (by = caller(), headers?: Record<string, string>): Promise<Response> =>
  sessions.open(by, (transport) => transport.handleRequest(initialize(headers), { authInfo: toAuthInfo(by) }));
const idOf = async (by = caller()): Promise<string> => (await open(by)).headers.get("mcp-session-id")!;
const use = async (id: string, by = caller()): Promise<number | undefined> =>
  (await sessions.use(id, by, (transport) => transport.handleRequest(post({ id: 2, method: "ping" }, { "mcp-session-id": id }))))?.status;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
  sessions = new Sessions(fixtureLayer(), { maxSessions: 2, idleMs: 60_000 });
});
afterEach(async () => {
  await sessions.close();
  jest.useRealTimers();
});

describe("a session", () => {
  it("is used by the principal that opened it, whatever roles it has by then, and by no other", async () => {
    const id = await idOf();
    expect(await use(id, caller(new Principal({ id: "ada", roles: ["admin"] })))).toBe(200);
    expect(await use(id, caller(new Principal({ id: "bob" })))).toBeUndefined();
    expect(await use("unknown")).toBeUndefined();
    expect(await use("__proto__")).toBeUndefined();
  });

  it("ends when it has been idle, counted from its last use", async () => {
    const id = await idOf();
    jest.advanceTimersByTime(59_000);
    expect(await use(id)).toBe(200);
    jest.advanceTimersByTime(59_000);
    expect(await use(id)).toBe(200);
    jest.advanceTimersByTime(80_000);
    expect(await use(id)).toBeUndefined();
  });

  it("is not idle while an answer is being sent", async () => {
    let end: () => void;
    const id = await idOf(caller(ADA, new Promise((resolve) => (end = resolve))));
    jest.advanceTimersByTime(600_000);
    expect(await use(id)).toBe(200);
    end!();
    await NOW;
    jest.advanceTimersByTime(80_000);
    expect(await use(id)).toBeUndefined();
  });

  it("is one of so many: handshakes under way count, refused ones do not", async () => {
    expect((await open(caller(), { accept: "text/html" })).status).toBe(406);
    expect(sessions.full).toBe(false);
    await idOf();
    const second = open();
    expect(sessions.full).toBe(true);
    await second;
    expect(sessions.full).toBe(true);
  });
});

it("a connection that is over listens to the layer no more", async () => {
  const layer = fixtureLayer();
  let listening = 0;
  const onChange = layer.onChange.bind(layer);
  layer.onChange = (listener) => {
    const stop = onChange(listener);
    listening++;
    return () => {
      listening--;
      stop();
    };
  };
  await sessions.close();
  sessions = new Sessions(layer, { maxSessions: 5, idleMs: 60_000 });
  await open(caller(), { accept: "text/html" });
  expect(listening).toBe(0);
  const id = await idOf();
  await idOf();
  await idOf();
  expect(listening).toBe(3);
  const remove = new Request("http://localhost/mcp", { method: "DELETE", headers: { "mcp-session-id": id } });
  expect((await sessions.use(id, caller(), (transport) => transport.handleRequest(remove)))?.status).toBe(200);
  expect(listening).toBe(2);
  jest.advanceTimersByTime(80_000);
  expect(listening).toBe(0);
});
