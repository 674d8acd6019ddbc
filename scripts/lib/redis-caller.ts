/** One of several processes that share a rate limit: connects, says so, and calls when it is told to. Started by check-redis. */
import { Layer } from "../../src/layer/layer.js";
import { ToolSpec } from "../../src/model/tool-spec.js";
import { Policy } from "../../src/policy/policy.js";
import { Registry } from "../../src/registry/registry.js";

/** `calls` at once, or for `forMs`, twenty at a time. */
export interface CallerOrder {
  readonly calls?: number;
  readonly forMs?: number;
}
export interface CallerReport {
  readonly passed: number;
  readonly refused: number;
  readonly messages: readonly string[];
}

const [url, document] = process.argv.slice(2) as [string, string];
const policy = await Policy.load(document, { rateLimitStore: url });
const registry = new Registry().add(new ToolSpec({ name: "shared", handler: () => ({ ok: true }) }));
const layer = new Layer({ registry, policy });
const messages = new Set<string>();

async function callMany(count: number): Promise<number> {
  const results = await Promise.all(Array.from({ length: count }, () => layer.callTool("shared")));
  for (const result of results) if (result.isError) messages.add(result.text.replace(/[\d.]+s$/, "…"));
  return results.filter((result) => !result.isError).length;
}

process.on("message", (order: CallerOrder | "end") => {
  if (order === "end") return process.disconnect();
  void obey(order).then((report) => process.send!(report));
});
process.on("disconnect", () => void policy.close());
process.send!("ready");

async function obey({ calls, forMs }: CallerOrder): Promise<CallerReport> {
  if (calls !== undefined) return report(await callMany(calls), calls);
  let [passed, made] = [0, 0];
  for (const end = Date.now() + (forMs ?? 0); Date.now() < end; made += 20) passed += await callMany(20);
  return report(passed, made);
}

function report(passed: number, made: number): CallerReport {
  return { passed, refused: made - passed, messages: [...messages] };
}
