/** One merged member and its schema entry in, one spec out. Every reason why it cannot be one is an exception that the scan turns into a fault. */
import type { ArgumentExtras, CompletionSource, PromptOptions, ResourceOptions, ResourceTemplateOptions, ToolOptions } from "../decorators/options.js";
import { memberName } from "../metadata/lineage.js";
import type { ResidualCheck } from "../model/arguments.js";
import type { HydrationMark } from "../model/hydration.js";
import type { PromptArgument } from "../model/prompt-spec.js";
import { PromptSpec } from "../model/prompt-spec.js";
import type { CompletionHandler } from "../model/resource-spec.js";
import { ResourceSpec, ResourceTemplateSpec } from "../model/resource-spec.js";
import type { SpecInit } from "../model/spec.js";
import { ToolSpec } from "../model/tool-spec.js";
import type { AnySpec } from "../registry/registry.js";
import type { MemberEntry } from "../schema/manifest.js";
import { ARGUMENTS_SLOT, CONTEXT_SLOT } from "../schema/manifest.js";
import { compileResidual } from "../schema/residual.js";
import type { BoundHandler } from "./bind-handler.js";
import { bindHandler, bindWorker } from "./bind-handler.js";
import type { MergedMember } from "./member-merge.js";
import { findWorker } from "./worker-file.js";

export interface BuildInput {
  readonly merged: MergedMember;
  readonly entry: MemberEntry;
  readonly hydrate: readonly HydrationMark[];
  readonly instance: object;
  /** `Class.member`. */
  readonly origin: string;
}

/** @throws TypeError or UriTemplateError that says what is wrong with the declaration. */
export function buildSpec(input: BuildInput): AnySpec {
  return BUILDERS[input.merged.kind](input);
}

const NO_ARGUMENTS = Object.freeze({});
const BUILDERS = { tool: buildTool, resource: buildResource, resourceTemplate: buildTemplate, prompt: buildPrompt };

function buildTool(input: BuildInput): ToolSpec {
  const { entry, hydrate } = input;
  const options = input.merged.options as ToolOptions;
  const { readOnly, destructive, idempotent, openWorld } = options;
  const own = options.inputSchema !== undefined;
  return new ToolSpec({
    ...common(input, options),
    handler: options.worker === undefined ? handlerOf(input) : bindWorker(findWorker(options.worker), memberName(input.merged.member), entry.params),
    inputSchema: options.inputSchema ?? entry.schema,
    hydrate: own ? [] : hydrate,
    residual: own ? undefined : residualOf(input),
    outputSchema: options.outputSchema ?? entry.output,
    annotations: { readOnlyHint: readOnly, destructiveHint: destructive, idempotentHint: idempotent, openWorldHint: openWorld },
    transformHints: options.transformHints,
    timeoutSeconds: options.timeoutSeconds,
  });
}

function buildResource(input: BuildInput): ResourceSpec {
  const options = input.merged.options as ResourceOptions;
  const { mimeType, annotations, size } = options;
  const names = argumentNames(input.entry);
  if (names.length > 0)
    throw new TypeError(`a resource has one URI and no arguments, but the method takes ${list(names)}; use @resourceTemplate for a family of URIs`);
  const bound = handlerOf(input);
  return new ResourceSpec({
    ...common(input, options, options.name),
    uri: required(input),
    mimeType,
    annotations,
    size,
    handler: (ctx) => bound(ctx, NO_ARGUMENTS),
  });
}

function buildTemplate(input: BuildInput): ResourceTemplateSpec {
  const options = input.merged.options as ResourceTemplateOptions;
  const { mimeType, annotations, completions = {} } = options;
  const spec = new ResourceTemplateSpec({
    ...common(input, options, options.name),
    uriTemplate: required(input),
    mimeType,
    annotations,
    completions: Object.fromEntries(Object.entries(completions).map(([variable, source]) => [variable, completionOf(input.instance, source)])),
    inputSchema: input.entry.schema,
    hydrate: input.hydrate,
    residual: residualOf(input),
    handler: handlerOf(input),
  });
  checkVariables(spec, argumentNames(input.entry));
  return spec;
}

