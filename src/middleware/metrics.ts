/** Middleware: counts and times every call, for a resource, for Prometheus and for OpenTelemetry. */
import type { CallInfo, LayerHost, MiddlewareObject } from "../layer/call-info.js";
import type { CallKind } from "../model/tool-context.js";
import type { Principal } from "../model/principal.js";
import { ResourceSpec } from "../model/resource-spec.js";
import { Sensitivity } from "../model/sensitivity.js";
import { keyOf, kindOf } from "../registry/registry.js";
import type { CallSeries } from "./call-stats.js";
import { CallStats } from "./call-stats.js";
import { observeEnding } from "./outcome.js";
import { writePrometheus } from "./prometheus-text.js";
import type { Telemetry } from "./telemetry.js";
import { loadTelemetry } from "./telemetry.js";

export const METRICS_URI = "cloudg://metrics";

/** One primitive's calls. Durations are milliseconds, from the call's arrival at the layer to its answer. */
export interface PrimitiveMetrics {
  readonly kind: CallKind;
  /** Exposed name; of a resource its URI, of a template its text. */
  readonly name: string;
  readonly calls: number;
  /** Calls that failed: the handler threw, or timed out. */
  readonly errors: number;
  /** Calls that were refused: by the policy, by a limit, or for their arguments. */
  readonly rejections: number;
  readonly cancelled: number;
  readonly avg_ms: number;
  /** Within 2 %. */
  readonly p95_ms: number;
  readonly max_ms: number;
}

export interface MetricsSnapshot {
  /** ISO 8601. */
  readonly since: string;
  /** In the order in which they were first called. */
  readonly primitives: readonly PrimitiveMetrics[];
  /** How many primitives are left out, those with the fewest calls: the resource shows 500. */
  readonly omitted: number;
}

/** A result has a longest text; one that is cut is no JSON. */
const MAX_SHOWN = 500;

/**
 * Adds the resource `cloudg://metrics` to the layer it is given to: JSON, a {@link MetricsSnapshot} of the primitives that the reader may see.
 * {@link Metrics.prometheus} has everything, for operators; `serve(layer, { transport: "http", metrics })` answers `GET /metrics` with it.
 * Where `@opentelemetry/api` is installed, every call has a span (its parent the client's, by `_meta.traceparent`) and an entry in the histogram
 * `mcp.server.operation.duration`, of whatever providers the host has registered. No argument and no message of an error gets into any of the three.
 */
export class Metrics implements MiddlewareObject {
  readonly #stats = new CallStats();
  readonly #since = new Date().toISOString();
  readonly #resource: ResourceSpec;
  readonly #layers = new Set<LayerHost>();
  #telemetry: Telemetry | undefined;
  #loading: Promise<void> | undefined;

  constructor() {
    this.#resource = new ResourceSpec({
      name: "metrics",
      title: "Call metrics",
      description: "Calls, errors, rejections and durations (average, 95th percentile, maximum, in milliseconds) of every primitive since the server started.",
      uri: METRICS_URI,
      category: "operations",
      sensitivity: Sensitivity.Internal,
      handler: (ctx) => this.#snapshotFor(ctx.principal),
      origin: "Metrics",
    });
  }

  /** @throws DefinitionError when the layer has another resource `cloudg://metrics`. */
  attach(layer: LayerHost): void {
    this.#layers.add(layer);
    if (layer.registry.find("resource", METRICS_URI) !== this.#resource) layer.registry.add(this.#resource);
    this.#loading ??= loadTelemetry().then(
      (telemetry) => {
        this.#telemetry = telemetry;
        this.#loading = undefined;
      },
      (error: unknown) => {
        layer.reportError(error);
        this.#loading = undefined;
      },
    );
  }

  async handle(info: CallInfo, next: () => Promise<unknown>): Promise<unknown> {
    if (this.#loading !== undefined) await this.#loading;
    const series = this.#stats.seriesOf(info);
    const traced = this.#telemetry?.start(info);
    return observeEnding(info, traced === undefined ? next : () => traced.run(next), (ending) => {
      const ms = performance.now() - info.startedAt;
      series.add(ending, ms);
      traced?.end(ending, ms);
    });
  }

  snapshot(): MetricsSnapshot {
    return this.#describe([...this.#stats]);
  }

  /** The text of Prometheus' exposition format 0.0.4: the histogram `mcp_server_operation_duration_seconds` by method, primitive and outcome. */
  prometheus(): Promise<string> {
    return writePrometheus(this.#stats);
  }

  /** What is hidden from a principal is not there for it, here as elsewhere. */
  #snapshotFor(principal: Principal): MetricsSnapshot {
    const isShown = ({ spec }: CallSeries): boolean => {
      if (spec === undefined) return false;
      return [...this.#layers].some((layer) => {
        const current = layer.registry.find(kindOf(spec), keyOf(spec));
        return current !== undefined && layer.isVisible(current, principal);
      });
    };
    const shown = [...this.#stats].filter(isShown);
    const busiest = new Set(shown.sort((a, b) => b.calls - a.calls).slice(0, MAX_SHOWN));
    return this.#describe(
      [...this.#stats].filter((series) => busiest.has(series)),
      shown.length - busiest.size,
    );
  }

  #describe(series: readonly CallSeries[], omitted = 0): MetricsSnapshot {
    return { since: this.#since, primitives: series.map(describeSeries), omitted };
  }
}

function describeSeries(series: CallSeries): PrimitiveMetrics {
  return {
    kind: series.kind,
    name: series.name,
    calls: series.calls,
    errors: series.count("error", "exception"),
    rejections: series.count("denied", "rate_limited", "rejected"),
    cancelled: series.count("cancelled"),
    avg_ms: round(series.avgMs),
    p95_ms: round(series.p95Ms),
    max_ms: round(series.maxMs),
  };
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
