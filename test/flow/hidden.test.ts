/** What is hidden is answered like what is not there: byte for byte, in every method, with every header, over stdio and HTTP, in both eras. */
import { spawn } from "node:child_process";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Serving } from "../../src/server/options.js";
import { serve } from "../../src/server/serve.js";
import { ABSENT, HIDDEN, hiddenLayer, VISIBLE } from "./support/hidden-layer.js";

interface Question {
  readonly method: string;
  readonly params: Record<string, unknown>;
}
type Ask = (question: Question) => Promise<string>;

/** Every way to say a name. What is behind a visible template is compared with a URI that no template fits. */
const QUESTIONS: readonly (readonly [string, (name: string, isHidden: boolean) => Question])[] = [
  ["tools/call", (name) => ({ method: "tools/call", params: { name, arguments: { a: 1 } } })],
  ["tools/call with bad arguments", (name) => ({ method: "tools/call", params: { name, arguments: { b: [] } } })],
  ["tools/call without arguments", (name) => ({ method: "tools/call", params: { name } })],
  ["tools/call with progress", (name) => ({ method: "tools/call", params: { name, arguments: { a: 1 }, _meta: { progressToken: 0 } } })],
  ["resources/read", (name) => ({ method: "resources/read", params: { uri: `doc://${name}` } })],
  ["resources/read, of a template", (name) => ({ method: "resources/read", params: { uri: `${name}://x` } })],
  [
    "resources/read, behind a visible template",
    (name, isHidden) => ({ method: "resources/read", params: { uri: `${isHidden ? VISIBLE : "gamma-absents"}://${name}` } }),
  ],
  [
    "resources/read, escaped",
    (name, isHidden) => ({ method: "resources/read", params: { uri: `${isHidden ? VISIBLE : "gamma-absents"}://${name.replace("a", "%61")}` } }),
  ],
  ["prompts/get", (name) => ({ method: "prompts/get", params: { name, arguments: { who: "x" } } })],
  ["prompts/get without arguments", (name) => ({ method: "prompts/get", params: { name } })],
  [
    "completion/complete of a prompt",
    (name) => ({ method: "completion/complete", params: { ref: { type: "ref/prompt", name }, argument: { name: "who", value: "" } } }),
  ],
  [
    "completion/complete of a template",
    (name) => ({ method: "completion/complete", params: { ref: { type: "ref/resource", uri: `${name}://{+ref}` }, argument: { name: "ref", value: "" } } }),
  ],
  [
    "completion/complete of no argument",
    (name) => ({ method: "completion/complete", params: { ref: { type: "ref/prompt", name }, argument: { name: "none", value: "" } } }),
  ],
  ["resources/subscribe", (name) => ({ method: "resources/subscribe", params: { uri: `doc://${name}` } })],
  ["resources/subscribe, of a template", (name) => ({ method: "resources/subscribe", params: { uri: `${name}://x` } })],
  ["resources/unsubscribe", (name) => ({ method: "resources/unsubscribe", params: { uri: `doc://${name}` } })],
];

/** Only the name itself may differ; the scheme first, since it has the name in it. */
function blank(answer: string, name: string): string {
  const plain = answer.replaceAll(VISIBLE, "SCHEME").replaceAll("gamma-absents", "SCHEME");
  return plain.replaceAll(name.replace("a", "%61"), "NAME").replaceAll(name, "NAME");
}

function compareAll(ask: () => Ask): void {
  it.each(QUESTIONS)("%s", async (_what, question) => {
    const hidden = blank(await ask()(question(HIDDEN, true)), HIDDEN);
    const absent = blank(await ask()(question(ABSENT, false)), ABSENT);
    expect(hidden).toBe(absent);
    expect(hidden).not.toContain("secret");
  });

  it("what is visible is answered: the questions are good ones", async () => {
    for (const [what, question] of QUESTIONS.slice(0, 10).filter(([name]) => !/bad|without|behind|escaped/.test(name)))
      expect([what, await ask()(question(VISIBLE, true))]).toEqual([what, expect.stringContaining('"secret"')]);
  });

  it("no list, suggestion or completion names it", async () => {
    for (const method of ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]) {
      const text = await ask()({ method, params: {} });
      expect(text).toContain(VISIBLE);
      expect(text.replaceAll(VISIBLE, "")).not.toContain(HIDDEN);
    }
    // One letter from the hidden name: nothing is proposed.
    expect(blank(await ask()({ method: "tools/call", params: { name: "alpha-secre" } }), "alpha-secre")).not.toMatch(/mean|secret/);
    const completion = { ref: { type: "ref/resource", uri: `${VISIBLE}://{+ref}` }, argument: { name: "ref", value: "" } };
    const values = await ask()({ method: "completion/complete", params: completion });
    expect(values).toContain('"values":["x"]');
  });
}

