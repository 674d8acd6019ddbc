/** The primitives of a layer under their exposed names, each with what calls of it need: built once per state of the registry, not per call. */
import type { Fault } from "../errors.js";
import { DefinitionError } from "../errors.js";
import type { ResidualCheck } from "../model/arguments.js";
import type { JsonSchema } from "../model/json-schema.js";
import type { PromptSpec } from "../model/prompt-spec.js";
import type { ResourceSpec, ResourceTemplateSpec } from "../model/resource-spec.js";
import type { ToolSpec } from "../model/tool-spec.js";
import { isValidName } from "../model/name.js";
import type { AnySpec, Registry } from "../registry/registry.js";
import { kindOf } from "../registry/registry.js";
import type { ArgumentAttempt, ArgumentContract } from "../schema/argument-validator.js";
import { compileAttempt } from "../schema/argument-validator.js";

export interface Exposed<S extends AnySpec> {
  readonly spec: S;
  /** With the layer's prefix for tools and prompts; URI or template otherwise. */
  readonly name: string;
  /** Coerced arguments, or the refusal, returned since throwing it would cost as much as the check. Compiled at first use. */
  readonly validate: ArgumentAttempt;
  /** A second check of the arguments, where no schema can say everything. */
  readonly residual: ResidualCheck | undefined;
}

export interface Catalogue {
  readonly tools: readonly Exposed<ToolSpec>[];
  readonly resources: readonly Exposed<ResourceSpec>[];
  readonly templates: readonly Exposed<ResourceTemplateSpec>[];
  readonly prompts: readonly Exposed<PromptSpec>[];
}

/** @throws DefinitionError naming every tool and prompt whose name is not valid once the prefix is put before it. */
export function buildCatalogue(registry: Registry, prefix: string, keep: (spec: AnySpec) => boolean): Catalogue {
  const faults: Fault[] = [];
  const named = <S extends ToolSpec | PromptSpec>(specs: ReadonlyMap<string, S>, contract: (spec: S) => ArgumentContract): Exposed<S>[] =>
    [...specs.values()].filter(keep).map((spec) => {
      const name = prefix + spec.name;
      if (!isValidName(name)) faults.push(tooLong(spec, name));
      return { spec, name, validate: lazyValidator(() => contract(spec)), residual: spec.residual };
    });
  const catalogue: Catalogue = {
    tools: named(registry.tools, (spec) => ({ schema: spec.inputSchema, hydrate: spec.hydrate })),
    resources: [...registry.resources.values()].filter(keep).map((spec) => ({ spec, name: spec.uri, validate: noArguments, residual: undefined })),
    templates: [...registry.templates.values()]
      .filter(keep)
      .map((spec) => ({ spec, name: spec.uriTemplate, validate: lazyValidator(() => templateContract(spec)), residual: spec.residual })),
    prompts: named(registry.prompts, promptContract),
  };
  if (faults.length > 0) throw new DefinitionError(faults);
  return catalogue;
}

/** A thousand tools are listed by everybody and called by few: their validators are compiled when first called. */
function lazyValidator(contract: () => ArgumentContract): ArgumentAttempt {
  let compiled: ArgumentAttempt | undefined;
  return (input) => (compiled ??= compileAttempt(contract()))(input);
}

const noArguments: ArgumentAttempt = () => ({});

function templateContract({ inputSchema, hydrate, variables }: ResourceTemplateSpec): ArgumentContract {
  return { schema: inputSchema ?? stringArguments(variables, variables), hydrate };
}

function promptContract(spec: PromptSpec): ArgumentContract {
  const names = spec.arguments.map(({ name }) => name);
  const required = spec.arguments.filter((argument) => argument.required === true).map(({ name }) => name);
  return { schema: spec.inputSchema ?? stringArguments(names, required), hydrate: spec.hydrate };
}

function stringArguments(names: readonly string[], required: readonly string[]): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: [...required],
    additionalProperties: false,
  };
}

function tooLong(spec: AnySpec, name: string): Fault {
  return {
    where: spec.origin ?? spec.name,
    problem: `with the layer's prefix its ${kindOf(spec)} name is ${name.length} characters long; 128 are allowed`,
    remedy: "shorten the prefix or the name",
  };
}
