/** A tool: a name, a schema of arguments, a handler, and what policy needs to know of it. */
import type { ToolAnnotations } from "./annotations.js";
import { deriveHints } from "./annotations.js";
import type { ArgumentsInit, ResidualCheck } from "./arguments.js";
import type { HydrationMark } from "./hydration.js";
import type { JsonSchema } from "./json-schema.js";
import { checkName } from "./name.js";
import type { SpecInit, WireOptions } from "./spec.js";
import { brandSpec, deepFreeze, Spec } from "./spec.js";
import type { ToolContext } from "./tool-context.js";

/** Called with the validated arguments as one object. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a hand-written handler names the shape that its schema guarantees
export type ToolHandler = (ctx: ToolContext, args: any) => unknown;

export interface ToolSpecInit extends SpecInit, ArgumentsInit {
  readonly handler: ToolHandler;
  /** Describes `structuredContent`; a result that is no object is wrapped as `{result: value}` and the schema describes that wrapper. */
  readonly outputSchema?: JsonSchema | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  /** Options for a policy's transforms, by transform name. */
  readonly transformHints?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds; 0 = none. @default the layer's */
  readonly timeoutSeconds?: number | undefined;
}

export interface ToolWireOptions extends WireOptions {
  /** @default true */
  readonly includeOutputSchema?: boolean;
}

export class ToolSpec extends Spec {
  readonly handler: ToolHandler;
  readonly inputSchema: JsonSchema;
  readonly hydrate: readonly HydrationMark[];
  readonly residual: ResidualCheck | undefined;
  readonly outputSchema: JsonSchema | undefined;
  readonly annotations: ToolAnnotations;
  readonly transformHints: Readonly<Record<string, unknown>>;
  readonly timeoutSeconds: number | undefined;

  /** @throws TypeError for a bad name, sensitivity, capability or timeout. */
  constructor(init: ToolSpecInit) {
    super(init);
    checkName(init.name, "tool");
    this.handler = init.handler;
    this.inputSchema = deepFreeze(checkObjectSchema(init.inputSchema ?? emptyArguments(), "inputSchema", init.name));
    this.hydrate = init.hydrate ?? [];
    this.residual = init.residual;
    this.outputSchema = init.outputSchema === undefined ? undefined : deepFreeze(checkObjectSchema(init.outputSchema, "outputSchema", init.name));
    this.annotations = Object.freeze(deriveHints({ ...init.annotations, title: init.annotations?.title ?? init.title }, this.capabilities));
    this.transformHints = Object.freeze({ ...init.transformHints });
    this.timeoutSeconds = checkTimeout(init.timeoutSeconds, init.name);
    Object.freeze(this);
  }

  /** Read-only and idempotent: the tools that caching and retrying may touch. */
  get repeatable(): boolean {
    return this.annotations.readOnlyHint === true && this.annotations.idempotentHint === true;
  }

  /** @throws TypeError when the exposed name (after the prefix) is not a valid name. */
  toWire(name: string = this.name, options: ToolWireOptions = {}): Record<string, unknown> {
    const { includeOutputSchema = true } = options;
    return {
      name: checkName(name, "tool"),
      description: this.description,
      inputSchema: this.inputSchema,
      ...(this.outputSchema === undefined || !includeOutputSchema ? {} : { outputSchema: this.outputSchema }),
      annotations: this.annotations,
      ...this.displayToWire(),
      _meta: this.metaToWire(options),
    };
  }
}
brandSpec(ToolSpec, "tool");

function emptyArguments(): JsonSchema {
  return { additionalProperties: false, properties: {}, type: "object" };
}

/** One tool whose schema is no object makes official clients refuse the whole list. */
function checkObjectSchema(schema: JsonSchema, field: string, name: string): JsonSchema {
  if (typeof schema === "object" && schema.type === "object") return schema;
  throw new TypeError(`tool "${name}": ${field} must be a JSON Schema with "type": "object"; wrap other values in an object`);
}

function checkTimeout(seconds: number | undefined, name: string): number | undefined {
  if (seconds === undefined || (Number.isFinite(seconds) && seconds >= 0)) return seconds;
  throw new TypeError(`tool "${name}": timeoutSeconds must be a number of seconds, 0 for no timeout; it is ${String(seconds)}`);
}
