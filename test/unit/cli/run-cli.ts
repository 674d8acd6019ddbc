/** Runs the CLI from its sources in a process of its own, as a shell would, and says what came out where. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import path from "node:path";

export const ROOT = path.join(import.meta.dirname, "../../..");
export const RUDE_TOOLS = path.join(import.meta.dirname, "fixtures/rude-tools.ts");
const MAIN = path.join(ROOT, "src/cli/main.ts");
// By address: a working directory elsewhere has no tsx of its own.
const TSX = import.meta.resolve("tsx");

export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of node itself. */
  readonly node?: readonly string[];
}

export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export function startCli(args: readonly string[], { cwd = ROOT, env = {}, node = ["--import", TSX] }: RunOptions = {}): ChildProcessWithoutNullStreams {
  const { CI: _ci, NODE_OPTIONS: _options, NO_COLOR: _colour, FORCE_COLOR: _force, COLUMNS: _columns, ...inherited } = process.env;
  return spawn(process.execPath, [...node, MAIN, ...args], { cwd, env: { ...inherited, TSX_TSCONFIG_PATH: path.join(ROOT, "test/tsconfig.json"), ...env } });
}

export function finish(child: ChildProcessWithoutNullStreams): Promise<Run> {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ stdout: stdout(), stderr: stderr(), code, signal }));
  });
}

export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = startCli(args, options);
  child.stdin.end(options.stdin ?? "");
  return finish(child);
}

/** Resolves to everything seen so far once `pattern` is in it. */
export function seen(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (pattern.test(text)) resolve(text);
    });
    stream.on("end", () => reject(new Error(`ended without ${String(pattern)}: ${text}`)));
  });
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}
