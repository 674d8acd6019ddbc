/** What comes on stdin and should not; what must never reach stdout; how the process ends. */
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { afterEach, describe, expect, it } from "@jest/globals";
import { FIXTURE_COMMAND } from "./support/clients.js";

let child: ChildProcessWithoutNullStreams;
let stdout = "";
let stderr = "";

function start(): void {
  stdout = stderr = "";
  child = spawn(FIXTURE_COMMAND.command, FIXTURE_COMMAND.args);
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  child.stdin.on("error", () => undefined);
}
afterEach(async () => {
  if (child.exitCode !== null) return;
  const ended = exit();
  child.kill("SIGKILL");
  await ended;
});

const say = (id: number, method: string, params: object = {}): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
const initialize = (): boolean => say(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } });

async function answerTo(id: number): Promise<Record<string, unknown>> {
  for (let i = 0; i < 500; i++) {
    const line = stdout.split("\n").find((one) => one.includes(`"id":${id}`));
    if (line !== undefined) return JSON.parse(line) as Record<string, unknown>;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no answer to ${id}; stdout: ${stdout.slice(0, 500)}; stderr: ${stderr.slice(0, 500)}`);
}
/** After "close", not "exit": only then has everything that was written arrived. */
const exit = (): Promise<number | null> => new Promise((resolve) => child.once("close", resolve));

describe("what comes on stdin", () => {
  it("may hold lines that are no JSON, no object, or no message: each is named on stderr, none is repeated", async () => {
    start();
    child.stdin.write('hunter2 is no json\n\n   \n[]\n42\nnull\n{"jsonrpc":"1.0"}\n{"half":\n{"jsonrpc":"2.0","id":7}\n');
    initialize();
    expect(await answerTo(1)).toMatchObject({ result: { serverInfo: { name: "fixture" } } });
    child.stdin.write("{broken again\n");
    say(2, "tools/call", { name: "add", arguments: { a: 1 } });
    expect(await answerTo(2)).toMatchObject({ result: { structuredContent: { sum: 41 } } });
    expect(stderr.match(/skipped on stdin/g)).toHaveLength(8);
    expect(stderr).toContain("skipped on stdin a line of 18 characters that is not JSON");
    expect(stderr).not.toContain("hunter2");
    expect(stdout).not.toContain('"id":7');
  });

  it("may be a request that is malformed: it is answered", async () => {
    start();
    initialize();
    await answerTo(1);
    child.stdin.write(
      '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":[1]}\n{"jsonrpc":"1.0","id":3,"method":"ping"}\n{"jsonrpc":"2.0","id":4,"method":5}\n',
    );
    for (const id of [2, 3, 4]) expect(await answerTo(id)).toMatchObject({ id, error: { code: -32600 } });
    say(5, "no/such");
    expect(await answerTo(5)).toMatchObject({ error: { code: -32601 } });
    say(6, "tools/call", { name: 5 });
    expect(await answerTo(6)).toMatchObject({ error: { code: -32602, message: "Invalid params of tools/call: params.name must be a string" } });
    child.stdin.write('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"__proto__":{"polluted":1}}}}\n');
    expect(await answerTo(7)).toMatchObject({ result: { isError: true } });
    child.stdin.write('{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"constructor"}}\n');
    expect(await answerTo(8)).toMatchObject({ error: { code: -32602 } });
  });

  it("may be a request before the handshake", async () => {
    start();
    say(1, "tools/call", { name: "add", arguments: { a: 1 } });
    expect(await answerTo(1)).toMatchObject({ result: { structuredContent: { sum: 41 } } });
  });

  it("may be a line longer than any message: it is skipped, and the next one answered", async () => {
    start();
    initialize();
    await answerTo(1);
    child.stdin.write(`{"jsonrpc":"2.0","id":9,"method":"ping","params":{"x":"${"x".repeat(11 * 1024 * 1024)}"}}\n`);
    say(2, "ping");
    expect(await answerTo(2)).toMatchObject({ result: {} });
    expect(stderr).toMatch(/skipped on stdin a line of \d+ bytes, which is too long/);
    expect(stdout).not.toContain('"id":9');
  });
});

describe("what goes to stdout", () => {
  it("is nothing but messages, whatever is printed at import time and in handlers", async () => {
    start();
    initialize();
    await answerTo(1);
    say(2, "tools/call", { name: "noisy" });
    await answerTo(2);
    for (const line of stdout.trimEnd().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    for (const printed of ["printed at import time", "printed by a handler", "written by a handler"]) {
      expect(stderr).toContain(printed);
      expect(stdout).not.toContain(printed);
    }
  });
});

describe("the end", () => {
  it("comes with code 0 when stdin closes, after the answers to everything that was asked", async () => {
    start();
    initialize();
    say(2, "tools/call", { name: "slow" });
    // The last line has no end: it is a message all the same.
    child.stdin.end(JSON.stringify({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "add", arguments: { a: 1 } } }));
    expect(await exit()).toBe(0);
    expect(await answerTo(2)).toMatchObject({ result: { structuredContent: { result: "done" } } });
    expect(await answerTo(3)).toMatchObject({ result: { structuredContent: { sum: 41 } } });
  });

  it("comes with code 0 while a call hangs", async () => {
    start();
    initialize();
    await answerTo(1);
    say(2, "tools/call", { name: "hang" });
    child.stdin.end();
    expect(await exit()).toBe(0);
    expect(stderr).not.toMatch(/Error|at .*\.ts:/);
  });

  it("comes without a stack trace when the client stops reading", async () => {
    start();
    initialize();
    await answerTo(1);
    child.stdout.destroy();
    for (let id = 10; id < 30; id++) say(id, "tools/list");
    expect(await exit()).toBe(0);
    expect(stderr).not.toMatch(/EPIPE|at .*\.ts:/);
  });
});
