/** The counts of calls as Prometheus reads them: prom-client writes the text, in a registry of our own, from counts that are ours. */
import type { Metric } from "prom-client";
import type { CallSeries, Histogram } from "./call-stats.js";
import { BOUNDARIES } from "./call-stats.js";
import { METHODS } from "./call-target.js";
import type { Outcome } from "./outcome.js";

const NAME = "mcp_server_operation_duration_seconds";
const HELP = "Duration of MCP requests, from their arrival at the layer to their answer.";

interface Sample {
  readonly labels: Record<string, string | number>;
  readonly value: number;
  readonly metricName: string;
}

/** Text of the exposition format 0.0.4. */
export async function writePrometheus(stats: Iterable<CallSeries>): Promise<string> {
  const { Registry } = (await import("prom-client")).default;
  const registry = new Registry();
  const values = [...stats].flatMap(samplesOf);
  const family = { name: NAME, help: HELP, type: "histogram", aggregator: "sum", values };
  // What a registry asks of a metric is its name and what get() resolves to. Its own histograms cannot be given counts.
  registry.registerMetric({ name: NAME, get: () => Promise.resolve(family) } as unknown as Metric);
  return registry.metrics();
}

function samplesOf(series: CallSeries): Sample[] {
  return [...series.byOutcome].flatMap(([outcome, histogram]) => histogramSamples(labelsOf(series, outcome), histogram));
}

/** Names after the attributes of OpenTelemetry's MCP conventions; `outcome` is finer than its `error.type`. */
function labelsOf({ kind, name }: CallSeries, outcome: Outcome): Record<string, string> {
  const target = { tool: "gen_ai_tool_name", prompt: "gen_ai_prompt_name", resource: "mcp_resource_uri", resourceTemplate: "mcp_resource_uri" } as const;
  return { mcp_method_name: METHODS[kind], [kind === "completion" ? "mcp_completion_ref" : target[kind]]: name, outcome };
}

function histogramSamples(labels: Record<string, string>, { counts, sumMs }: Histogram): Sample[] {
  let total = 0;
  const buckets = counts.map((count, i): Sample => {
    total += count;
    return { labels: { ...labels, le: BOUNDARIES[i] ?? "+Inf" }, value: total, metricName: `${NAME}_bucket` };
  });
  return [...buckets, { labels, value: sumMs / 1000, metricName: `${NAME}_sum` }, { labels, value: total, metricName: `${NAME}_count` }];
}
