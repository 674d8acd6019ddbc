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
afterEach(() => void child.kill("SIGKILL"));

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
const exit = (): Promise<number | null> => new Promise((resolve) => child.once("exit", resolve));

describe("stdio", () => {
  it("lives on after lines that are no JSON, no object, or no request", async () => {
    start();
    child.stdin.write('not json\n\n[]\n42\n{"jsonrpc":"1.0"}\n{"half":\n');
    initialize();
    expect(await answerTo(1)).toMatchObject({ result: { serverInfo: { name: "fixture" } } });
    child.stdin.write("{broken again\n");
    say(2, "tools/call", { name: "add", arguments: { a: 1 } });
    expect(await answerTo(2)).toMatchObject({ result: { structuredContent: { sum: 41 } } });
  });

  it("writes nothing but messages, whatever is printed at import time and in handlers", async () => {
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

  it("ends with code 0 when the client closes stdin, also while a call hangs", async () => {
    start();
    initialize();
    await answerTo(1);
    child.stdin.end();
    expect(await exit()).toBe(0);
    expect(stderr).not.toMatch(/Error|at .*\.ts:/);
  });

  it("ends without a stack trace when the client stops reading", async () => {
    start();
    initialize();
    await answerTo(1);
    child.stdout.destroy();
    for (let id = 10; id < 30; id++) say(id, "tools/list");
    child.stdin.end();
    expect(await exit()).toBe(0);
    expect(stderr).not.toMatch(/EPIPE|at .*\.ts:/);
  });
});
