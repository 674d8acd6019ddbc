/** A prompt: named text arguments in, messages for a model out. */
import type { HydrationMark } from "./hydration.js";
import type { JsonSchema } from "./json-schema.js";
import { checkName } from "./name.js";
import type { CompletionHandler } from "./resource-spec.js";
import { Sensitivity } from "./sensitivity.js";
import type { SpecInit, WireOptions } from "./spec.js";
import { brandSpec, Spec } from "./spec.js";
import type { ArgumentsInit, ResidualCheck } from "./arguments.js";
import type { ToolContext } from "./tool-context.js";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a hand-written handler names the arguments it declared
export type PromptHandler = (ctx: ToolContext, args: any) => unknown;

export interface PromptArgument {
  readonly name: string;
  /** @default "" */
  readonly description?: string | undefined;
  /** @default false */
  readonly required?: boolean | undefined;
  readonly title?: string | undefined;
  readonly completion?: CompletionHandler | undefined;
}

export interface PromptSpecInit extends SpecInit, ArgumentsInit {
  readonly handler: PromptHandler;
  readonly arguments?: readonly PromptArgument[] | undefined;
}

export class PromptSpec extends Spec {
  readonly handler: PromptHandler;
  readonly arguments: readonly PromptArgument[];
  /** Absent: arguments reach the handler as the strings they are. */
  readonly inputSchema: JsonSchema | undefined;
  readonly hydrate: readonly HydrationMark[];
  readonly residual: ResidualCheck | undefined;

  /** @throws TypeError for a bad name or two arguments of one name. */
  constructor(init: PromptSpecInit) {
    super(init, Sensitivity.Internal);
    checkName(init.name, "prompt");
    this.handler = init.handler;
    this.arguments = Object.freeze((init.arguments ?? []).map((argument) => Object.freeze({ ...argument })));
    this.inputSchema = init.inputSchema;
    this.hydrate = init.hydrate ?? [];
    this.residual = init.residual;
    const names = this.arguments.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new TypeError(`prompt "${init.name}" declares the argument "${twice}" twice`);
    Object.freeze(this);
  }

  /** @throws TypeError when the exposed name (after the prefix) is not a valid name. */
  toWire(name: string = this.name, options: WireOptions = {}): Record<string, unknown> {
    return {
      name: checkName(name, "prompt"),
      description: this.description,
      arguments: this.arguments.map(argumentToWire),
      ...this.displayToWire(),
      _meta: this.metaToWire(options),
    };
  }
}
brandSpec(PromptSpec, "prompt");

function argumentToWire({ name, required = false, description = "", title }: PromptArgument): Record<string, unknown> {
  return { name, required, description, ...(title === undefined ? {} : { title }) };
}
