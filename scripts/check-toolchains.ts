/**
 * One set of sources through every tool that compiles TypeScript: all must print the same answer. Our sources are linked, not copied;
 * the fixture is copied to a temporary folder, since each tool writes beside it. Needs a build.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/core";
import { buildSync } from "esbuild";

const EXPECTED =
  '[{"window":true,"date":true,"end":null,"other":true,"panes":2,"limit":4},true,{"result":"base"},{"uri":"tool://chain","mimeType":"text/plain","text":"linked"}]';

const FROM_THREAD = "weigh in a worker thread: 6";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "cloudg-toolchains-"));
const bin = (file: string): string => path.join(root, "node_modules", file);

const TOOLCHAINS: Readonly<Record<string, () => string>> = {
  "tsc to ES modules": () => {
    node([bin("typescript/bin/tsc")]);
    return node(["out/esm/main.js"]);
  },
  "tsc to CommonJS": () => {
    node([bin("typescript/bin/tsc"), "--project", commonJsProject()]);
    return node([path.join(folder, "cjs/out/main.js")]);
  },
  tsx: () => node(["--import", "tsx", "src/main.ts"]),
  "esbuild, bundled and minified": () => {
    // A worker is a module of its own: no bundler follows its name.
    buildSync({
      absWorkingDir: folder,
      entryPoints: ["src/main.ts", "src/heavy.worker.ts"],
      outdir: "out/bundle",
      bundle: true,
      minify: true,
      platform: "node",
      format: "esm",
      external: ["cloudg-mcp", "class-validator"],
    });
    return node(["out/bundle/main.js"]);
  },
  swc: () => {
    for (const file of readdirSync(path.join(folder, "src")))
      write(`out/swc/${file.replace(/\.ts$/, ".js")}`, swc(readFileSync(path.join(folder, "src", file), "utf8")));
    return node(["out/swc/main.js"]);
  },
  "ts-jest": () => jest("ts-jest", { tsconfig: { ...compilerOptions(), isolatedModules: true }, useESM: true, diagnostics: false }),
  "@swc/jest": () => jest("@swc/jest", swcOptions()),
};

try {
  prepare();
  for (const [name, build] of Object.entries(TOOLCHAINS)) {
    const printed = build().trim();
    const expected = name.endsWith("jest") ? EXPECTED : `${EXPECTED}\n${FROM_THREAD}`;
    if (printed !== expected) throw new Error(`check-toolchains: ${name} printed\n${printed}\ninstead of\n${expected}`);
    process.stderr.write(`check-toolchains: ${name}\n`);
  }
  refusedByTypeStripping();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function prepare(): void {
  cpSync(path.join(root, "test/fixtures/toolchains"), folder, { recursive: true });
  mkdirSync(path.join(folder, "node_modules"));
  for (const name of [
    "typescript",
    "tslib",
    "typescript-json-schema",
    "class-validator",
    "class-transformer",
    "reflect-metadata",
    "@types",
    "@swc",
    "ts-jest",
    "jest",
    "@jest",
    "tsx",
  ]) {
    symlinkSync(bin(name), path.join(folder, "node_modules", name));
  }
  symlinkSync(root, path.join(folder, "node_modules/cloudg-mcp"));
  write("package.json", '{"type":"module"}');
  node([path.join(root, "dist/cli/main.js"), "schemas"]);
}

/** CommonJS is decided by the nearest package.json, so its copy of the sources gets one of its own. `NodeNext` knows that Node can require ES modules; `Node16` does not. */
function commonJsProject(): string {
  cpSync(path.join(folder, "src"), path.join(folder, "cjs/src"), { recursive: true });
  write("cjs/package.json", '{"type":"commonjs"}');
  write("cjs/tsconfig.json", JSON.stringify({ extends: "../tsconfig.json", compilerOptions: { rootDir: "src", outDir: "out" }, include: ["src"] }));
  return path.join(folder, "cjs/tsconfig.json");
}

function compilerOptions(): object {
  return (JSON.parse(readFileSync(path.join(folder, "tsconfig.json"), "utf8")) as { compilerOptions: object }).compilerOptions;
}

function swcOptions(): object {
  return {
    jsc: { target: "es2022", parser: { syntax: "typescript", decorators: true }, transform: { legacyDecorator: true, decoratorMetadata: true } },
    module: { type: "es6" },
  };
}

function swc(source: string): string {
  return transformSync(source, swcOptions()).code;
}

/** The answer comes out through a file: stdout is jest's. */
function jest(transformer: string, options: object): string {
  write(
    "answer.test.ts",
    'import { writeFileSync } from "node:fs"; import { answer } from "./src/answer.js"; test("answers", async () => { writeFileSync("answer.txt", await answer()); });',
  );
  const config = {
    rootDir: folder,
    testEnvironment: "node",
    extensionsToTreatAsEsm: [".ts"],
    moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
    transform: { "\\.ts$": [transformer, options] },
    testMatch: ["<rootDir>/answer.test.ts"],
    modulePathIgnorePatterns: ["<rootDir>/cjs/"],
  };
  node(["--experimental-vm-modules", bin("jest/bin/jest.js"), "--config", JSON.stringify(config), "--silent"], "ignore");
  return readFileSync(path.join(folder, "answer.txt"), "utf8");
}

/** Node's own type stripping erases types only: a decorator is a syntax error there, and Node says so. */
function refusedByTypeStripping(): void {
  try {
    node(["--experimental-strip-types", "src/main.ts"], "ignore");
  } catch {
    process.stderr.write("check-toolchains: Node's type stripping refuses decorators, as it must\n");
    return;
  }
  throw new Error("check-toolchains: Node's type stripping ran decorators; say so in the README");
}

function node(args: readonly string[], stderr: "inherit" | "ignore" = "inherit"): string {
  return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", timeout: 120_000, stdio: ["ignore", "pipe", stderr] });
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}
