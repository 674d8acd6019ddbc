/**
 * Packages that build on packages, as strangers make them: from an empty folder, with `npm pack` tarballs only. A base package, one that extends its
 * plugins, and an application that uses both; then the application with a second copy of the framework in it, and with another version. Needs a build.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { ROOT, Sandbox } from "./lib/sandbox.js";

interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: { readonly properties?: Readonly<Record<string, unknown>>; readonly required?: readonly string[] };
}

const { devDependencies } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { devDependencies: Record<string, string> };
const sandbox = new Sandbox("packages");
const { run, expect, say } = { run: sandbox.run.bind(sandbox), expect: sandbox.expect.bind(sandbox), say: sandbox.say.bind(sandbox) };
const TOOLS = ["typescript", "typescript-json-schema", "@types/node"].map((name) => `${name}@${devDependencies[name]!}`);

try {
  const framework = sandbox.pack(ROOT).tarball;
  const common = [framework, "reflect-metadata", "class-validator", "class-transformer", ...TOOLS];
  const base = makePackage("a", common);
  const derived = makePackage("b", [...common, base.tarball], "a");
  const app = prepare("app", [...common, base.tarball, derived.tarball], "b");
  build(app, "app");
  say("three packages emitted and compiled, two packed");
  await useApplication(app);
  addSecondCopy(app);
  await useApplication(app);
  say("so does a second copy of the framework below the base package");
  refuseOtherVersion(app);
  say("another version of the framework is refused in one message");
} finally {
  sandbox.remove();
}

/** Emits, compiles and packs. */
function makePackage(fixture: string, packages: readonly string[], before?: string): { tarball: string } {
  const folder = prepare(fixture, packages, before);
  build(folder, fixture);
  const packed = sandbox.pack(folder);
  expect(
    packed.files.includes("cloudg-mcp.schemas.json") && packed.files.includes("dist/schemas.generated.js") && packed.files.includes("dist/index.d.ts"),
    `the tarball of ${fixture} has its schemas, generated module and declarations; it has ${packed.files.join(", ")}`,
  );
  return packed;
}

/** @param before The folder whose node_modules is taken over: what is installed already need not be installed again. */
function prepare(fixture: string, packages: readonly string[], before?: string): string {
  const folder = path.join(sandbox.folder, fixture);
  cpSync(path.join(ROOT, "test/fixtures/packages", fixture), folder, { recursive: true });
  if (before !== undefined) renameSync(path.join(sandbox.folder, before, "node_modules"), path.join(folder, "node_modules"));
  sandbox.install(packages, { cwd: folder, save: false });
  return folder;
}

function build(folder: string, fixture: string): void {
  // Without npx, which takes half a second to find what is known to be there.
  const node = (file: string, ...args: string[]): string => run(process.execPath, [path.join("node_modules", file), ...args], { cwd: folder });
  const schemas = node("cloudg-mcp/dist/cli/main.js", "schemas", "--json", "--no-lint");
  expect(
    (JSON.parse(schemas) as { diagnostics: unknown[] }).diagnostics.length === 0,
    `the schemas of ${fixture} are emitted without a fault; it said ${schemas}`,
  );
  node("typescript/bin/tsc");
}

async function useApplication(folder: string): Promise<void> {
  await withClient(folder, [], async (client) => {
    const { tools } = (await client.listTools()) as { tools: ToolDefinition[] };
    const names = tools.map(({ name }) => name).sort();
    expect(
      JSON.stringify(names) === '["count","greet","list_names","put","show","span"]',
      `the application offers what both packages and its own class do: ${names.join(", ")}`,
    );
    checkSchemas(new Map(tools.map((tool) => [tool.name, tool])));
    await checkResults(client);
  });
  await withClient(folder, ["--derived-only"], async (client) => {
    const { structuredContent } = await client.callTool({ name: "greet", arguments: { name: "you" } });
    expect(
      same(structuredContent, { result: "hello you" }),
      `the derived package alone brings the schemas it inherits; greet gave ${JSON.stringify(structuredContent)}`,
    );
  });
  say("defaults, constraints and classes of the base package hold in the derived one and in the application");
}

