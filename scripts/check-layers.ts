/** Checks the architecture of src: imports point down only (type imports included), no barrels, packages in their place. `tsx scripts/check-layers.ts [root]` exits 1 with every violation. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FileFacts, ImportFact } from "./lib/imports.js";
import { readFacts } from "./lib/imports.js";
import { BESIDE, FLOORS, MAX_LINES, META_PREFIX_FILE, META_PREFIX_TEXT, NOT_FROM_INDEX, PACKAGE_RULES } from "./lib/layer-rules.js";

export interface Violation {
  /** Relative to the root, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly problem: string;
}

/** Everything wrong with `root`/src; `root`/package.json says which files are entries. */
export function checkLayers(root: string): Violation[] {
  const src = path.join(root, "src");
  const entries = entryFiles(root);
  return listSources(src).flatMap((file) => {
    const facts = readFacts(path.join(src, file));
    const at = (line: number, problem: string): Violation => ({ file: `src/${file}`, line, problem });
    return [
      ...facts.imports.flatMap((fact) => checkImport(src, file, fact).map((problem) => at(fact.line, problem))),
      ...checkShape(file, facts, entries).map((problem) => at(1, problem)),
      ...checkReflection(file, facts).map(({ line, problem }) => at(line, problem)),
      ...checkMetaPrefix(file, facts).map(({ line, problem }) => at(line, problem)),
    ];
  });
}

/** The folder of src that a file belongs to; files directly in src are rooms of their own, named without extension. */
function roomOf(file: string): string {
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : file.replace(/\.ts$/, "");
}

function checkImport(src: string, file: string, { specifier }: ImportFact): string[] {
  if (!specifier.startsWith(".")) return checkPackage(file, specifier);
  const target = path
    .relative(src, path.resolve(src, path.dirname(file), specifier))
    .split(path.sep)
    .join("/");
  if (target.startsWith("..")) return [`imports "${specifier}", which is outside src`];
  if (target === "index.js") return ["imports src/index.ts; import the file that declares the name"];
  return checkDirection(roomOf(file), roomOf(target.replace(/\.js$/, ".ts")));
}

function checkDirection(from: string, to: string): string[] {
  if (from === to) return [];
  if (from === "index" && NOT_FROM_INDEX.includes(to)) return [`the main entry imports ${to}, which every plugin would then load`];
  const [fromBeside, toBeside] = [BESIDE[from], BESIDE[to]];
  if (fromBeside !== undefined)
    return fromBeside.uses.includes(to) ? [] : [`${from} imports ${to}; it stands beside the floors and may use ${fromBeside.uses.join(", ")} only`];
  if (toBeside !== undefined) return toBeside.usedBy.includes(from) ? [] : [`${from} imports ${to}, which only ${toBeside.usedBy.join(", ")} may`];
  const [fromFloor, toFloor] = [floorOf(from), floorOf(to)];
  if (fromFloor < 0 || toFloor < 0) return [`${fromFloor < 0 ? from : to} has no floor; give it one in scripts/lib/layer-rules.ts and in DESIGN.md`];
  if (fromFloor === toFloor) return [`${from} imports ${to} on its own floor; move what both need to a floor below`];
  return fromFloor < toFloor ? [`${from} imports ${to}, which is above it`] : [];
}

function floorOf(room: string): number {
  return FLOORS.findIndex((floor) => floor.includes(room));
}

function checkPackage(file: string, specifier: string): string[] {
  return PACKAGE_RULES.filter(({ packages, allowed }) => packages.test(specifier) && !allowed.some((place) => file.startsWith(place))).map(
    ({ why }) => `imports "${specifier}"; ${why}`,
  );
}

function checkShape(file: string, { onlyReExports, lines }: FileFacts, entries: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const isEntry = entries.has(file);
  if (onlyReExports && !isEntry) problems.push("is a barrel (nothing but re-exports) and no entry of package.json; import from the declaring files");
  else if (path.posix.basename(file) === "index.ts" && !isEntry)
    problems.push("is called index.ts and is no entry of package.json; name it after what it exports");
  if (lines > MAX_LINES) problems.push(`has ${lines} lines; ${MAX_LINES} are the limit`);
  return problems;
}

function checkReflection(file: string, { literals, reflections }: FileFacts): { line: number; problem: string }[] {
  if (file.startsWith("metadata/")) return [];
  const keys = literals.filter(({ text }) => text.startsWith("design:"));
  return [...reflections, ...keys].map(({ text, line }) => ({ line, problem: `names "${text}"; only metadata/ touches reflection metadata` }));
}

function checkMetaPrefix(file: string, { literals }: FileFacts): { line: number; problem: string }[] {
  const found = literals.filter(({ text }) => text.includes(META_PREFIX_TEXT));
  const excess = file === META_PREFIX_FILE ? found.slice(1) : found;
  return excess.map(({ line }) => ({
    line,
    problem: `spells out "${META_PREFIX_TEXT}"; use META_PREFIX of src/${META_PREFIX_FILE}, or the layer's own prefix`,
  }));
}

/** Source files behind the entries of package.json: `./dist/server/index.js` → `server/index.ts`. */
function entryFiles(root: string): Set<string> {
  const { exports: map = {} } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { exports?: Record<string, unknown> };
  const targets = Object.values(map).flatMap((entry) => (typeof entry === "string" ? [entry] : Object.values(entry as Record<string, string>)));
  return new Set(targets.filter((target) => /^\.\/dist\/.*\.js$/.test(target)).map((target) => target.replace(/^\.\/dist\//, "").replace(/\.js$/, ".ts")));
}

function listSources(src: string): string[] {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .sort();
}

function main(root: string): void {
  const violations = checkLayers(root);
  for (const { file, line, problem } of violations) process.stderr.write(`${file}:${line}: ${problem}\n`);
  process.stderr.write(violations.length === 0 ? "check-layers: all imports point down\n" : `check-layers: ${violations.length} violations\n`);
  if (violations.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, "..")));
