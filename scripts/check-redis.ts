/**
 * Rate limits that several processes share, against a real redis-server: a limit holds over three processes under load; a server that is killed, or hangs,
 * refuses calls with an error that says so, and is used again when it is back. SKIP_REDIS=1 leaves the check out.
 */
import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { Layer } from "../src/layer/layer.js";
import { ToolSpec } from "../src/model/tool-spec.js";
import { Policy } from "../src/policy/policy.js";
import { Registry } from "../src/registry/registry.js";
import type { CallerOrder, CallerReport } from "./lib/redis-caller.js";
import { RedisServer } from "./lib/redis-server.js";

const LIMIT = JSON.stringify({ rateLimits: [{ rate: 100, per: "minute", scope: "global" }] });
/** How long one of a hundred tokens a minute takes to come back. */
const TOKEN_MS = 600;

if (process.env["SKIP_REDIS"] === "1") say("skipped, because SKIP_REDIS is set");
else {
  const server = await RedisServer.start();
  try {
    await shareOneLimit(server);
    await chargeAllOrNothing(server);
    await surviveLoss(server);
  } finally {
    await server.kill();
  }
}

async function shareOneLimit(server: RedisServer): Promise<void> {
  const callers = await Promise.all([1, 2, 3].map(() => startCaller(server.url)));
  try {
    const burst = await atOnce(server, callers);
    expect(burst.passed === 100, `of 240 calls from three processes at once exactly 100 pass; ${burst.passed} did`);
    expect(
      burst.messages.every((message) => message === "Rate limit exceeded for tool 'shared' (100/minute); retry in …"),
      `refusals say what they are; they said ${burst.messages.join("; ")}`,
    );
    await emptyStore(server);
    const load = await orderAll(callers, { forMs: 2500 });
    const refilled = load.ms / TOKEN_MS;
    expect(load.refused > 100, `the load goes beyond the limit; ${load.refused} calls were refused`);
    expect(
      load.passed >= 100 + Math.floor(2500 / TOKEN_MS) - 1 && load.passed <= 100 + Math.ceil(refilled),
      `under steady load 100 pass, and one per ${TOKEN_MS} ms; ${load.passed} of ${load.passed + load.refused} did in ${load.ms} ms`,
    );
    say(`three processes: 100 of 240 at once; ${load.passed} of ${load.passed + load.refused} in ${load.ms} ms of steady load`);
  } finally {
    for (const caller of callers) caller.send("end");
  }
}

/** Again while it takes so long that a token comes back meanwhile: the machine may be busy. */
async function atOnce(server: RedisServer, callers: readonly ChildProcess[]): Promise<CallerReport> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await emptyStore(server);
    const outcome = await orderAll(callers, { calls: 80 });
    expect(outcome.passed <= 100 + Math.floor(outcome.ms / TOKEN_MS), `no more than 100 pass; ${outcome.passed} did in ${outcome.ms} ms`);
    if (outcome.ms < TOKEN_MS) return outcome;
  }
  throw new Error("check-redis: 240 calls took longer than 600 ms, ten times over");
}

/** The refusal of one limit costs nothing of the other. Over a client of the host's, which has a limiter of its own on it. */
async function chargeAllOrNothing(server: RedisServer): Promise<void> {
  await emptyStore(server);
  const rateLimits = [
    { rate: 5, per: "hour", scope: "global", tools: ["a"] },
    { rate: 20, per: "hour", scope: "global" },
  ];
  const client = new Redis(server.url);
  await client.ping();
  const own = new RateLimiterRedis({ storeClient: client, points: 1, duration: 60 });
  const policy = await Policy.load({ rateLimits }, { rateLimitStore: client });
  const layer = new Layer({ registry: new Registry().add(tool("a")).add(tool("b")), policy });
  const passed = async (name: string, times: number): Promise<number> =>
    (await Promise.all(Array.from({ length: times }, () => layer.callTool(name)))).filter((result) => !result.isError).length;
  const [first, rest] = [await passed("a", 15), await passed("b", 30)];
  const { remainingPoints } = await own.consume("host");
  await policy.close();
  expect(client.status === "ready" && remainingPoints === 0, "the host's client and its own limiter are left alone");
  client.disconnect();
  expect(first === 5 && rest === 15, `a call that one limit refuses costs nothing of another; ${first} and ${rest} passed of 5 and 15`);
  say("a call that one of two limits refuses costs nothing of the other");
}

async function surviveLoss(server: RedisServer): Promise<void> {
  const policy = await Policy.load({ rateLimits: [{ rate: 1000, per: "second" }] }, { rateLimitStore: server.url });
  const layer = new Layer({ registry: new Registry().add(tool("a")), policy });
  const call = async (): Promise<string> => (await layer.callTool("a")).text;
  const isRefused = (text: string): boolean => text.startsWith("The rate limits cannot be checked: their store (Redis) does not answer");
  try {
    for (const [loss, restore] of [
      [() => server.kill(), () => server.restart()],
      [() => server.signal("SIGSTOP"), () => server.signal("SIGCONT")],
    ] as const) {
      expect(!isRefused(await call()), "calls pass while the store is there");
      const running = keepCalling(call);
      await loss();
      const started = Date.now();
      const during = await Promise.all(Array.from({ length: 50 }, call));
      const waited = Date.now() - started;
      expect(during.every(isRefused), `every call is refused while the store is away; one answered ${String(during.find((text) => !isRefused(text)))}`);
      expect(waited < 3000, `refusals do not queue; 50 took ${waited} ms`);
      await restore();
      const back = Date.now();
      while (isRefused(await call())) {
        expect(Date.now() - back < 10_000, "calls pass again once the store is back");
        await pause();
      }
      const texts = await running.stop();
      expect(
        texts.every((text) => !text.includes(server.password)),
        "no message has the password in it",
      );
      say(`store away: 50 calls refused in ${waited} ms; back after ${Date.now() - back} ms; ${texts.length} calls ran meanwhile`);
    }
  } finally {
    await policy.close();
  }
}

/** The run that the loss falls into. */
function keepCalling(call: () => Promise<string>): { stop(): Promise<readonly string[]> } {
  const texts: string[] = [];
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      texts.push(await call());
      await pause();
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await loop;
      return texts;
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

function tool(name: string): ToolSpec {
  return new ToolSpec({ name, handler: () => ({ ok: true }) });
}

async function emptyStore(server: RedisServer): Promise<void> {
  const client = new Redis(server.url);
  await client.flushall();
  client.disconnect();
}

async function startCaller(url: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("lib/redis-caller.ts", import.meta.url)), [url, LIMIT], { execArgv: ["--import", "tsx"] });
  await nextMessage(child);
  return child;
}

async function orderAll(callers: readonly ChildProcess[], order: CallerOrder): Promise<CallerReport & { readonly ms: number }> {
  const started = performance.now();
  const reports = await Promise.all(
    callers.map((caller) => {
      const answer = nextMessage<CallerReport>(caller);
      caller.send(order);
      return answer;
    }),
  );
  const sum = (key: "passed" | "refused"): number => reports.reduce((total, report) => total + report[key], 0);
  const messages = [...new Set(reports.flatMap((report) => report.messages))];
  return { passed: sum("passed"), refused: sum("refused"), messages, ms: Math.round(performance.now() - started) };
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (code: number | null): void => reject(new Error(`check-redis: a caller ended with ${String(code)}`));
    child.once("exit", leave);
    child.once("message", (message) => {
      child.off("exit", leave);
      resolve(message as T);
    });
  });
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`check-redis: expected that ${what}`);
}

function say(text: string): void {
  process.stderr.write(`check-redis: ${text}\n`);
}
