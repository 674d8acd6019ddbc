/** `serve`: what it says on stderr, that it answers, and how it ends. What it serves is the flow tests' business. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "@jest/globals";
import { howToConnect, warnOfBind } from "../../../src/cli/serve-notice.js";
import { finish, RUDE_TOOLS, runCli, seen, startCli } from "./run-cli.js";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const CALL = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "chat", arguments: { name: "Ann" } } };

describe("serve on stdio", () => {
  it("keeps stdout for the protocol, says one line, and exits 0 when the client leaves", async () => {
    const child = startCli(["serve", "--plugin", RUDE_TOOLS]);
    const ended = finish(child);
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n${JSON.stringify(CALL)}\n`);
    await seen(child.stdout, /"id":2/);
    child.stdin.end();
    const { stdout, stderr, code } = await ended;
    const messages = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(messages.map(({ id }) => id)).toEqual([1, 2]);
    expect(messages[1].result.content[0].text).toBe("hello Ann");
    expect(stderr).toContain(
      "serves 3 tools, 0 resources, 0 resource templates, 0 prompts from ./test/unit/cli/fixtures/rude-tools.ts on stdio under the policy standard\n",
    );
    expect(stderr).toContain("written to stdout\n");
  });
});

describe("serve with an audit log", () => {
  it("opens the log anew at SIGHUP, as rotation expects, and serves on; without one SIGHUP ends it", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "cloudg-serve-"));
    const [log, moved] = [path.join(folder, "audit.jsonl"), path.join(folder, "audit.1.jsonl")];
    const child = startCli(["serve", "--plugin", RUDE_TOOLS, "--audit-log", log]);
    const ended = finish(child);
    try {
      child.stdin.write(`${JSON.stringify(INITIALIZE)}\n${JSON.stringify(CALL)}\n`);
      await seen(child.stdout, /"id":2/);
      renameSync(log, moved);
      child.kill("SIGHUP");
      for (let i = 0; i < 500 && !existsSync(log); i++) await new Promise((resolve) => setTimeout(resolve, 10));
      child.stdin.write(`${JSON.stringify({ ...CALL, id: 3 })}\n`);
      await seen(child.stdout, /"id":3/);
      const ids = [moved, log].map((file) => (JSON.parse(readFileSync(file, "utf8")) as { request_id: unknown }).request_id);
      expect(ids).toEqual([2, 3]);
    } finally {
      child.stdin.end();
      expect((await ended).code).toBe(0);
      rmSync(folder, { recursive: true });
    }
    const plain = startCli(["serve", "--plugin", RUDE_TOOLS]);
    const stopped = finish(plain);
    await seen(plain.stderr, /serves 3 tools/);
    plain.kill("SIGHUP");
    expect((await stopped).stderr).toContain("stopping");
  });
});

describe("serve over HTTP", () => {
  it("prints the address, what is loaded and how to connect; stops cleanly at SIGTERM; refuses a port that is taken", async () => {
    const child = startCli(["serve", "--transport", "http", "--port", "0", "--name", "@acme/my server", "--plugin", RUDE_TOOLS]);
    const ended = finish(child);
    const notice = await seen(child.stderr, /mcpServers.*\n/);
    const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(notice)![0];
    expect(notice).toContain(
      `@acme/my server 0.1.0 serves ${url}\n  3 tools, 0 resources, 0 resource templates, 0 prompts from ./test/unit/cli/fixtures/rude-tools.ts, under the policy standard\n    Rude: 3 tools\n`,
    );
    expect(notice).toContain(`  claude mcp add --transport http my-server ${url}\n`);

    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify(INITIALIZE),
    });
    expect(await answer.text()).toContain('"@acme/my server"');

    const second = await runCli(["serve", "--transport", "http", "--port", new URL(url).port, "--plugin", RUDE_TOOLS]);
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/cloudg-mcp: .*taken.*--port/);
    expect(second.stderr).not.toMatch(/^\s+at /m);

    child.kill("SIGTERM");
    const { stdout, stderr, code } = await ended;
    expect([stdout, code]).toEqual(["", 0]);
    expect(stderr).toContain("stopping");
  });
});

describe("the notice", () => {
  it.each([
    ["cloudg-mcp", "cloudg-mcp"],
    ["@acme/inventory", "inventory"],
    ["My Server; rm -rf", "My-Server-rm--rf"],
    ["名前", "cloudg-mcp"],
  ])("calls %j %s, which a shell and a client take as one word", (name, shown) => {
    const text = howToConnect(name, "http://127.0.0.1:1/mcp");
    expect(text).toContain(`claude mcp add --transport http ${shown} http://127.0.0.1:1/mcp\n`);
    expect(JSON.parse(/\{.*\}/.exec(text)![0])).toEqual({ mcpServers: { [shown]: { type: "http", url: "http://127.0.0.1:1/mcp" } } });
  });

  it("warns of a bind that others can reach", () => {
    for (const host of [undefined, "localhost", "127.0.0.1", "127.1.2.3", "::1"]) expect(warnOfBind(host, undefined)).toBe("");
    expect(warnOfBind("0.0.0.0", undefined)).toMatch(/no authentication; .*--allowed-host/);
    expect(warnOfBind("127.0.0.1.example.com", ["x"])).toMatch(/no authentication\n$/);
  });
});
