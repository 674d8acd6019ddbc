/** A real redis-server for the check of shared rate limits: the one on PATH, else Debian's packages unpacked beside node_modules. Ended by its own process only. */
import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/redis-server", import.meta.url));
const PASSWORD = "not-in-any-message";

interface Binary {
  readonly command: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** @throws Error that says how to provide a server. */
export function findRedisServer(): Binary {
  const installed = run("sh", ["-c", "command -v redis-server"]);
  if (installed !== undefined) return { command: installed.trim(), environment: process.env };
  const unpacked = path.join(CACHE, "root/usr/bin/redis-server");
  if (!existsSync(unpacked)) unpackPackages();
  if (existsSync(unpacked)) return { command: unpacked, environment: { ...process.env, LD_LIBRARY_PATH: libraryPath() } };
  if (process.getuid?.() === 0 && run("apt-get", ["install", "-y", "--no-install-recommends", "redis-server"]) !== undefined)
    return { command: "/usr/bin/redis-server", environment: process.env };
  throw new Error("there is no redis-server on PATH and Debian's package cannot be had; install redis-server, or set SKIP_REDIS=1 to leave this check out");
}

/** apt-get download and dpkg -x need no rights; what the packages depend on comes along unless it is installed. */
function unpackPackages(): void {
  mkdirSync(path.join(CACHE, "root"), { recursive: true });
  const names = ["redis-server", "redis-tools"];
  const depends = ["depends", "--no-recommends", "--no-suggests", "--no-conflicts", "--no-breaks", "--no-replaces", "--no-enhances", "--no-pre-depends"];
  const needed = (run("apt-cache", [...depends, ...names]) ?? "").matchAll(/^ +\|?Depends: ([a-z0-9][a-z0-9+.-]*)$/gm);
  const missing = [...new Set([...names, ...[...needed].map(([, name]) => name!)])].filter((name) => run("dpkg-query", ["-W", name]) === undefined);
  const download = (): string | undefined => run("apt-get", ["download", ...missing], CACHE);
  // A bare machine has no package lists yet.
  if (download() === undefined && (run("apt-get", ["update"]) === undefined || download() === undefined)) return;
  for (const file of readdirSync(CACHE).filter((name) => name.endsWith(".deb"))) run("dpkg", ["-x", path.join(CACHE, file), path.join(CACHE, "root")]);
}

function libraryPath(): string {
  const folder = path.join(CACHE, "root/usr/lib");
  const architectures = existsSync(folder) ? readdirSync(folder) : [];
  return [...architectures.map((name) => path.join(folder, name)), process.env["LD_LIBRARY_PATH"] ?? ""].filter((entry) => entry !== "").join(":");
}

function run(command: string, args: readonly string[], cwd?: string): string | undefined {
  try {
    return execFileSync(command, args, { cwd, encoding: "utf8", timeout: 120_000, stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}

/** One server on loopback, which can be killed, stopped and started again on the same port. */
export class RedisServer {
  readonly url: string;
  #child: ChildProcess | undefined;

  private constructor(
    private readonly binary: Binary,
    private readonly port: number,
  ) {
    this.url = `redis://:${PASSWORD}@127.0.0.1:${port}`;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(findRedisServer(), await freePort());
    await server.restart();
    return server;
  }

  get password(): string {
    return PASSWORD;
  }

  async restart(): Promise<void> {
    const settings = { port: this.port, bind: "127.0.0.1", requirepass: PASSWORD, save: "", appendonly: "no" };
    const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, String(value)]);
    const child = spawn(this.binary.command, args, { env: this.binary.environment, stdio: ["ignore", "ignore", "inherit"] });
    this.#child = child;
    for (let i = 0; i < 200; i++) {
      if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
      if (await answers(this.port)) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error("redis-server does not listen after 5 s");
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
