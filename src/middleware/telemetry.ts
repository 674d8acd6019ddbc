/** Spans and a histogram for OpenTelemetry, by its conventions for MCP servers. Without a registered provider its API does nothing, at little cost. */
import type { Attributes, Context, Histogram, MeterProvider, Span, Tracer } from "@opentelemetry/api";
import { ErrorCode } from "../errors.js";
import type { CallInfo } from "../layer/call-info.js";
import { BOUNDARIES } from "./call-stats.js";
import { METHODS, targetOf } from "./call-target.js";
import type { Ending } from "./outcome.js";
import { knownCode } from "./outcome.js";
import { carrierOf, parseTraceParent } from "./trace-parent.js";
import type { OpenTelemetry } from "./trace-parent.js";

const SCOPE = "cloudg-mcp";

/** A call that is being traced. */
export interface Traced {
  /** Runs the rest of the call with its span as the current one. */
  run<T>(next: () => T): T;
  end(ending: Ending, ms: number): void;
}

/** Undefined when the host has no `@opentelemetry/api`. @throws whatever else keeps it from loading. */
export async function loadTelemetry(): Promise<Telemetry | undefined> {
  try {
    return new Telemetry(await import("@opentelemetry/api"));
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_MODULE_NOT_FOUND" || (error as { code?: unknown }).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

export class Telemetry {
  readonly #api: OpenTelemetry;
  readonly #tracer: Tracer;
  #meters: MeterProvider | undefined;
  #durations: Histogram | undefined;

  constructor(api: OpenTelemetry) {
    this.#api = api;
    this.#tracer = api.trace.getTracer(SCOPE);
  }

  start(info: CallInfo): Traced {
    const { trace, context: contexts, SpanKind, SpanStatusCode } = this.#api;
    const shared = attributesOf(info);
    const ambient = contexts.active();
    const parent = this.#parentOf(info, ambient);
    const around = parent === ambient ? undefined : trace.getSpanContext(ambient);
    const span: Span = this.#tracer.startSpan(
      spanName(info),
      { kind: SpanKind.SERVER, attributes: { ...shared, ...requestAttributes(info) }, links: around === undefined ? [] : [{ context: around }] },
      parent,
    );
    const inside = trace.setSpan(parent, span);
    return {
      run: (next) => contexts.with(inside, next),
      end: (ending, ms) => {
        const failure = failureAttributes(info, ending);
        if (failure !== undefined) span.setAttributes({ ...failure, "cloudg.outcome": ending.outcome }).setStatus({ code: SpanStatusCode.ERROR });
        this.#histogram().record(ms / 1000, { ...shared, ...failure }, inside);
        span.end();
      },
    };
  }

  /** The client's span if it sent one, else what is current here. */
  #parentOf({ context: { meta } }: CallInfo, ambient: Context): Context {
    const carrier = carrierOf(meta);
    if (carrier === undefined) return ambient;
    const { trace, propagation } = this.#api;
    const extracted = propagation.extract(ambient, carrier);
    if (trace.getSpanContext(extracted) !== trace.getSpanContext(ambient)) return extracted;
    const remote = parseTraceParent(carrier, this.#api);
    return remote === undefined ? extracted : trace.setSpanContext(extracted, remote);
  }

  /** Meters, unlike tracers, do not follow a provider that is registered after they were made. */
  #histogram(): Histogram {
    const provider = this.#api.metrics.getMeterProvider();
    if (this.#durations === undefined || provider !== this.#meters) {
      this.#meters = provider;
      this.#durations = provider.getMeter(SCOPE).createHistogram("mcp.server.operation.duration", {
        description: "Duration of MCP requests, from their arrival at the layer to their answer.",
        unit: "s",
        advice: { explicitBucketBoundaries: [...BOUNDARIES] },
      });
    }
    return this.#durations;
  }
}

/** Only names are put into the name of a span: URIs are too many. */
function spanName(info: CallInfo): string {
  const method = METHODS[info.kind];
  return info.kind === "tool" || info.kind === "prompt" ? `${method} ${info.name}` : method;
}

/** What spans and the histogram share. */
function attributesOf(info: CallInfo): Attributes {
  const attributes: Attributes = { "mcp.method.name": METHODS[info.kind] };
  if (info.kind === "tool") Object.assign(attributes, { "gen_ai.tool.name": info.name, "gen_ai.operation.name": "execute_tool" });
  else if (info.kind === "prompt") attributes["gen_ai.prompt.name"] = info.name;
  // The text of a template stands for its URIs, which are made of arguments.
  else if (info.kind !== "completion") attributes["mcp.resource.uri"] = targetOf(info);
  return attributes;
}

function requestAttributes({ context: { requestId, session } }: CallInfo): Attributes {
  return {
    ...(requestId === undefined ? {} : { "jsonrpc.request.id": String(requestId) }),
    ...(session === undefined ? {} : { "mcp.session.id": session }),
  };
}

/** A tool's failure is a result; the others' is an error with a code. */
function failureAttributes({ kind }: CallInfo, { outcome, code }: Ending): Attributes | undefined {
  if (outcome === "ok") return undefined;
  if (kind === "tool") return { "error.type": "tool_error" };
  const known = String(knownCode(code ?? ErrorCode.InternalError));
  return { "error.type": known === "other" ? "_OTHER" : known, "rpc.response.status_code": known };
}