const INITIALIZE = { method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } } };
const MODERN = "2026-07-28";
const MODERN_META = { "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {} };

describe("over HTTP", () => {
  let serving: Serving;
  let session: Record<string, string> = {};
  beforeAll(async () => {
    serving = await serve(await hiddenLayer(), { transport: "http", port: 0 });
    const [, id] = /"mcp-session-id":"([^"]+)"/.exec(await post(serving, INITIALIZE, {}))!;
    session = { "mcp-session-id": id!, "mcp-protocol-version": "2025-11-25" };
  });
  afterAll(() => serving.close());

  describe("in a 2025 session", () => compareAll(() => (question) => post(serving, question, session)));
  describe("in 2025, without a session", () => compareAll(() => (question) => post(serving, question, { "mcp-protocol-version": "2025-11-25" })));
  describe("in 2026", () => {
    const ask: Ask = ({ method, params }) => {
      const name = String(params["name"] ?? params["uri"] ?? "");
      const headers = { "mcp-protocol-version": MODERN, "mcp-method": method, ...(name === "" ? {} : { "mcp-name": name }) };
      const meta = { ...MODERN_META, ...(params["_meta"] as object | undefined) };
      return post(serving, { method, params: { ...params, _meta: meta } }, headers);
    };
    compareAll(() => ask);

    it("subscriptions/listen", async () => {
      const listen = async (name: string): Promise<string> =>
        blank(await ask({ method: "subscriptions/listen", params: { notifications: { resourceSubscriptions: [`doc://${name}`, `${name}://x`] } } }), name);
      const [hidden, absent, visible] = [await listen(HIDDEN), await listen(ABSENT), await listen(VISIBLE)];
      expect(hidden).toBe(absent);
      expect(visible).toContain("notifications/subscriptions/acknowledged");
    });
  });
});

/** Status, headers but the date, and body; of a stream that stays open, what it begins with. */
function post(serving: Serving, question: Question, headers: Record<string, string>): Promise<string> {
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = request(serving.url!, { method: "POST", headers: all }, (incoming) => {
      let body = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => (body += chunk));
      const answer = (): void => {
        const { date: _date, ...rest } = incoming.headers;
        resolve(`${incoming.statusCode} ${JSON.stringify(rest)}\n${body.replace(/^id: .*$/gm, "id: …").replace(/"cloudg\/duration_ms":\d+/g, "")}`);
      };
      incoming.on("end", answer);
      if (question.method === "subscriptions/listen") incoming.once("data", () => (answer(), outgoing.destroy()));
    });
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify({ jsonrpc: "2.0", id: 7, ...question }));
  });
}

describe.each(["2025-11-25", MODERN])("over stdio in %s", (era) => {
  let child: ReturnType<typeof start>;
  beforeAll(async () => {
    child = start();
    if (era !== MODERN) {
      await child.ask(INITIALIZE);
      child.notify("notifications/initialized");
    }
  });
  afterAll(() => child.end());
  const withMeta = ({ method, params }: Question): Question =>
    era === MODERN ? { method, params: { ...params, _meta: { ...MODERN_META, ...(params["_meta"] as object | undefined) } } } : { method, params };
  compareAll(() => (question) => child.ask(withMeta(question)));

  if (era !== MODERN) return;
  // The last: streams stay open, and each needs an id of its own, which is blanked like the name.
  it("subscriptions/listen", async () => {
    const listen = async (name: string, id: number): Promise<string> => {
      const notifications = { resourceSubscriptions: [`doc://${name}`, `${name}://x`] };
      const question = { id, ...withMeta({ method: "subscriptions/listen", params: { notifications } }) };
      return blank(await child.ask(question), name).replaceAll(String(id), "ID");
    };
    const [hidden, absent, visible] = [await listen(HIDDEN, 7001), await listen(ABSENT, 7002), await listen(VISIBLE, 7003)];
    expect(hidden).toBe(absent);
    expect(visible).toContain("notifications/subscriptions/acknowledged");
  });
});

function start() {
  const child = spawn(process.execPath, ["--import", "tsx", fileURLToPath(new URL("support/serve-hidden.ts", import.meta.url))], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting: ((line: string) => void)[] = [];
  let rest = "";
  child.stdout.on("data", (chunk) => {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop()!;
    for (const line of lines) waiting.shift()?.(line);
  });
  return {
    ask: (question: Question): Promise<string> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 7, ...question })}\n`);
      }),
    notify: (method: string) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method })}\n`),
    end: () =>
      new Promise<void>((resolve) => {
        child.once("close", () => resolve());
        child.stdin.end();
      }),
  };
}
