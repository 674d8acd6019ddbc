/**
 * Cost of the schema emitter, cold and whole-process: generates projects of 10, 100 and 1000 decorated methods, runs each in a process of its own
 * and prints CPU seconds (user + system) and peak memory beside the budget, and beside what the compiler alone takes to load and read the same
 * project, which tells a busy machine from a slow emitter. `node scripts/bench/emit.mjs [--runs 3] [--sizes 10,100,1000]`
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync, copyFileSync, existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Below node_modules, so that the generated projects find class-validator and the compiler.
const work = path.join(root, "node_modules", ".cache", "bench-emit");
const BUDGET = { 10: { cpu: 2.4 }, 100: { cpu: 2.7 }, 1000: { cpu: 5.1, rss: 270 } };
const METHODS_PER_CLASS = 10;

const { values } = parseArgs({ options: { runs: { type: "string", default: "3" }, sizes: { type: "string", default: "10,100,1000" } } });

buildPackage();
for (const size of values.sizes.split(",").map(Number)) {
  const project = generateProject(size);
  // Alternating, so that both meet the same machine.
  const pairs = Array.from({ length: Number(values.runs) }, () => ({ run: measure(project), compiler: measureCompiler(project) }));
  const runs = pairs.map(({ run }) => run);
  const compiler = Math.min(...pairs.map((pair) => pair.compiler));
  const best = runs.reduce((a, b) => (a.cpu <= b.cpu ? a : b));
  const budget = BUDGET[size] ?? {};
  if (best.members !== size) throw new Error(`${size} methods were generated and ${best.members} emitted`);
  console.log(
    `${String(size).padStart(5)} methods  ${best.cpu.toFixed(2)} s CPU (budget ${budget.cpu ?? "-"})  ${Math.round(best.rss)} MB (budget ${budget.rss ?? "-"})  ` +
      `compiler alone ${compiler.toFixed(2)} s  all runs: ${runs.map((run) => run.cpu.toFixed(2)).join(" ")}`,
  );
}
rmSync(work, { recursive: true });

/** The emitter as it is published: compiled, with declarations. */
function buildPackage() {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  copyFileSync(path.join(root, "package.json"), path.join(work, "package.json"));
  spawnSync(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", root, "--outDir", path.join(work, "dist")]);
  if (!existsSync(path.join(work, "dist/emit/emit.js"))) throw new Error("tsc wrote no dist/emit/emit.js; run `npx tsc --noEmit` to see why");
  const emitter = pathToFileURL(path.join(work, "dist/emit/emit.js")).href;
  writeFileSync(
    path.join(work, "run.mjs"),
    `import { emitSchemas } from ${JSON.stringify(emitter)};
const { members, diagnostics } = emitSchemas({ project: process.argv[2] });
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ members, diagnostics, cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 }));
`,
  );
  writeFileSync(
    path.join(work, "compiler.mjs"),
    `import { createRequire } from "node:module";
const { ts } = createRequire(import.meta.url)("typescript-json-schema");
const config = ts.getParsedCommandLineOfConfigFile(process.argv[2], { noEmit: true }, ts.sys);
ts.createProgram(config.fileNames, config.options).getTypeChecker();
const { userCPUTime, systemCPUTime } = process.resourceUsage();
console.log((userCPUTime + systemCPUTime) / 1e6);
`,
  );
}

function measureCompiler(project) {
  return Number(execFileSync(process.execPath, [path.join(work, "compiler.mjs"), path.join(project, "tsconfig.json")], { encoding: "utf8" }));
}

function measure(project) {
  const result = JSON.parse(execFileSync(process.execPath, [path.join(work, "run.mjs"), path.join(project, "tsconfig.json")], { encoding: "utf8" }));
  const [first] = result.diagnostics;
  if (first !== undefined) throw new Error(`${first.file}:${first.line} ${first.code} ${first.message}`);
  return result;
}

function generateProject(size) {
  const dir = path.join(work, `project-${size}`);
  mkdirSync(path.join(dir, "src"), { recursive: true });
  writeFileSync(path.join(dir, "package.json"), JSON.stringify({ name: "bench", type: "module" }));
  const compilerOptions = {
    target: "ES2022",
    lib: ["ES2023"],
    module: "NodeNext",
    strict: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    types: ["node"],
    rootDir: "src",
    paths: { "cloudg-mcp": [path.join(work, "dist/index.d.ts")] },
  };
  writeFileSync(path.join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  for (let at = 0; at < size; at += METHODS_PER_CLASS)
    writeFileSync(path.join(dir, "src", `plugin-${at}.ts`), generateClass(at, Math.min(METHODS_PER_CLASS, size - at)));
  return dir;
}

function generateClass(first, count) {
  const methods = Array.from({ length: count }, (_, i) => generateMethod(first + i));
  return `import { IsInt, IsOptional, IsString, Length, Max, Min } from "class-validator";
import { arg, Plugin, tool } from "cloudg-mcp";
import type { ToolContext } from "cloudg-mcp";

export enum Level${first} { Low = "low", High = "high" }
/** A window of time. */
export class Window${first} {
  /** First day. */
  @IsString() @Length(10, 10) start!: string;
  /** Last day. */
  @IsOptional() end: string | null = null;
  levels: Level${first}[] = [Level${first}.High];
}
export interface Row${first} { id: string; size: number; parent?: Row${first}; labels: Record<string, string> }

export class Plugin${first} extends Plugin {
${methods.join("\n")}
}
`;
}

function generateMethod(n) {
  const first = n - (n % METHODS_PER_CLASS);
  return `  /** Method ${n}, with a description of a usual length that says what it is for. */
  @tool({ title: "Method ${n}", tags: ["bench"] })
  method${n}(ctx: ToolContext, window: Window${first}, kinds: ("asset" | "edge")[] = ["asset"], @arg("Rows to return.", IsInt(), Min(1), Max(100)) limit: number = 10, rows?: Row${first}[], note: string | null = null): string {
    return [ctx.name, window.start, kinds.length, limit, rows?.length, note].join();
  }`;
}
