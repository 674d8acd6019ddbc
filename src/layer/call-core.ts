/** The inside of a call, under the middleware: policy, input transforms, validation, handler, normalising. One function per kind, over shared steps. */
import { InvalidArgumentsError, isLayerError } from "../errors.js";
import { MetaKey } from "../model/meta-prefix.js";
import type { PromptSpec } from "../model/prompt-spec.js";
import type { ResourceSpec, ResourceTemplateSpec } from "../model/resource-spec.js";
import type { ToolSpec } from "../model/tool-spec.js";
import type { ToolResult } from "../model/tool-result.js";
import type { AnySpec } from "../registry/registry.js";
import { checkResidual } from "../schema/argument-validator.js";
import type { Call } from "./call.js";
import type { Exposed } from "./catalogue.js";
import type { CompletionTarget } from "./complete.js";
import { normaliseCompletion } from "./complete.js";
import { errorToResult } from "./error-result.js";
import { normaliseToolValue } from "./normalise-tool.js";
import type { OutputOptions } from "./normalise-tool.js";
import { normaliseContents, normalisePrompt } from "./normalise-read.js";
import type { Settings } from "./options.js";
import type { Waiting } from "./settle.js";
import { isThenable, settle } from "./settle.js";

export class CallCores {
  readonly #settings: Settings;
  readonly #waiting: Waiting;

  constructor(settings: Settings, waiting: Waiting) {
    this.#settings = settings;
    this.#waiting = waiting;
  }

  /** Never rejects: whatever fails becomes a result with an error code. */
  async tool(call: Call<Exposed<ToolSpec>>): Promise<ToolResult> {
    const { spec } = call.exposed;
    try {
      const args = await this.#arguments(call);
      if (args instanceof InvalidArgumentsError) return errorToResult(args, this.#settings.metaPrefix);
      const limitMs = spec.timeoutSeconds === undefined ? this.#settings.defaultTimeoutMs : spec.timeoutSeconds * 1000;
      const value = await this.#run(call, limitMs, () => spec.handler(call.context, args));
      return this.#markTransforms(normaliseToolValue(value, call, this.#output(call)), call);
    } catch (error) {
      if (!isLayerError(error)) this.#settings.onError(error, call);
      return errorToResult(error, this.#settings.metaPrefix);
    }
  }

  async resource(call: Call<Exposed<ResourceSpec>>): Promise<unknown> {
    const { spec } = call.exposed;
    await this.#admit(call);
    const value = await this.#run(call, this.#settings.defaultTimeoutMs, () => spec.handler(call.context));
    return normaliseContents(value, call.name, spec.mimeType, call, this.#output(call));
  }

  async template(call: Call<Exposed<ResourceTemplateSpec>>): Promise<unknown> {
    const { spec } = call.exposed;
    const variables = await this.#arguments(call);
    if (variables instanceof InvalidArgumentsError) throw variables;
    const value = await this.#run(call, this.#settings.defaultTimeoutMs, () => spec.handler(call.context, variables));
    return normaliseContents(value, call.name, spec.mimeType, call, this.#output(call));
  }

  async prompt(call: Call<Exposed<PromptSpec>>): Promise<unknown> {
    const { spec } = call.exposed;
    const args = await this.#arguments(call, withoutEmpty);
    if (args instanceof InvalidArgumentsError) throw args;
    const value = await this.#run(call, this.#settings.defaultTimeoutMs, () => spec.handler(call.context, args));
    return normalisePrompt(value, spec.description, call, this.#output(call));
  }

  async completion(call: Call<CompletionTarget>): Promise<unknown> {
    await this.#admit(call);
    const value = await this.#run(call, this.#settings.defaultTimeoutMs, () => call.exposed.handler(call.context, String(Object.values(call.arguments)[0])));
    return normaliseCompletion(value, call.exposed.keep);
  }

  /** What the handler gets, or the refusal. */
  async #arguments(call: Call<Exposed<AnySpec>>, prepare = unchanged): Promise<Record<string, unknown> | InvalidArgumentsError> {
    const { validate, residual } = call.exposed;
    const args = validate(prepare(await this.#admit(call)));
    if (residual !== undefined && !(args instanceof InvalidArgumentsError)) await checkResidual(call.exposed, args);
    return args;
  }

  /** Policy first, so that a refused caller learns nothing about the arguments; then the input transforms. */
  async #admit(call: Call): Promise<Readonly<Record<string, unknown>>> {
    const check = call.check();
    if (check !== undefined) await check;
    const pipeline = this.#settings.transforms.inputFor(call.spec, call.principal);
    return pipeline === undefined ? call.arguments : pipeline.apply(call.arguments, "arguments", call);
  }

  #run(call: Call, limitMs: number, start: () => unknown): unknown {
    const value = start();
    return isThenable(value) ? settle(value, call, limitMs, this.#waiting) : value;
  }

  #output(call: Call): OutputOptions {
    const { maxOutputChars, checkOutput, transforms } = this.#settings;
    return { maxOutputChars, checkOutput, pipeline: transforms.outputFor(call.spec, call.principal) };
  }

  #markTransforms(result: ToolResult, call: Call): ToolResult {
    const names = this.#settings.transforms.outputFor(call.spec, call.principal)?.names;
    if (names === undefined || names.length === 0) return result;
    return result.with({ meta: { ...result.meta, [this.#settings.metaPrefix + MetaKey.Transforms]: [...names] } });
  }
}

type ArgumentsIn = Readonly<Record<string, unknown>>;

function unchanged(args: ArgumentsIn): ArgumentsIn {
  return args;
}

/** Clients send "" for the fields of a prompt's form that the user left empty. */
function withoutEmpty(args: ArgumentsIn): ArgumentsIn {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== ""));
}
