import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { context, metrics as otelMetrics, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import type { HistogramMetricData } from "@opentelemetry/sdk-metrics";
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { MCPLayerError, Metrics, PromptSpec } from "cloudg-mcp";
import type { TransportContext } from "cloudg-mcp";
import { layerOf, resource, template, tool } from "./support.js";

const spans = new InMemorySpanExporter();
const durations = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const reader = new PeriodicExportingMetricReader({ exporter: durations, exportIntervalMillis: 3_600_000 });
const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const meters = new MeterProvider({ readers: [reader] });

const TRACE_PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

const layer = layerOf(
  [
    tool("good", () => {
      trace.getTracer("test").startSpan("inside").end();
      return "ok";
    }),
    tool("bad", () => {
      throw new Error("secret");
    }),
    tool("own", () => {
      throw new MCPLayerError("secret", { code: "secret" });
    }),
    resource("note://gone", () => {
      throw new MCPLayerError("secret", { code: "secret" });
    }),
    template("note://{id}/text", ({ id }) => {
      if (id === "secret-bad") throw new Error("secret");
      return id;
    }),
    new PromptSpec({ name: "greet", arguments: [{ name: "who", completion: () => [] }], handler: () => "hello" }),
  ],
  [new Metrics()],
  { prefix: "p_" },
);

const call = (name: string, transport: TransportContext = {}) => layer.callTool(`p_${name}`, { word: "secret" }, { context: transport });
const spanOf = (name: string) => spans.getFinishedSpans().find((span) => span.name === name)!;

beforeAll(async () => {
  // Before any provider is there: the middleware must find those that come later.
  await call("good");
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(tracers);
  otelMetrics.setGlobalMeterProvider(meters);
});
afterEach(() => {
  spans.reset();
  durations.reset();
});
afterAll(async () => {
  await tracers.shutdown();
  await meters.shutdown();
  for (const api of [context, trace, otelMetrics, propagation]) api.disable();
});

describe("spans", () => {
  it("of a tool, with what the handler does inside it", async () => {
    await call("good", { requestId: 7, session: "s1" });
    const span = spanOf("tools/call p_good");
    expect(span).toMatchObject({ kind: SpanKind.SERVER, status: { code: SpanStatusCode.UNSET }, parentSpanContext: undefined });
    expect(span.attributes).toEqual({
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": "p_good",
      "gen_ai.operation.name": "execute_tool",
      "jsonrpc.request.id": "7",
      "mcp.session.id": "s1",
    });
    expect(spanOf("inside").parentSpanContext).toMatchObject({ spanId: span.spanContext().spanId, traceId: span.spanContext().traceId });
  });

  it("of failures, without their messages", async () => {
    await call("bad");
    await call("own");
    for (const name of ["p_bad", "p_own"]) {
      expect(spanOf(`tools/call ${name}`)).toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { "error.type": "tool_error" } });
    }
    expect(spanOf("tools/call p_bad").attributes["cloudg.outcome"]).toBe("exception");
    await layer.readResource("note://gone").catch(() => undefined);
    expect(spanOf("resources/read").attributes).toMatchObject({ "error.type": "_OTHER", "rpc.response.status_code": "other" });
    spans.reset();
    await layer.readResource("note://secret-bad/text").catch(() => undefined);
    expect(spanOf("resources/read").attributes).toMatchObject({ "error.type": "-32603", "rpc.response.status_code": "-32603" });
  });

  it("of resources, prompts and completions, without a value that was passed in", async () => {
    await layer.readResource("note://secret/text");
    await layer.getPrompt("p_greet", { who: "secret" });
    await layer.complete({ type: "ref/prompt", name: "p_greet" }, { name: "who", value: "secret" });
    expect(spans.getFinishedSpans().map(({ name, attributes }) => [name, attributes])).toEqual([
      ["resources/read", { "mcp.method.name": "resources/read", "mcp.resource.uri": "note://{id}/text" }],
      ["prompts/get p_greet", { "mcp.method.name": "prompts/get", "gen_ai.prompt.name": "p_greet" }],
      ["completion/complete", { "mcp.method.name": "completion/complete" }],
    ]);
    expect(JSON.stringify(spans.getFinishedSpans().map(({ name, attributes, status, events }) => [name, attributes, status, events]))).not.toContain("secret");
  });

  it("are children of the client's, and linked to what goes on around them", async () => {
    const around = trace.getTracer("test").startSpan("around");
    await context.with(trace.setSpan(context.active(), around), () => call("good", { meta: { traceparent: TRACE_PARENT, tracestate: "a=b" } }));
    const span = spanOf("tools/call p_good");
    expect(span.spanContext().traceId).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    expect(span.parentSpanContext).toMatchObject({ spanId: "00f067aa0ba902b7", isRemote: true });
    expect(span.parentSpanContext!.traceState!.get("a")).toBe("b");
    expect(span.links.map((link) => link.context.spanId)).toEqual([around.spanContext().spanId]);
    spans.reset();
    await context.with(trace.setSpan(context.active(), around), () => call("good"));
    expect(spanOf("tools/call p_good")).toMatchObject({ parentSpanContext: { spanId: around.spanContext().spanId }, links: [] });
  });

  it("use the propagator that the host has registered", async () => {
    propagation.setGlobalPropagator({
      inject: () => undefined,
      extract: (ctx, carrier) =>
        trace.setSpanContext(ctx, {
          traceId: (carrier as { traceparent: string }).traceparent.padEnd(32, "0"),
          spanId: "00f067aa0ba902b7",
          traceFlags: 1,
          isRemote: true,
        }),
      fields: () => ["traceparent"],
    });
    await call("good", { meta: { traceparent: "abc" } });
    expect(spanOf("tools/call p_good").spanContext().traceId).toBe("abc".padEnd(32, "0"));
    propagation.disable();
  });

  it.each<unknown>([
    "",
    "garbage",
    TRACE_PARENT.toUpperCase(),
    `ff${TRACE_PARENT.slice(2)}`,
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736",
    7,
    { a: 1 },
    "x".repeat(100_000),
  ])("take no parent from %j", async (traceparent) => {
    await call("good", { meta: { traceparent, tracestate: "=,=" } });
    expect(spanOf("tools/call p_good").parentSpanContext).toBeUndefined();
  });
});

describe("the histogram", () => {
  it("has seconds, by method, primitive and error type", async () => {
    await reader.forceFlush();
    durations.reset();
    await call("good");
    await call("bad");
    await layer.readResource("note://secret/text");
    await reader.forceFlush();
    const [metric] = durations.getMetrics()[0]!.scopeMetrics[0]!.metrics as HistogramMetricData[];
    expect(metric!.descriptor).toMatchObject({ name: "mcp.server.operation.duration", unit: "s" });
    expect(metric!.dataPoints.map(({ attributes, value }) => [attributes, value.count, value.buckets.boundaries.length])).toEqual([
      [{ "mcp.method.name": "tools/call", "gen_ai.tool.name": "p_good", "gen_ai.operation.name": "execute_tool" }, 1, 14],
      [{ "mcp.method.name": "tools/call", "gen_ai.tool.name": "p_bad", "gen_ai.operation.name": "execute_tool", "error.type": "tool_error" }, 1, 14],
      [{ "mcp.method.name": "resources/read", "mcp.resource.uri": "note://{id}/text" }, 1, 14],
    ]);
    expect(metric!.dataPoints[0]!.value.sum).toBeLessThan(60);
  });
});
