/** The W3C trace context that a client sends in `_meta`, for hosts that have registered tracing but no propagator. */
import type { SpanContext } from "@opentelemetry/api";

/** The package, which is loaded only where it is installed. */
export type OpenTelemetry = typeof import("@opentelemetry/api");

/** Keys of `_meta` that MCP reserves for the W3C headers of the same names. */
const KEYS = ["traceparent", "tracestate", "baggage"] as const;

const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** Those of the keys that are there, and texts. */
export function carrierOf(meta: Readonly<Record<string, unknown>>): Record<string, string> | undefined {
  let carrier: Record<string, string> | undefined;
  for (const key of KEYS) {
    const value = meta[key];
    if (typeof value === "string") (carrier ??= {})[key] = value;
  }
  return carrier;
}

/** Undefined for what is no valid `traceparent`. */
export function parseTraceParent({ traceparent, tracestate }: Readonly<Record<string, string>>, api: OpenTelemetry): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined) return undefined;
  const context: SpanContext = {
    traceId,
    spanId: spanId!,
    traceFlags: parseInt(flags!, 16) & api.TraceFlags.SAMPLED,
    isRemote: true,
    ...(tracestate === undefined ? {} : { traceState: api.createTraceState(tracestate) }),
  };
  return api.isSpanContextValid(context) ? context : undefined;
}
