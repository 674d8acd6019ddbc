/** Counts and durations of the calls of every primitive, in bounded memory: what the metrics resource and the Prometheus text are made of. */
import type { CallInfo } from "../layer/call-info.js";
import type { CallKind } from "../model/tool-context.js";
import type { AnySpec } from "../registry/registry.js";
import { targetOf } from "./call-target.js";
import type { Ending, Outcome } from "./outcome.js";
import { QuantileSketch } from "./quantile-sketch.js";

/** Seconds; the boundaries that OpenTelemetry recommends for MCP operations. */
export const BOUNDARIES: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Primitives may come and go for as long as a server runs. */
const MAX_SERIES = 5000;

export interface Histogram {
  /** How many took at most as long as the boundary of the same index, and longer than the one before; the last: longer than all. */
  readonly counts: number[];
  sumMs: number;
}

/** The calls of one primitive. */
export class CallSeries {
  readonly byOutcome = new Map<Outcome, Histogram>();
  readonly #sketch = new QuantileSketch();
  maxMs = 0;

  /** @param spec Undefined for what is counted together, since there are too many to count apart. */
  constructor(
    readonly kind: CallKind,
    readonly name: string,
    readonly spec: AnySpec | undefined,
  ) {}

  add({ outcome }: Ending, ms: number): void {
    let histogram = this.byOutcome.get(outcome);
    if (histogram === undefined) this.byOutcome.set(outcome, (histogram = { counts: new Array<number>(BOUNDARIES.length + 1).fill(0), sumMs: 0 }));
    let bucket = 0;
    while (bucket < BOUNDARIES.length && ms > BOUNDARIES[bucket]! * 1000) bucket++;
    histogram.counts[bucket]!++;
    histogram.sumMs += ms;
    this.#sketch.add(ms);
    if (ms > this.maxMs) this.maxMs = ms;
  }

  count(...outcomes: readonly Outcome[]): number {
    return outcomes.reduce((sum, outcome) => sum + countOf(this.byOutcome.get(outcome)), 0);
  }

  get calls(): number {
    return this.count(...this.byOutcome.keys());
  }

  get avgMs(): number {
    const sum = [...this.byOutcome.values()].reduce((all, { sumMs }) => all + sumMs, 0);
    return this.calls === 0 ? 0 : sum / this.calls;
  }

  get p95Ms(): number {
    return Math.min(this.#sketch.quantile(0.95), this.maxMs);
  }
}

export class CallStats {
  readonly #series = new Map<string, CallSeries>();

  seriesOf(info: CallInfo): CallSeries {
    const name = targetOf(info);
    const key = `${info.kind} ${name}`;
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    return this.#series.size < MAX_SERIES ? this.#add(key, new CallSeries(info.kind, name, info.spec)) : this.#rest(info.kind);
  }

  /** In the order in which they were first called. */
  [Symbol.iterator](): IterableIterator<CallSeries> {
    return this.#series.values();
  }

  #rest(kind: CallKind): CallSeries {
    const key = `${kind} (other)`;
    return this.#series.get(key) ?? this.#add(key, new CallSeries(kind, "(other)", undefined));
  }

  #add(key: string, series: CallSeries): CallSeries {
    this.#series.set(key, series);
    return series;
  }
}

function countOf(histogram: Histogram | undefined): number {
  return histogram?.counts.reduce((sum, count) => sum + count, 0) ?? 0;
}
