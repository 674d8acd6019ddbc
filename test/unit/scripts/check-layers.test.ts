/** check-layers against trees that break one rule each, and against this repository. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { checkLayers } from "../../../scripts/check-layers.js";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** Problems found in a tree of these files, as `file:line: problem`. */
function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(path.join(tmpdir(), "check-layers-"));
  roots.push(root);
  const exports = {
    ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./server": { default: "./dist/server/index.js" },
    "./package.json": "./package.json",
  };
  writeFileSync(path.join(root, "package.json"), JSON.stringify({ name: "cloudg-mcp", exports }));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, "src", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return checkLayers(root).map(({ file, line, problem }) => `${file}:${line}: ${problem}`);
}

describe("directions", () => {
  it("accepts imports of lower floors, of the own folder, of node and of packages", () => {
    const files = {
      "errors.ts": "export const a = 1;",
      "model/x.ts": 'import { a } from "../errors.js";\nimport { y } from "./y.js";\nexport const x = a + y;',
      "model/y.ts": "export const y = 1;",
      "layer/deep/z.ts":
        'import { readFileSync } from "node:fs";\nimport { x } from "../../model/x.js";\nimport "lru-cache";\nexport const z = [x, readFileSync];',
      "emit/e.ts": 'import ts from "typescript";\nimport { x } from "../model/x.js";\nexport const e = [ts, x];',
      "cli/main.ts": 'export const run = () => import("../emit/e.js");\nimport "commander";',
    };
    expect(problemsOf(files)).toEqual([]);
  });

  it.each([
    ["import", 'import { l } from "../layer/l.js";\nexport const m = l;'],
    ["import type", 'import type { l } from "../layer/l.js";\nexport type M = typeof l;'],
    ["export from", 'export { l } from "../layer/l.js";\nexport const m = 1;'],
    ["import()", 'export const m = () => import("../layer/l.js");'],
    ["an import type", 'export type M = import("../layer/l.js").L;'],
    ["import = require", 'import l = require("../layer/l.js");\nexport const m = l;'],
    ["a side effect", 'import "../layer/l.js";\nexport const m = 1;'],
  ])("refuses an upward %s", (_form, text) => {
    expect(problemsOf({ "model/m.ts": text, "layer/l.ts": "export const l = 1; export type L = 1;" })).toEqual([
      "src/model/m.ts:1: model imports layer, which is above it",
    ]);
  });

  it("refuses a folder on the same floor, both ways", () => {
    const found = problemsOf({
      "policy/p.ts": 'import "../middleware/m.js";',
      "middleware/m.ts": 'import "../transforms/t.js";',
      "transforms/t.ts": "export {};",
    });
    expect(found).toEqual([
      expect.stringContaining("middleware imports transforms on its own floor"),
      expect.stringContaining("policy imports middleware on its own floor"),
    ]);
  });

  it("lets emit use errors, uri, model and schema only, and only the CLI use emit", () => {
    const found = problemsOf({
      "emit/e.ts": 'import "../scan/s.js";\nimport "../uri/u.js";\nimport "../schema/m.js";',
      "layer/l.ts": 'import "../emit/e.js";',
      "cli/c.ts": 'import "../emit/e.js";',
    });
    expect(found).toEqual([
      expect.stringMatching(/^src\/emit\/e\.ts:1: emit imports scan/),
      expect.stringMatching(/^src\/layer\/l\.ts:1: layer imports emit, which only cli may/),
    ]);
  });

  it("refuses a folder without a floor, imports of src/index.ts and paths that leave src", () => {
    const found = problemsOf({ "helpers/h.ts": 'import "../errors.js";', "cli/c.ts": 'import "../index.js";\nimport "../../package.json";' });
    expect(found).toEqual([
      expect.stringMatching(/cli\/c\.ts:1: imports src\/index\.ts/),
      expect.stringMatching(/cli\/c\.ts:2: .*outside src/),
      expect.stringMatching(/helpers\/h\.ts:1: helpers has no floor/),
    ]);
  });

  it("keeps the server out of the main entry", () => {
    expect(problemsOf({ "index.ts": 'export { serve } from "./server/serve.js";' })).toEqual([expect.stringContaining("the main entry imports server")]);
  });
});

describe("places", () => {
  it.each([
    ["layer/x.ts", 'import type { Server } from "@modelcontextprotocol/server";', "the SDK"],
    ["adapters/openai.ts", 'import "@modelcontextprotocol/server";', "the SDK"],
    ["schema/x.ts", 'import type ts from "typescript";', "the compiler"],
    ["schema/x.ts", 'const engine = requireHere("typescript-json-schema");', "the compiler"],
    ["server/x.ts", 'import pc from "picocolors";', "terminal"],
    ["scan/x.ts", 'import "reflect-metadata";', "reflection metadata"],
    ["scan/x.ts", 'import { tool } from "cloudg-mcp";', "its own package"],
    ["scan/x.ts", 'Reflect.getOwnMetadata("k", {});', "reflection metadata"],
    ["scan/x.ts", 'const key = "design:paramtypes";', "reflection metadata"],
    ["layer/x.ts", "const key = `cloudg/${name}`;", "META_PREFIX"],
    ["layer/x.ts", "const key = /^cloudg\\/tags/; const other = 'cloudg/tags';", "META_PREFIX"],
  ])("%s: %s", (file, text, words) => {
    expect(problemsOf({ [file]: text })).toEqual([expect.stringContaining(words)]);
  });

  it("allows each in its own place", () => {
    const found = problemsOf({
      "server/a.ts": 'import "@modelcontextprotocol/server";',
      "adapters/mcp-sdk/a.ts": 'import "@modelcontextprotocol/server";',
      "metadata/a.ts": 'import "reflect-metadata"; Reflect.getOwnMetadata("design:paramtypes", {});',
      "model/meta-prefix.ts": '/** "cloudg/" in a comment is no literal. */\nexport const META_PREFIX = "cloudg/";',
      "uri/a.ts": 'export const example = "cloudg://assets/1";',
    });
    expect(found).toEqual([]);
  });

  it("wants the prefix once even where it belongs", () => {
    expect(problemsOf({ "model/meta-prefix.ts": 'export const a = "cloudg/";\nexport const b = "cloudg/tags";' })).toEqual([
      expect.stringMatching(/meta-prefix\.ts:2: spells out/),
    ]);
  });
});

describe("shapes", () => {
  it("refuses barrels and index files that are no entries, and accepts the entries", () => {
    const found = problemsOf({
      "errors.ts": "export const a = 1;",
      "index.ts": 'export { a } from "./errors.js";',
      "server/index.ts": 'export { a } from "../errors.js";',
      "model/all.ts": 'export { a } from "../errors.js";\nexport * from "../uri/u.js";',
      "layer/index.ts": "export const own = 1;",
      "uri/u.ts": "export const u = 1;",
    });
    expect(found).toEqual([
      expect.stringMatching(/^src\/layer\/index\.ts:1: is called index\.ts/),
      expect.stringMatching(/^src\/model\/all\.ts:1: is a barrel/),
    ]);
  });

  it("refuses a file over 400 lines", () => {
    expect(problemsOf({ "errors.ts": "export {};\n".repeat(400) })).toEqual([]);
    expect(problemsOf({ "errors.ts": "export {};\n".repeat(401) })).toEqual(["src/errors.ts:1: has 401 lines; 400 are the limit"]);
  });
});

it("finds nothing wrong with this repository", () => {
  expect(checkLayers(path.join(import.meta.dirname, "../../.."))).toEqual([]);
});
