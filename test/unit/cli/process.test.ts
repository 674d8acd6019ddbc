/** The process around the commands: who owns stdout, how it ends, what it loads. */
import { describe, expect, it } from "@jest/globals";
import path from "node:path";
import { finish, RUDE_TOOLS, runCli, seen, startCli } from "./run-cli.js";

describe("stdout", () => {
  it("carries the result alone, whatever the plugin writes, and takes the arguments from stdin", async () => {
    const { stdout, stderr, code } = await runCli(["call", "chat", "--args", "-", "--plugin", RUDE_TOOLS], { stdin: '{"name":"Ann"}' });
    expect([stdout, code]).toEqual(["hello Ann\n", 0]);
    expect(stderr).toBe("chatter at import time\nchatter at start\nchatter in a handler\nwritten to stdout\n");
  });

  it("may be closed by its reader", async () => {
    const child = startCli(["tools", "--json", "--plugin", RUDE_TOOLS]);
    const ended = finish(child);
    child.stdout.destroy();
    const { stderr, code } = await ended;
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
  });
});

describe("the end", () => {
  it("comes although the plugin left a timer", async () => {
    expect(await runCli(["call", "linger", "--plugin", RUDE_TOOLS])).toMatchObject({ stdout: "done\n", code: 0 });
  });

  it("comes at the timeout, also where nothing else keeps the process alive", async () => {
    const { stdout, code } = await runCli(["call", "wait", "--timeout", "0.05", "--plugin", RUDE_TOOLS]);
    expect([stdout, code]).toEqual(['tool "wait" did not answer within 0.05 s\n', 1]);
  });

  it("comes at Ctrl-C, with the signal's exit code", async () => {
    const child = startCli(["call", "wait", "--plugin", RUDE_TOOLS]);
    const ended = finish(child);
    await seen(child.stderr, /progress: 1/);
    child.kill("SIGINT");
    const { stdout, code } = await ended;
    expect(code).toBe(130);
    expect(stdout).toContain("interrupted by SIGINT");
  });
});

it("loads neither SDK, compiler nor plugins for help and version", async () => {
  const trace = path.join(import.meta.dirname, "fixtures/trace-imports.mjs");
  const node = ["--import", import.meta.resolve("tsx"), "--import", trace];
  const [version, help, tools] = await Promise.all([
    runCli(["--version", "--plugin", RUDE_TOOLS], { node }),
    runCli(["--help", "--plugin", RUDE_TOOLS], { node }),
    runCli(["tools", "--plugin", RUDE_TOOLS], { node }),
  ]);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const heavy = /loaded .*(?:@modelcontextprotocol|typescript|class-validator|cli-table3|src\/(?:layer|scan|emit)\/|rude-tools)/;
  for (const { stderr } of [version, help]) {
    expect(stderr).toContain("src/cli/program.ts");
    expect(stderr).not.toMatch(heavy);
  }
  // The trace sees what it looks for, and listing needs no SDK either.
  expect(tools.stderr).toMatch(/loaded .*rude-tools/);
  expect(tools.stderr).not.toMatch(/loaded .*(?:@modelcontextprotocol|\/typescript\/)/);
});
