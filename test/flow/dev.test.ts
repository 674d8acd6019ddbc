/** `cloudg-mcp dev` on a project that is being edited: clients stay connected, hear of every change, and are served the last good state. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { ClientName } from "./support/clients.js";
import { until } from "./support/suite.js";

// Every case starts a process that compiles.
jest.setTimeout(90_000);

const ROOT = path.join(import.meta.dirname, "../..");
const TSX = import.meta.resolve("tsx");

const INDEX = `import { definePlugin, Plugin, tool, type ToolContext } from "cloudg-mcp";
import schemas from "./schemas.generated.js";
import { shout } from "./text.js";

export class Greeter extends Plugin {
  override onStart(): void { console.log("greeter started"); }
  override onStop(): void { console.log("greeter stopped"); }
  /** Greets. */
  @tool() greet(ctx: ToolContext, who: string): string {
    return shout("hello " + who);
  }
  /** Takes its time. */
  @tool() async slow(ctx: ToolContext): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return shout("slow");
  }
}
export default definePlugin({ classes: [Greeter], schemas });
`;
const text = (mark: string): string => `export const shout = (text: string): string => text + "${mark}";\n`;

let dir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), "cloudg-dev-")));
  mkdirSync(path.join(dir, "src"));
  write("package.json", JSON.stringify({ name: "greetings", version: "3.1.4", type: "module" }));
  const compilerOptions = {
    target: "ES2022",
    module: "NodeNext",
    strict: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    types: [],
    rootDir: "src",
    paths: { "cloudg-mcp": [path.join(ROOT, "src/index.ts")] },
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
  write("src/index.ts", INDEX);
  write("src/text.ts", text("!"));
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
  rmSync(dir, { recursive: true, force: true });
});

function write(name: string, content: string): void {
  writeFileSync(path.join(dir, name), content);
}

async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill(signal);
  return ended;
}

const COMMAND = ["--import", TSX, path.join(ROOT, "src/cli/main.ts"), "dev"];
const { CI: _ci, NODE_OPTIONS: _options, ...ENVIRONMENT } = process.env as Record<string, string>;

class Dev {
  stdout = "";
  stderr = "";
  constructor(readonly child: ChildProcess) {
    children.push(child);
    child.stdout!.on("data", (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr!.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
  }
  /** Fails with everything that was printed, where a pattern never comes. */
  async said(pattern: RegExp): Promise<void> {
    await until(() => pattern.test(this.stderr) || this.child.exitCode !== null, 1500);
    expect(this.stderr).toMatch(pattern);
  }
  /** What was printed from here on. */
  forget(): void {
    this.stderr = "";
  }
}

function startDev(...args: string[]): Dev {
  return new Dev(spawn(process.execPath, [...COMMAND, "--port", "0", ...args], { cwd: dir, env: ENVIRONMENT, stdio: ["ignore", "pipe", "pipe"] }));
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- two clients with one face, and what they were answered
type Wire = Record<string, any>;
interface Connected {
  readonly notices: string[];
  tools(): Promise<string[]>;
  call(name: string, args?: object): Promise<string>;
  server(): Wire | undefined;
  close(): Promise<void>;
}

async function connect(client: ClientName, transport: unknown): Promise<Connected> {
  const info = { name: "flow", version: "1" };
  const notices: string[] = [];
  const modern = client === "v2 2026-07-28";
  const sdk: Wire = client === "v1 2025-11-25" ? new ClientV1(info) : new ClientV2(info, { versionNegotiation: { mode: modern ? "auto" : "legacy" } });
  sdk["fallbackNotificationHandler"] = async ({ method }: { method: string }) => void notices.push(method);
  await sdk["connect"](transport);
  if (modern) await sdk["listen"]({ toolsListChanged: true });
  return {
    notices,
    tools: async () => (await sdk["listTools"]()).tools.map((tool: Wire) => `${tool["name"]}(${Object.keys(tool["inputSchema"].properties).join()})`),
    call: async (name, args = {}) => (await sdk["callTool"]({ name, arguments: args })).content[0].text as string,
    server: () => sdk["getServerVersion"]() as Wire,
    close: () => sdk["close"]() as Promise<void>,
  };
}

const CHANGED = "notifications/tools/list_changed";

async function urlOf(dev: Dev): Promise<URL> {
  await dev.said(/serves (?:nothing yet; )?http:\S+/);
  return new URL(/http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(dev.stderr)![0]);
}

/** A notice gets lost where the client's stream is not open yet; an edit is made again until one arrives. */
async function edited(client: Connected, edit: (round: number) => void): Promise<void> {
  for (let round = 0; round < 5 && !client.notices.includes(CHANGED); round++) {
    edit(round);
    await until(() => client.notices.includes(CHANGED), 300);
  }
  expect(client.notices).toContain(CHANGED);
}

const withArguments = (count: number): string =>
  INDEX.replace("who: string)", `who: string, ${Array.from({ length: count + 1 }, (_, i) => `more${i} = ${i}`).join(", ")})`);

describe.each(["v2 2026-07-28", "v1 2025-11-25"] as const)("over HTTP with the client %s", (name) => {
  it("follows edits, keeps the last good state through faults, and recovers", async () => {
    const dev = startDev("src/index.ts");
    const url = await urlOf(dev);
    const client = await connect(name, name === "v1 2025-11-25" ? new HttpV1(url) : new HttpV2(url));
    expect(await client.tools()).toEqual(["greet(who)", "slow()"]);
    expect(client.server()).toMatchObject({ name: "greetings", version: "3.1.4" });
    expect(await client.call("greet", { who: "ann" })).toBe("hello ann!");

    await edited(client, (round) => write("src/index.ts", withArguments(round)));
    expect((await client.tools())[0]).toMatch(/^greet\(who,more0/);
    expect(await client.call("greet", { who: "bob", more0: 3 })).toBe("hello bob!");

    dev.forget();
    write("src/index.ts", INDEX.replace("who: string)", "who: : string)"));
    await dev.said(/src\/index\.ts\(9,40\): error CG9005: [^\n]*\n +9 \| .*who: : string.*\n +\| +\^\nthe last good state is still served\n/);
    expect((await client.tools())[0]).toMatch(/^greet\(who,more0/);
    expect(await client.call("greet", { who: "cy" })).toBe("hello cy!");

    client.notices.length = 0;
    write("src/index.ts", INDEX.replace("/** Takes", "/** New. */\n  @tool() added(ctx: ToolContext): string {\n    return 'new';\n  }\n  /** Takes"));
    await until(() => client.notices.includes(CHANGED), 1000);
    expect(client.notices).toContain(CHANGED);
    expect(await client.tools()).toEqual(["greet(who)", "added()", "slow()"]);
    expect(await client.call("added")).toBe("new");
    await client.close();
    expect(dev.stdout).toBe("");
  });
});

describe.each(["v2 2025-11-25", "v1 2025-11-25"] as const)("over stdio with the client %s", (name) => {
  it("keeps the connection, and stdout for the protocol", async () => {
    const command = {
      command: process.execPath,
      args: [...COMMAND, "src/index.ts", "--transport", "stdio"],
      cwd: dir,
      env: ENVIRONMENT,
      stderr: "pipe" as const,
    };
    const transport = name === "v1 2025-11-25" ? new StdioV1(command) : new StdioV2(command);
    const skipped: unknown[] = [];
    const client = await connect(name, transport);
    (transport as { onerror?: (error: unknown) => void }).onerror = (error) => skipped.push(error);
    try {
      expect(await client.tools()).toEqual(["greet(who)", "slow()"]);
      await edited(client, (round) => write("src/index.ts", withArguments(round)));
      expect(await client.call("greet", { who: "ann" })).toBe("hello ann!");
      write("src/text.ts", text("?"));
      await until(async () => (await client.call("greet", { who: "ann" })) === "hello ann?", 300);
      expect(await client.call("greet", { who: "ann" })).toBe("hello ann?");
      expect(skipped).toEqual([]);
    } finally {
      await client.close();
    }
  });
});

describe("generations", () => {
  it("stop their plugins when their last call has ended, and not before", async () => {
    const dev = startDev("src/index.ts");
    const client = await connect("v2 2025-11-25", new HttpV2(await urlOf(dev)));
    const slow = client.call("slow");
    await client.call("greet", { who: "ann" });
    dev.forget();
    write("src/text.ts", text("?"));
    await dev.said(/greeter started\n[^]*reloaded in \d+ ms\n/);
    expect(dev.stderr).not.toContain("stopped");
    expect(await client.call("greet", { who: "ann" })).toBe("hello ann?");
    expect(await slow).toBe("slow!");
    await dev.said(/greeter stopped/);
    await client.close();
    expect(await end(dev.child, "SIGINT")).toBe(0);
    expect(dev.stderr.match(/greeter stopped/g)).toHaveLength(2);
  });

  it("show the place of what a module throws, of a missing module, of an import that appears later", async () => {
    const dev = startDev("src/index.ts");
    await urlOf(dev);
    write("src/text.ts", `${text("?")}\nthrow new RangeError("too early");\n`);
    await dev.said(/RangeError: too early\n[^]*src\/text\.ts:3:7\n +3 \| throw new RangeError\("too early"\);\n +\| +\^\nthe last good state is still served/);
    dev.forget();
    write("src/text.ts", `import "./later.js";\n${text("?")}`);
    await dev.said(/a module it imports is missing: .*later\.js/);
    await dev.said(/still served/);
    dev.forget();
    write("src/later.ts", "export {};\n");
    await dev.said(/reloaded in \d+ ms/);
    dev.forget();
    write("src/index.ts", INDEX.replaceAll("schemas }", "}"));
    await dev.said(/there is no emitted schema for this @tool/);
    await dev.said(/still served/);
    // A fault is told once, not at every look.
    dev.forget();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(dev.stderr).toBe("");
  });

  it("survive what a plugin throws on its own time", async () => {
    const dev = startDev("src/index.ts");
    const url = await urlOf(dev);
    write("src/text.ts", `${text("?")}setTimeout(() => {\n  throw new Error("adrift");\n}, 50);\n`);
    await dev.said(/thrown outside of any call: adrift\nsrc\/text\.ts:3:9/);
    const client = await connect("v2 2025-11-25", new HttpV2(url));
    expect(await client.call("greet", { who: "ann" })).toBe("hello ann?");
    await client.close();
  });
});

describe("the first state", () => {
  it("may be broken: the server waits for the next save", async () => {
    write("src/index.ts", INDEX.replace("class Greeter", "clas Greeter"));
    const dev = startDev("src/index.ts");
    const url = await urlOf(dev);
    const client = await connect("v2 2025-11-25", new HttpV2(url));
    expect(await client.tools()).toEqual([]);
    await edited(client, (round) => write("src/index.ts", withArguments(round)));
    expect((await client.tools())[0]).toMatch(/^greet\(who,more0/);
    await client.close();
  });
});

describe("JavaScript", () => {
  it.each(["module", "commonjs"])("is reloaded without a schema step (%s)", async (type) => {
    for (const name of ["tsconfig.json", "src/index.ts", "src/text.ts"]) rmSync(path.join(dir, name));
    const isModule = type === "module";
    write("package.json", JSON.stringify({ name: "plain", version: "1.0.0", type }));
    const make = "class Plain {}\nconst record = { format: 1, plugin: undefined, hidden: new Set(), args: new Map(), misplaced: [] };\n";
    const member = `record.members = new Map([["hello", { kind: "tool", target: undefined, inherit: false, options: { inputSchema: { type: "object", properties: {} } } }]]);\n`;
    const define = `Plain.prototype.hello = () => text;\nReflect.defineMetadata(Symbol.for("cloudg-mcp:class-record"), record, Plain);\n`;
    const [take, give] = isModule
      ? ['import { text } from "./text.js";\n', "export default Plain;\n"]
      : ['const { text } = require("./text.js");\n', "module.exports = Plain;\n"];
    const part = (word: string): string => (isModule ? `export const text = "${word}";\n` : `exports.text = "${word}";\n`);
    write("src/index.js", take + make + member + define + give);
    write("src/text.js", part("one"));
    const dev = startDev("src/index.js");
    const client = await connect("v2 2025-11-25", new HttpV2(await urlOf(dev)));
    expect(await client.call("hello")).toBe("one");
    write("src/text.js", part("two"));
    await dev.said(/reloaded in/);
    expect(await client.call("hello")).toBe("two");
    await client.close();
  });
});

it("says what to do about an entry that is not there, and a port option on stdio", async () => {
  const missing = startDev("src/nothing.ts");
  await missing.said(/there is no .*src\/nothing\.ts: name the module that exports the plugin/);
  await until(() => missing.child.exitCode !== null);
  expect(missing.child.exitCode).toBe(2);
  const mixed = startDev("src/index.ts", "--transport", "stdio");
  await mixed.said(/--port is for HTTP/);
});
