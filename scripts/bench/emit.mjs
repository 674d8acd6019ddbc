/**
 * Cost of the schema emitter, cold and whole-process: generates projects of 10, 100 and 1000 decorated methods, runs each in a process of its own
 * and prints CPU seconds (user + system) and peak memory beside the budget; beside what the compiler alone takes to load and read the same
 * project, which tells a busy machine from a slow emitter; and beside ts-json-schema-generator over the same classes, with an interface per method
 * for the arguments, since it reads types and no methods. Then a run in which nothing has changed, and `--watch` at 100 methods, from the save to
 * the printed line. `node scripts/bench/emit.mjs [--runs 3] [--sizes 10,100,1000]`
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync, copyFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Below node_modules, so that the generated projects find class-validator and the compiler.
const work = path.join(root, "node_modules", ".cache", "bench-emit");
const BUDGET = { 10: { cpu: 2.4 }, 100: { cpu: 2.7 }, 1000: { cpu: 5.1, rss: 270 } };
const METHODS_PER_CLASS = 10;
const WATCH = { size: 100, saves: 11, budgetMs: 300 };

const { values } = parseArgs({ options: { runs: { type: "string", default: "3" }, sizes: { type: "string", default: "10,100,1000" } } });

buildPackage();
for (const size of values.sizes.split(",").map(Number)) {
  const project = generateProject(size);
  // Alternating, so that all meet the same machine.
  const rounds = Array.from({ length: Number(values.runs) }, () => ({
    run: measure(project, "--force"),
    compiler: measureCompiler(project),
    peer: measurePeer(project, size),
    skipped: measure(project),
  }));
  const runs = rounds.map(({ run }) => run);
  const compiler = Math.min(...rounds.map((round) => round.compiler));
  const peer = rounds.map((round) => round.peer).reduce(cheaper);
  const skipped = rounds.map((round) => round.skipped).reduce(cheaper);
  if (!rounds.every((round) => round.skipped.skipped)) throw new Error("nothing had changed, and the emitter ran");
  const best = runs.reduce(cheaper);
  const budget = BUDGET[size] ?? {};
  if (best.members !== size) throw new Error(`${size} methods were generated and ${best.members} emitted`);
  console.log(
    `${String(size).padStart(5)} methods  ${best.cpu.toFixed(2)} s CPU (budget ${budget.cpu ?? "-"})  ${Math.round(best.rss)} MB (budget ${budget.rss ?? "-"})  ` +
      `compiler alone ${compiler.toFixed(2)} s  ts-json-schema-generator ${peer.cpu.toFixed(2)} s ${Math.round(peer.rss)} MB  ` +
      `nothing changed ${skipped.cpu.toFixed(2)} s (of it ${Math.round(skipped.ms)} ms after loading)  all runs: ${runs.map((run) => run.cpu.toFixed(2)).join(" ")}`,
  );
}
const saves = await measureWatch(generateProject(WATCH.size));
console.log(
  `--watch, ${WATCH.size} methods, from save to line: median ${Math.round(saves[Math.floor(saves.length / 2)])} ms (budget ${WATCH.budgetMs})  ` +
    `all: ${saves.map(Math.round).join(" ")}`,
);
rmSync(work, { recursive: true });

function cheaper(a, b) {
  return a.cpu <= b.cpu ? a : b;
}

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
const before = performance.now();
const { members, diagnostics, skipped } = emitSchemas({ project: process.argv[2], force: process.argv[3] === "--force" });
const ms = performance.now() - before;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ members, diagnostics, skipped, ms, cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 }));
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
  writeFileSync(
    path.join(work, "peer.mjs"),
    `import { createGenerator } from "ts-json-schema-generator";
const config = { path: process.argv[2] + "/args/*.ts", tsconfig: process.argv[2] + "/tsconfig.json", type: "*", skipTypeCheck: true };
const { definitions } = createGenerator(config).createSchema("*");
const count = Object.keys(definitions).filter((name) => /^Method\\d+$/.test(name)).length;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ count, cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 }));
`,
  );
}

/** Its schemas are made and counted; whoever wrote them to a file would pay for that as well. */
function measurePeer(project, size) {
  const run = JSON.parse(execFileSync(process.execPath, [path.join(work, "peer.mjs"), project], { encoding: "utf8" }));
  if (run.count !== size) throw new Error(`ts-json-schema-generator made ${run.count} schemas of ${size}`);
  return run;
}

/** Milliseconds of each save, ascending: writing the file, the event, the run, the output on disk, the line. */
async function measureWatch(project) {
  const child = spawn(
    process.execPath,
    [path.join(work, "dist/cli/main.js"), "schemas", "--watch", "--no-lint", "--project", path.join(project, "tsconfig.json")],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const line = () => new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
  await line();
  const file = path.join(project, "src/plugin-50.ts");
  const text = readFileSync(file, "utf8");
  const took = [];
  for (let save = 0; save < WATCH.saves; save++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const printed = line();
    const before = performance.now();
    writeFileSync(file, text.replace("limit: number = 10", `limit: number = ${save + 11}`));
    const said = await printed;
    took.push(performance.now() - before);
    if (!said.includes("written")) throw new Error(`the save was not emitted: ${said}`);
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
  return took.sort((a, b) => a - b);
}

function measureCompiler(project) {
  return Number(execFileSync(process.execPath, [path.join(work, "compiler.mjs"), path.join(project, "tsconfig.json")], { encoding: "utf8" }));
}

function measure(project, ...flags) {
  const result = JSON.parse(execFileSync(process.execPath, [path.join(work, "run.mjs"), path.join(project, "tsconfig.json"), ...flags], { encoding: "utf8" }));
  const [first] = result.diagnostics;
  if (first !== undefined) throw new Error(`${first.file}:${first.line} ${first.code} ${first.message}`);
  return result;
}

function generateProject(size) {
  const dir = path.join(work, `project-${size}`);
  for (const folder of ["src", "args", "node_modules"]) mkdirSync(path.join(dir, folder), { recursive: true });
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
  for (let at = 0; at < size; at += METHODS_PER_CLASS) {
    const count = Math.min(METHODS_PER_CLASS, size - at);
    writeFileSync(path.join(dir, "src", `plugin-${at}.ts`), generateClass(at, count));
    writeFileSync(path.join(dir, "args", `args-${at}.ts`), generateInterfaces(at, count));
  }
  return dir;
}

/** The arguments of each method as ts-json-schema-generator can read them. */
function generateInterfaces(first, count) {
  const fields = `window: Window${first}; kinds?: ("asset" | "edge")[]; /** Rows to return. @minimum 1 @maximum 100 */ limit?: number; rows?: Row${first}[]; note?: string | null`;
  const interfaces = Array.from({ length: count }, (_, i) => `export interface Method${first + i} { ${fields} }`);
  return `import type { Row${first}, Window${first} } from "../src/plugin-${first}.js";\n${interfaces.join("\n")}\n`;
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
