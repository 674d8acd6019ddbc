/**
 * What the layer costs a call: a bare handler, the layer alone, under policy `standard`, with an audit file, with metrics, with all of them, and with
 * every middleware; and what `tools/list` costs at 1000 tools for principals of 10 roles.
 *
 *     npx tsc -p tsconfig.json && node scripts/bench/layer.mjs [--rounds 15] [--window 60]
 *
 * CPU time of the process, system calls included: that is what a call costs, whoever else uses the machine. Rounds are interleaved in rotated order and
 * every ratio is taken within its round, so that a machine that slows down slows everybody down.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import * as cloudg from "../../dist/index.js";

const { AuditLog, Caching, ConcurrencyLimit, Layer, Metrics, Principal, Registry, Retry, ToolSpec } = cloudg;
const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" }, window: { type: "string", default: "60" } } });
const rounds = Number(values.rounds);
const windowMs = Number(values.window);
const policy = await cloudg.Policy.load("standard");

const folder = mkdtempSync(path.join(tmpdir(), "cloudg-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
let logs = 0;
const audit = (options = {}) => new AuditLog({ path: path.join(folder, `audit-${logs++}.jsonl`), ...options });

const spec = {
  name: "add",
  inputSchema: { type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } }, required: ["a", "b"], additionalProperties: false },
  handler: (_ctx, { a, b }) => ({ sum: a + b }),
};
const layerOf = (options) => new Layer({ registry: new Registry().add(new ToolSpec(spec)), ...options });
const caller = (options) => {
  const layer = layerOf(options);
  return async (args) => (await layer.callTool("add", args)).structuredContent.sum;
};

const SUBJECTS = {
  "bare handler, awaited": async (args) => (await spec.handler(undefined, args)).sum,
  layer: caller({}),
  "layer, standard": caller({ policy }),
  "layer, standard, audit": caller({ policy, middleware: [audit()] }),
  "layer, standard, audit without hashes": caller({ policy, middleware: [audit({ hashValues: false })] }),
  "layer, standard, metrics": caller({ policy, middleware: [new Metrics()] }),
  "layer, standard, audit, metrics": caller({ policy, middleware: [audit(), new Metrics()] }),
  "all five middleware, answered from memory": caller({
    policy,
    middleware: [audit(), new Metrics(), new ConcurrencyLimit({ limit: 100 }), new Caching(), new Retry()],
  }),
};

const ARGS = { a: 2, b: 40 };
let sink = 0;

/** Microseconds. */
function cpuSince(start) {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Microseconds of CPU time a call. */
async function measure(subject) {
  let done = 0;
  const start = process.cpuUsage();
  let spent = 0;
  while (spent < windowMs * 1000) {
    for (let i = 0; i < 500; i++) sink += await subject(ARGS);
    done += 500;
    spent = cpuSince(start);
  }
  return spent / done;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

async function benchCalls() {
  const names = Object.keys(SUBJECTS);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) {
    if ((await SUBJECTS[name](ARGS)) !== 42) throw new Error(`${name} answers wrongly`);
    await measure(SUBJECTS[name]);
  }
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length];
      times[name].push(await measure(SUBJECTS[name]));
    }
  }
  console.log(`node ${process.version}, ${rounds} rounds of ${windowMs} ms a subject; CPU µs a call, ratios = medians over the rounds\n`);
  console.log("| a call of `add` | median µs | best µs | + µs over the layer | × layer | × bare |");
  console.log("|---|---:|---:|---:|---:|---:|");
  const ratio = (own, base) => median(own.map((time, round) => time / base[round])).toFixed(1);
  for (const [name, own] of Object.entries(times)) {
    const more = median(own.map((time, round) => time - times["layer"][round]));
    console.log(
      `| ${name} | ${median(own).toFixed(2)} | ${Math.min(...own).toFixed(2)} | ${more.toFixed(2)} | ${ratio(own, times["layer"])} | ${ratio(own, times["bare handler, awaited"])} |`,
    );
  }
}

/** One principal for each of 10 roles. */
async function benchLists() {
  const registry = new Registry();
  for (let i = 0; i < 1000; i++)
    registry.add(new ToolSpec({ ...spec, name: `tool_${i}`, description: `The tool ${i}.`, category: `c${i % 10}`, capabilities: ["read_state"] }));
  const rules = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`role${i}`, { denyCategories: [`c${i}`] }]));
  const layer = new Layer({ registry, policy: await cloudg.Policy.load({ extends: "standard", roles: rules }) });
  const principals = Array.from({ length: 10 }, (_, i) => new Principal({ id: `p${i}`, roles: ["default", `role${i}`] }));
  const first = principals.map((principal) => {
    const start = process.cpuUsage();
    const list = layer.toolsWire(principal);
    return { ms: cpuSince(start) / 1000, list };
  });
  for (const [i, { list }] of first.entries()) {
    if (list.length !== 900) throw new Error(`role${i} sees ${list.length} tools`);
    if (layer.toolsWire(principals[i]) !== list) throw new Error("the list is built anew");
    if (layer.toolsWire(new Principal({ id: "another", roles: ["default", `role${i}`] })) !== list)
      throw new Error("principals of one role have lists of their own");
  }
  const rates = [];
  for (let round = 0; round < rounds; round++) {
    const lists = 100_000;
    const start = process.cpuUsage();
    for (let i = 0; i < lists; i++) sink += layer.toolsWire(principals[i % 10]).length;
    rates.push((cpuSince(start) * 1000) / lists);
  }
  console.log("\n| `tools/list`, 1000 tools, 10 roles | |");
  console.log("|---|---:|");
  console.log(`| first list of a role, CPU ms (median of 10; the first of all) | ${median(first.map(({ ms }) => ms)).toFixed(1)}; ${first[0].ms.toFixed(1)} |`);
  console.log(`| every further list, the same array, CPU ns | ${median(rates).toFixed(0)} |`);
}

await benchCalls();
await benchLists();
if (sink < 0) throw new Error("unreachable");
