/** A resource with a fixed URI, and a family of resources behind a URI template. */
import { checkUri } from "../uri/uri.js";
import { UriTemplate } from "../uri/template.js";
import type { ContentAnnotations } from "./annotations.js";
import { contentAnnotationsToWire } from "./annotations.js";
import type { SpecInit, WireOptions } from "./spec.js";
import { brandSpec, Spec } from "./spec.js";
import type { ArgumentsInit, ResidualCheck } from "./arguments.js";
import type { HydrationMark } from "./hydration.js";
import type { JsonSchema } from "./json-schema.js";
import type { ToolContext } from "./tool-context.js";

export type ResourceHandler = (ctx: ToolContext) => unknown;
/** Called with the decoded variables (validated, where a schema is known) as one object. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a hand-written handler names the variables of its template
export type ResourceTemplateHandler = (ctx: ToolContext, variables: any) => unknown;
/** Values that could follow what was typed so far; each is turned into a string. */
export type CompletionHandler = (ctx: ToolContext, partial: string) => Iterable<unknown> | Promise<Iterable<unknown>>;

interface ReadableInit extends SpecInit {
  /** @default "application/json" */
  readonly mimeType?: string | undefined;
  readonly annotations?: ContentAnnotations | undefined;
}

abstract class ReadableSpec extends Spec {
  readonly mimeType: string;
  readonly annotations: ContentAnnotations | undefined;

  constructor(init: ReadableInit) {
    super(init);
    if (init.name === "") throw new TypeError("a resource needs a name to show");
    this.mimeType = init.mimeType ?? "application/json";
    this.annotations = init.annotations;
  }

  protected readableToWire(uri: Record<string, string>, options: WireOptions, extra: Record<string, unknown> = {}): Record<string, unknown> {
    const annotations = contentAnnotationsToWire(this.annotations);
    return {
      ...uri,
      name: this.name,
      mimeType: this.mimeType,
      ...(this.description === "" ? {} : { description: this.description }),
      ...(annotations === undefined ? {} : { annotations }),
      ...extra,
      ...this.displayToWire(),
      _meta: this.metaToWire(options),
    };
  }
}

export interface ResourceSpecInit extends ReadableInit {
  readonly uri: string;
  readonly handler: ResourceHandler;
  /** Bytes, where known. */
  readonly size?: number | undefined;
}

export class ResourceSpec extends ReadableSpec {
  readonly uri: string;
  readonly handler: ResourceHandler;
  readonly size: number | undefined;

  /** @throws TypeError for a URI, sensitivity or capability that is not one. */
  constructor(init: ResourceSpecInit) {
    super(init);
    this.uri = checkUri(init.uri);
    this.handler = init.handler;
    this.size = init.size;
    Object.freeze(this);
  }

  toWire(options: WireOptions = {}): Record<string, unknown> {
    return this.readableToWire({ uri: this.uri }, options, this.size === undefined ? {} : { size: this.size });
  }
}
brandSpec(ResourceSpec, "resource");

export interface ResourceTemplateSpecInit extends ReadableInit, ArgumentsInit {
  readonly uriTemplate: string;
  readonly handler: ResourceTemplateHandler;
  /** By variable. */
  readonly completions?: Readonly<Record<string, CompletionHandler>> | undefined;
}

export class ResourceTemplateSpec extends ReadableSpec {
  readonly uriTemplate: string;
  readonly template: UriTemplate;
  readonly handler: ResourceTemplateHandler;
  readonly completions: Readonly<Record<string, CompletionHandler>>;
  /** Absent: variables reach the handler as the strings they are. */
  readonly inputSchema: JsonSchema | undefined;
  readonly hydrate: readonly HydrationMark[];
  readonly residual: ResidualCheck | undefined;

  /** @throws UriTemplateError for a template that is not one, TypeError for a completion of a variable it does not have. */
  constructor(init: ResourceTemplateSpecInit) {
    super(init);
    this.uriTemplate = init.uriTemplate;
    this.template = new UriTemplate(init.uriTemplate);
    this.handler = init.handler;
    this.completions = Object.freeze({ ...init.completions });
    this.inputSchema = init.inputSchema;
    this.hydrate = init.hydrate ?? [];
    this.residual = init.residual;
    for (const variable of Object.keys(this.completions)) {
      if (!this.variables.includes(variable))
        throw new TypeError(`${this.uriTemplate}: a completion for "${variable}", which is no variable of it (${this.variables.join(", ")})`);
    }
    Object.freeze(this);
  }

  get variables(): readonly string[] {
    return this.template.variables;
  }

  match(uri: string): Record<string, string> | undefined {
    return this.template.match(uri);
  }

  expand(values: Readonly<Record<string, unknown>>): string {
    return this.template.expand(values);
  }

  canonical(values: Readonly<Record<string, unknown>>): string {
    return this.template.canonical(values);
  }

  toWire(options: WireOptions = {}): Record<string, unknown> {
    return this.readableToWire({ uriTemplate: this.uriTemplate }, options);
  }
}
brandSpec(ResourceTemplateSpec, "resourceTemplate");