function checkSchemas(tools: ReadonlyMap<string, ToolDefinition>): void {
  const page = {
    properties: {
      limit: { default: 10, maximum: 100, minimum: 1, type: "integer" },
      cursor: { description: "Where the list goes on.", pattern: "^c\\d+$", type: "string" },
    },
    type: "object",
  };
  const propertyOf = (tool: string, name: string): unknown => {
    const { description: _, ...rest } = (tools.get(tool)?.inputSchema.properties?.[name] ?? {}) as Record<string, unknown>;
    return rest;
  };
  for (const tool of ["list_names", "count", "span"])
    expect(same(propertyOf(tool, "page"), page), `${tool} shows the page as its package declares it, not ${JSON.stringify(propertyOf(tool, "page"))}`);
  expect(tools.get("list_names")?.description === "Lists names.", "an override keeps its parent's description, which the .d.ts has lost");
  expect(
    same(propertyOf("put", "row"), { properties: { amount: { default: 2, type: "number" }, id: { type: "string" } }, required: ["id"], type: "object" }),
    "put takes the derived package's row",
  );
  expect(same(propertyOf("put", "times"), { default: 1, maximum: 3, type: "integer" }), "put keeps the base package's constraint and default");
  expect(
    same(propertyOf("show", "label"), { properties: { label_text: { type: "string" } }, required: ["label_text"], type: "object" }),
    "show takes the label by its name on the wire",
  );
}

async function checkResults(client: Client): Promise<void> {
  const calls: readonly [tool: string, args: Record<string, unknown>, result: unknown][] = [
    ["list_names", { page: { limit: "7" } }, { by: "derived", limit: 7, isPage: true }],
    ["greet", {}, { result: "hello world" }],
    ["count", { page: {}, label: { label_text: " x " } }, { result: "true 10 true x" }],
    ["put", { row: { id: "r" }, times: 2 }, { result: "Row 2" }],
    ["show", { label: { label_text: " y " } }, { result: "true:y" }],
    ["span", { page: { limit: 3 } }, { result: "true 3" }],
  ];
  for (const [name, args, result] of calls) {
    const { structuredContent } = await client.callTool({ name, arguments: args });
    expect(same(structuredContent, result), `${name} gives ${JSON.stringify(result)}; it gave ${JSON.stringify(structuredContent)}`);
  }
  const refused = await client.callTool({ name: "count", arguments: { page: { limit: 101 } } });
  expect(refused.isError === true && JSON.stringify(refused).includes("page.limit"), "a constraint of the base package is enforced in the derived one");
}

async function withClient(folder: string, args: readonly string[], use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ name: "check-packages", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ["dist/index.js", ...args], cwd: folder, stderr: "inherit" }));
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

/** As npm does where the base package has the framework among its dependencies and no common version can be found. */
function addSecondCopy(app: string): void {
  const nested = path.join(app, "node_modules/base-plugin/node_modules");
  mkdirSync(nested);
  cpSync(path.join(app, "node_modules/cloudg-mcp"), path.join(nested, "cloudg-mcp"), { recursive: true });
  expect(existsSync(path.join(nested, "cloudg-mcp/dist/index.js")), "there is a second copy");
}

/** The second copy becomes another version with another format of metadata. */
function refuseOtherVersion(app: string): void {
  const copy = path.join(app, "node_modules/base-plugin/node_modules/cloudg-mcp");
  const record = path.join(copy, "dist/metadata/class-record.js");
  const source = readFileSync(record, "utf8");
  expect(source.includes("METADATA_FORMAT = 1;"), "the format of the metadata is where this check looks for it");
  writeFileSync(record, source.replace("METADATA_FORMAT = 1;", "METADATA_FORMAT = 2;"));
  const json = path.join(copy, "package.json");
  writeFileSync(json, JSON.stringify({ ...(JSON.parse(readFileSync(json, "utf8")) as object), version: "99.0.0" }));
  const said = sandbox.runForStderr(["dist/index.js"], { cwd: app });
  const own = path.join(app, "node_modules/cloudg-mcp");
  for (const part of ["1 definition is wrong", `cloudg-mcp 99.0.0 (`, copy, own, "npm dedupe", "peerDependencies"])
    expect(said.includes(part), `the refusal says "${part}"; it said\n${said}`);
  rmSync(path.dirname(copy), { recursive: true });
}

/** Whatever the order of keys. */
function same(a: unknown, b: unknown): boolean {
  const sorted = (_key: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
      : value;
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted);
}
