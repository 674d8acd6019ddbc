/** What the decorators take, as small traits: each decorator's options are an intersection of them. */
import type { ContentAnnotations } from "../model/annotations.js";
import type { Capability } from "../model/capability.js";
import type { Constructor } from "../model/hydration.js";
import type { Icon } from "../model/icon.js";
import type { JsonSchema } from "../model/json-schema.js";
import type { PromptArgument } from "../model/prompt-spec.js";
import type { CompletionHandler } from "../model/resource-spec.js";
import type { Sensitivity } from "../model/sensitivity.js";

export interface Described {
  /** Shown to people. */
  readonly title?: string;
  /** @default the method's doc comment */
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Merged into `_meta` after the layer's own keys. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface Guarded {
  /** Used by filters and policies. @default the class's, else "general" */
  readonly category?: string;
  /** @default the class's, else none */
  readonly tags?: readonly string[];
  /** @default the class's, else "confidential" ("internal" for prompts) */
  readonly sensitivity?: Sensitivity;
  /** What it may touch. @default the class's, else ["read_state"] */
  readonly capabilities?: readonly Capability[];
}

export interface Hinted {
  /** Each hint is derived from the capabilities when left out. */
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

export interface ToolOptions extends Described, Guarded, Hinted {
  /** Takes the place of the schema derived from the parameters. */
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** `true`: derive the output schema from the return type; a class: from that class. Read at build time. @default false */
  readonly output?: boolean | Constructor;
  /** Options for a policy's transforms, by transform name. */
  readonly transformHints?: Readonly<Record<string, unknown>>;
  /** Seconds; 0 = none. @default the layer's */
  readonly timeoutSeconds?: number;
  /**
   * Module whose export of the method's name (or default export) runs in place of the method, in a worker thread: for work that keeps a processor busy.
   * A string is relative to the file of the class. It is called with a WorkerContext, then the arguments, copied (structured clone). A timeout stops it for good.
   * @default none
   */
  readonly worker?: string | URL;
}

/** A method of the class by name, or a function. */
export type CompletionSource = string | CompletionHandler;

export interface ReadableOptions extends Described, Guarded {
  /** Display name. @default the method's name */
  readonly name?: string;
  /** @default "application/json" */
  readonly mimeType?: string;
  readonly annotations?: ContentAnnotations;
}

export interface ResourceOptions extends ReadableOptions {
  /** Bytes, where known. */
  readonly size?: number;
}

export interface ResourceTemplateOptions extends ReadableOptions {
  /** By variable. */
  readonly completions?: Readonly<Record<string, CompletionSource>>;
}

export interface PromptOptions extends Described, Guarded {
  /** Overrides of what the parameters say, by argument name. */
  readonly arguments?: readonly PromptArgument[];
}

/** Defaults for the members of a class. */
export interface PluginOptions extends Guarded {
  /** How logs and messages call the plugin. @default the class's name */
  readonly name?: string;
}

export interface ArgumentExtras {
  readonly title?: string;
  readonly examples?: readonly unknown[];
  /** Proposes values for a prompt's argument. */
  readonly completion?: CompletionSource;
  readonly [keyword: string]: unknown;
}
