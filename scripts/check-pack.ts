/**
 * The package as a stranger gets it: packed, installed in an empty folder, loaded in every way, and used as a plugin author does, with the README's own
 * first plugin. Needs a build; leaves nothing behind.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { readmeFiles } from "./lib/readme-files.js";
import { ROOT, Sandbox } from "./lib/sandbox.js";

const manifest = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { devDependencies: Record<string, string> };
const sandbox = new Sandbox("pack");
const { folder } = sandbox;
const run = sandbox.run.bind(sandbox);
const write = sandbox.write.bind(sandbox);
const expect = sandbox.expect.bind(sandbox);
const say = sandbox.say.bind(sandbox);

try {
  const tarball = pack();
  lintPackage(tarball);
  installAsAuthor(tarball);
  loadInEveryWay();
  await followReadme();
  say("packed, installed, loaded and used as the README says");
} finally {
  sandbox.remove();
}

function pack(): string {
  const { tarball, files } = sandbox.pack(ROOT);
  const stray = files.filter((file) => !/^(?:dist\/.+\.(?:js|d\.ts)|README\.md|LICENSE|package\.json)$/.test(file));
  expect(stray.length === 0, `the tarball holds dist, README, LICENSE and package.json only; it has ${stray.join(", ")}`);
  say(`${files.length} files`);
  return tarball;
}

function lintPackage(tarball: string): void {
  run("npx", ["publint", "run", "--strict", tarball], { cwd: ROOT });
  run("npx", ["attw", tarball, "--profile", "esm-only"], { cwd: ROOT });
  say("publint and attw have nothing to say");
}

function installAsAuthor(tarball: string): void {
  write("package.json", JSON.stringify({ name: "notes", version: "1.0.0", private: true, type: "module" }));
  const tools = ["typescript", "typescript-json-schema", "tsx", "@types/node"].map((name) => `${name}@${manifest.devDependencies[name]!}`);
  sandbox.install([tarball, "reflect-metadata", "class-validator", "class-transformer", ...tools]);
}

function loadInEveryWay(): void {
  write(
    "same.cjs",
    'import("cloudg-mcp").then((m) => { if (m.Layer !== require("cloudg-mcp").Layer) throw new Error("import and require give two instances"); });',
  );
  run(process.execPath, ["same.cjs"]);
  write(
    "typed.ts",
    'import { Layer } from "cloudg-mcp"; import { serve } from "cloudg-mcp/server"; if (typeof serve !== "function") throw new Error(); console.log(new Layer().registry.size);',
  );
  expect(run("npx", ["tsx", "typed.ts"]).trim() === "0", "tsx loads the package");
  // What the main entry pulls in is every plugin's start-up time.
  write(
    "spy-hooks.mjs",
    'import { writeSync } from "node:fs"; export async function resolve(s, c, next) { const r = await next(s, c); writeSync(2, `loaded ${r.url}\\n`); return r; }',
  );
  write("spy.mjs", 'import { register } from "node:module"; register("./spy-hooks.mjs", import.meta.url);');
  const loaded = sandbox.runForStderr(["--import", "./spy.mjs", "--input-type=module", "-e", 'import "cloudg-mcp"']);
  const heavy = loaded
    .split("\n")
    .filter((line) =>
      /node_modules\/(?:@modelcontextprotocol|@opentelemetry|typescript|class-validator|class-transformer|commander|ajv|lru-cache|prom-client)\/|\/dist\/(?:cli|emit|server)\//.test(
        line,
      ),
    );
  expect(
    loaded.includes("reflect-metadata") && heavy.length === 0,
    `importing cloudg-mcp loads reflect-metadata and nothing heavy; it loads\n${heavy.join("\n")}`,
  );
  say("import, require and tsx load it; the main entry loads nothing heavy");
}

async function followReadme(): Promise<void> {
  for (const { file, text } of readmeFiles(readFileSync(path.join(ROOT, "README.md"), "utf8")))
    if (["tsconfig.json", "src/index.ts"].includes(file)) write(file, text);
  run("npx", ["cloudg-mcp", "schemas"]);
  run("npx", ["cloudg-mcp", "schemas", "--check"]);
  run("npx", ["tsc"]);
  const args = ["cloudg-mcp", "call", "search", "--args", '{"filter":{"word":"milk"},"limit":"5"}', "--plugin", "./dist/index.js"];
  expect(run("npx", args).includes("Buy milk"), "`cloudg-mcp call` answers");
  await handshake("./dist/index.js", "");
  await handshake("./src/index.ts", "--import tsx");
  say("the README's plugin is served compiled, and from its source under tsx");
}

/** One initialize and one call over stdio. */
async function handshake(plugin: string, nodeOptions: string): Promise<void> {
  const child = spawn("npx", ["cloudg-mcp", "serve", "--plugin", plugin], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const send = (id: number, method: string, params: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  send(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "check", version: "1" } });
  send(2, "tools/call", { name: "search", arguments: { filter: { word: "MILK" } } });
  for (let i = 0; i < 600 && !output.includes('"id":2'); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  child.stdin.end();
  const code = await exited;
  expect(output.includes("Buy milk") && code === 0, `serve --plugin ${plugin} answers over stdio and exits 0 (it exited ${String(code)} after ${output})`);
}
