/** What a host says when it makes a layer, checked once. */
import type { Constructor } from "../model/hydration.js";
import { checkMetaPrefix, META_PREFIX } from "../model/meta-prefix.js";
import { checkPrefix } from "../model/name.js";
import type { Registry } from "../registry/registry.js";
import type { Instantiate } from "../scan/instances.js";
import type { PluginSource } from "../scan/plugin-definition.js";
import type { SchemaModule } from "../schema/manifest.js";
import type { CallInfo, Middleware } from "./call-info.js";
import type { Filters } from "./filters.js";
import type { OutputCheck } from "./output-check.js";
import { createOutputCheck } from "./output-check.js";
import type { PolicyPort, TransformPort } from "./ports.js";
import { noTransforms, openPolicy } from "./ports.js";

export interface LayerOptions extends Filters {
  /** Definitions, classes or instances to scan. */
  readonly plugins?: readonly PluginSource[];
  /** Schemas of classes and instances that come without a definition. */
  readonly schemas?: SchemaModule | readonly SchemaModule[];
  /** Makes instances of plugin classes, for a DI container. */
  readonly instantiate?: (cls: Constructor) => object | undefined;
  /** Specs made by hand; used beside `plugins`. */
  readonly registry?: Registry;
  /** @default everything is allowed */
  readonly policy?: PolicyPort;
  /** @default none */
  readonly transforms?: TransformPort;
  /** Outermost first. */
  readonly middleware?: readonly Middleware[];
  /** Put before the names of tools and prompts; at most 64 of `A-Za-z0-9_.-`. @default "" */
  readonly prefix?: string;
  /** Seconds a handler may take; 0 = no limit. @default 300 */
  readonly defaultTimeout?: number;
  /** Seconds of silence after which a client that waits for progress is told that its call still runs; 0 = never. @default 15 */
  readonly heartbeatSeconds?: number;
  /** Longest text of one result, in characters. @default 200_000 */
  readonly maxOutputChars?: number;
  /** How the server introduces itself. @default "cloudg-mcp" */
  readonly name?: string;
  /** @default "0.0.0" */
  readonly version?: string;
  /** What clients tell the model about the server. */
  readonly instructions?: string;
  /** @default META_PREFIX */
  readonly metaPrefix?: string;
  /**
   * Compare what handlers return with their tools' output schemas, and warn (`process.emitWarning`) once for each tool and path that differs. For development:
   * results go out all the same. @default NODE_ENV is not "production"
   */
  readonly checkOutput?: boolean;
  /** Takes what handlers and listeners throw, with its stack. @default written to stderr */
  readonly onError?: (error: unknown, info?: CallInfo) => void;
}

export interface Settings {
  readonly policy: PolicyPort;
  readonly transforms: TransformPort;
  readonly prefix: string;
  readonly defaultTimeoutMs: number;
  readonly heartbeatMs: number;
  readonly maxOutputChars: number;
  readonly name: string;
  readonly version: string;
  readonly instructions: string | undefined;
  readonly metaPrefix: string;
  readonly instantiate: Instantiate | undefined;
  readonly checkOutput: OutputCheck | undefined;
  readonly onError: (error: unknown, info?: CallInfo) => void;
}

/** @throws TypeError for a prefix or a number that cannot be used. */
export function checkOptions(options: LayerOptions): Settings {
  const { defaultTimeout = 300, heartbeatSeconds = 15, maxOutputChars = 200_000 } = options;
  if (!(Number.isFinite(defaultTimeout) && defaultTimeout >= 0))
    throw new TypeError(`defaultTimeout is a number of seconds, 0 for no limit; it is ${String(defaultTimeout)}`);
  if (!(Number.isFinite(heartbeatSeconds) && heartbeatSeconds >= 0))
    throw new TypeError(`heartbeatSeconds is a number of seconds, 0 for none; it is ${String(heartbeatSeconds)}`);
  if (!(Number.isInteger(maxOutputChars) && maxOutputChars > 0))
    throw new TypeError(`maxOutputChars is a whole number above 0; it is ${String(maxOutputChars)}`);
  return {
    policy: options.policy ?? openPolicy,
    transforms: options.transforms ?? noTransforms,
    prefix: checkPrefix(options.prefix ?? ""),
    defaultTimeoutMs: defaultTimeout * 1000,
    heartbeatMs: heartbeatSeconds * 1000,
    maxOutputChars,
    name: options.name ?? "cloudg-mcp",
    version: options.version ?? "0.0.0",
    instructions: options.instructions,
    metaPrefix: checkMetaPrefix(options.metaPrefix ?? META_PREFIX),
    instantiate: options.instantiate,
    checkOutput: (options.checkOutput ?? process.env["NODE_ENV"] !== "production") ? createOutputCheck() : undefined,
    onError: options.onError ?? writeError,
  };
}

function writeError(error: unknown, info?: CallInfo): void {
  const where = info === undefined ? "cloudg-mcp" : `cloudg-mcp: ${info.kind} "${info.name}"`;
  process.stderr.write(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