function buildPrompt(input: BuildInput): PromptSpec {
  const options = input.merged.options as PromptOptions;
  return new PromptSpec({
    ...common(input, options),
    arguments: promptArguments(input, options.arguments ?? []),
    inputSchema: input.entry.schema,
    hydrate: input.hydrate,
    residual: residualOf(input),
    handler: handlerOf(input),
  });
}

function common({ merged, entry, origin }: BuildInput, options: ToolOptions, displayName?: string): SpecInit {
  const { title, description = entry.description, category, tags, sensitivity, capabilities, icons, meta } = options;
  const name = displayName ?? (merged.kind === "tool" || merged.kind === "prompt" ? merged.target : undefined) ?? nameOf(merged);
  return { name, title, description, category, tags, sensitivity, capabilities, icons, meta, origin };
}

function nameOf({ member, kind }: MergedMember): string {
  if (typeof member === "string") return member;
  throw new TypeError(`a method named by a symbol has no name for the wire; write @${kind}("name")`);
}

function required({ merged }: BuildInput): string {
  if (merged.target !== undefined && merged.target !== "") return merged.target;
  throw new TypeError(`@${merged.kind} needs a URI as its first argument`);
}

function handlerOf({ instance, merged, entry }: BuildInput): BoundHandler {
  return bindHandler(instance, merged.member, entry.params);
}

/** class-validator runs at call time only where the emitter found a validator that no schema can say. */
function residualOf({ entry, merged }: BuildInput): ResidualCheck | undefined {
  if (entry.residual !== true) return undefined;
  const named = entry.params.flatMap((slot, index): [string, readonly PropertyDecorator[]][] => {
    const validators = merged.args.get(index)?.validators ?? [];
    return validators.length === 0 || slot === CONTEXT_SLOT || slot === ARGUMENTS_SLOT ? [] : [[slot, validators]];
  });
  return compileResidual(new Map(named));
}

/** The names a caller may pass: the parameters, or the properties of the whole-arguments parameter. */
function argumentNames({ params, schema }: MemberEntry): string[] {
  if (params.includes(ARGUMENTS_SLOT)) return Object.keys(schema.properties ?? {});
  return params.filter((slot) => slot !== CONTEXT_SLOT);
}

function checkVariables({ uriTemplate, variables }: ResourceTemplateSpec, names: readonly string[]): void {
  const unbound = variables.filter((variable) => !names.includes(variable));
  const unknown = names.filter((name) => !variables.includes(name));
  if (unbound.length > 0)
    throw new TypeError(
      `${uriTemplate}: the variable ${list(unbound)} is no parameter of the method (${list(names)}); name the parameters after the variables`,
    );
  if (unknown.length > 0)
    throw new TypeError(
      `${uriTemplate}: the parameter ${list(unknown)} is no variable of the template (${list(variables)}); name the parameters after the variables`,
    );
}

function promptArguments(input: BuildInput, overrides: readonly PromptArgument[]): PromptArgument[] {
  const { entry, merged, instance } = input;
  const names = argumentNames(entry);
  const stray = overrides.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (stray.length > 0) throw new TypeError(`arguments: ${list(stray)} is no parameter of the method (${list(names)})`);
  return names.map((name) => {
    const schema = entry.schema.properties?.[name] ?? {};
    const extras: ArgumentExtras = merged.args.get(entry.params.indexOf(name))?.extras ?? {};
    const derived: PromptArgument = {
      name,
      required: entry.schema.required?.includes(name) ?? false,
      description: schema.description,
      title: extras.title,
      completion: extras.completion === undefined ? undefined : completionOf(instance, extras.completion),
    };
    return { ...derived, ...overrides.find((override) => override.name === name) };
  });
}

function completionOf(instance: object, source: CompletionSource): CompletionHandler {
  if (typeof source === "function") return source;
  const methods = instance as Record<string, CompletionHandler | undefined>;
  if (typeof methods[source] !== "function")
    throw new TypeError(`the completion "${source}" is no method of the class; name a method (ctx, partial) => string[]`);
  return (ctx, partial) => methods[source]!(ctx, partial);
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map((name) => `"${name}"`).join(", ");
}

/** `Class.member`, and the class it was inherited from where that is another. */
export function originOf(cls: { readonly name: string }, { member, owner }: MergedMember): string {
  const inherited = owner === cls ? "" : ` (inherited from ${owner.name})`;
  return `${cls.name}.${memberName(member)}${inherited}`;
}
