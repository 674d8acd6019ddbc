/** Loading plugins in a real Node: where modules are looked for, and what is said of one that cannot be loaded. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { explainImportFailure } from "../../../src/cli/import-failure.js";
import { resolvePlugin } from "../../../src/cli/resolve-plugin.js";
import { ROOT, runCli } from "./run-cli.js";

let folder: string;

function put(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

const INDEX = pathToFileURL(path.join(ROOT, "src/index.ts")).href;
/** A plugin without decorators' syntax, so that it can be plain JavaScript. */
const PLUGIN = `import { definePlugin, Plugin, tool } from ${JSON.stringify(INDEX)};
class Ping extends Plugin { ping(ctx, args) { return "pong"; } }
tool({ description: "Answers.", inputSchema: { type: "object" } })(Ping.prototype, "ping", Object.getOwnPropertyDescriptor(Ping.prototype, "ping"));
export default definePlugin({ classes: [Ping] });`;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "load-plugins-"));
  put("package.json", JSON.stringify({ name: "@acme/ping", version: "3.2.1", type: "module" }));
  put("dist/index.mjs", PLUGIN);
  put("node_modules/plain/package.json", JSON.stringify({ name: "plain", main: "main.cjs" }));
  put("node_modules/plain/main.cjs", "");
  put(
    "node_modules/@acme/esm/package.json",
    JSON.stringify({ name: "@acme/esm", exports: { ".": { types: "./x.d.ts", import: { node: "./esm.mjs" } }, "./extra": { import: "./extra.mjs" } } }),
  );
  put("node_modules/sugar/package.json", JSON.stringify({ name: "sugar", exports: { import: "./esm.mjs" } }));
  put("node_modules/closed/package.json", JSON.stringify({ name: "closed", exports: { "./only": "./only.mjs" } }));
  put("node_modules/broken/package.json", JSON.stringify({ name: "broken", main: "gone.cjs" }));
  put("throws.mjs", "export {};\nundefinedFunction();");
  put("missing-package.mjs", 'import "no-such-package/deep";');
  put("missing-schemas.mjs", 'import schemas from "./schemas.generated.js";');
  put("decorators.mjs", PLUGIN.replace("export default", 'tool()(function () {}, { kind: "method", name: "old" });\nexport default'));
  put("nothing.mjs", "export const port = 1; export function start() {}");
  put(
    "faults.mjs",
    PLUGIN.replace("classes: [Ping]", "classes: [Ping, class Idle extends Plugin {}, class Needy extends Plugin { constructor(store) { super(); } }]"),
  );
  put("no-start.mjs", PLUGIN.replace("{ ping(", '{ onStart() { throw new Error("the store is away"); } ping('));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("resolvePlugin", () => {
  const resolved = (given: string): string => path.relative(folder, new URL(resolvePlugin(given, folder)).pathname);

  it.each([
    ["./dist/index.mjs", "dist/index.mjs"],
    ["dist/index.mjs", "dist/index.mjs"],
    ["./dist/not-there.js", "dist/not-there.js"],
    ["plain", "node_modules/plain/main.cjs"],
    ["@acme/esm", "node_modules/@acme/esm/esm.mjs"],
    ["@acme/esm/extra", "node_modules/@acme/esm/extra.mjs"],
    ["sugar", "node_modules/sugar/esm.mjs"],
  ])("%s is %s", (given, expected) => {
    expect(resolved(given)).toBe(expected);
  });

  it("takes absolute paths and file addresses", () => {
    const file = path.join(folder, "dist/index.mjs");
    expect(resolvePlugin(file, "/").href).toBe(pathToFileURL(file).href);
    expect(resolvePlugin(pathToFileURL(file).href, "/").href).toBe(pathToFileURL(file).href);
  });

  it.each([
    [".", "plugin .: this is a folder; name the module to load, such as dist/index.js"],
    ["./dist", "plugin ./dist: this is a folder"],
    ["dist", "plugin dist: this is a folder"],
    ["acme-plugin", "no package of that name is installed there\n  npm install acme-plugin, or write ./acme-plugin for a file"],
    ["dist/indx.js", "check the path; compiled files need the build first"],
    ["closed", "plugin closed: "],
    ["broken", "plugin broken: Cannot find module"],
  ])("%s is refused", (given, message) => {
    expect(() => resolvePlugin(given, folder)).toThrow(message);
  });
});

describe("a module that cannot be loaded", () => {
  it.each([
    [
      "./dist/indx.js",
      /^cloudg-mcp: plugin \.\/dist\/indx\.js: there is no file .*\n {2}it looks like the output of a build: run `npm run build` \(or `npx tsc`\) first\n$/,
    ],
    [
      "./throws.mjs",
      /^cloudg-mcp: plugin \.\/throws\.mjs: it could not be imported: ReferenceError: undefinedFunction is not defined\n {2}at .*throws\.mjs:2:1.*\n$/,
    ],
    ["./missing-package.mjs", /a module it imports is missing: .*no-such-package.*\n {2}npm install no-such-package\n$/],
    ["./missing-schemas.mjs", /a module it imports is missing: .*\n {2}run `npx cloudg-mcp schemas` first, and compile again: it writes that module\n$/],
    ["./decorators.mjs", /1 definition is wrong:\n {2}@tool on old: .*stage 3.*\n {4}-> set "experimentalDecorators": true/],
    [
      "./nothing.mjs",
      /^cloudg-mcp: plugin \.\/nothing\.mjs: it exports nothing to serve; it exports port \(number\), start \(function\)\n {2}add: export default definePlugin/,
    ],
    [
      "./faults.mjs",
      /2 definitions are wrong:\n {2}Needy: its constructor takes 1 argument[^]*Idle: it has no decorated method|2 definitions are wrong:\n {2}Idle: it has no decorated method[^]*Needy: its constructor takes 1 argument/,
    ],
    ["./no-start.mjs", /^cloudg-mcp: a plugin did not start: the store is away\n {2}at .*no-start\.mjs:2:.*\n$/],
  ])("%s exits 1 and is explained", async (plugin, message) => {
    const { stdout, stderr, code } = await runCli(["tools", "--plugin", plugin], { cwd: folder });
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toMatch(message);
    expect(stderr.match(/^\s+at /gm)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  it.each([
    ["Node without type stripping", Object.assign(new TypeError('Unknown file extension ".ts"'), { code: "ERR_UNKNOWN_FILE_EXTENSION" })],
    ["Node with it, which knows no decorators", new SyntaxError("Invalid or unexpected token")],
    ["Node that says so", Object.assign(new Error("decorators"), { code: "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" })],
  ])("TypeScript under %s: says how to load it", (_node, error) => {
    const file = path.join(import.meta.dirname, "fixtures/quiet-tools.ts");
    expect(explainImportFailure("./src/index.ts", pathToFileURL(file), error).message).toContain("NODE_OPTIONS='--import tsx'");
  });

  it("a .js that is still a .ts: says so", () => {
    const file = path.join(import.meta.dirname, "fixtures/quiet-tools.js");
    const error = Object.assign(new Error("Cannot find module"), { code: "ERR_MODULE_NOT_FOUND" });
    expect(explainImportFailure("./quiet-tools.js", pathToFileURL(file), error).message).toMatch(
      /there is no file .*\n {2}quiet-tools\.ts is beside it: compile it/,
    );
  });
});

it("a server is named after the package of its plugin", async () => {
  const { stderr, code } = await runCli(["serve", "--plugin", "dist/index.mjs"], { cwd: folder });
  expect(code).toBe(0);
  expect(stderr).toBe(
    "@acme/ping 3.2.1 serves 1 tool, 0 resources, 0 resource templates, 0 prompts from ./dist/index.mjs on stdio under the policy standard\n",
  );
});
