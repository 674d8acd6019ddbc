/** Specs by kind and key. Knows nothing of decorators: the scanner fills it, or a host by hand; the layer reads it. */
import type { Fault } from "../errors.js";
import { DefinitionError } from "../errors.js";
import type { PrimitiveKind } from "../model/kinds.js";
import { KINDS } from "../model/kinds.js";
import type { PromptSpec } from "../model/prompt-spec.js";
import type { ResourceSpec, ResourceTemplateSpec } from "../model/resource-spec.js";
import { specKind } from "../model/spec.js";
import type { ToolSpec } from "../model/tool-spec.js";
import { describeUnsupported, findUnsupportedKeyword } from "../schema/keywords.js";

export type AnySpec = ToolSpec | ResourceSpec | ResourceTemplateSpec | PromptSpec;

export interface AddOptions {
  /** Take the place of a spec with the same key instead of failing. @default false */
  readonly replace?: boolean;
}

export interface TemplateMatch {
  readonly spec: ResourceTemplateSpec;
  readonly variables: Record<string, string>;
}

/** Called with every spec that is added, replaced or removed. */
export type RegistryListener = (spec: AnySpec) => void;

export class Registry {
  readonly #maps = {
    tool: new Map<string, ToolSpec>(),
    resource: new Map<string, ResourceSpec>(),
    resourceTemplate: new Map<string, ResourceTemplateSpec>(),
    prompt: new Map<string, PromptSpec>(),
  };
  #byLength: readonly ResourceTemplateSpec[] | undefined;
  #version = 0;
  readonly #listeners = new Set<RegistryListener>();

  get tools(): ReadonlyMap<string, ToolSpec> {
    return this.#maps.tool;
  }
  get resources(): ReadonlyMap<string, ResourceSpec> {
    return this.#maps.resource;
  }
  get templates(): ReadonlyMap<string, ResourceTemplateSpec> {
    return this.#maps.resourceTemplate;
  }
  get prompts(): ReadonlyMap<string, PromptSpec> {
    return this.#maps.prompt;
  }

  /** Number of primitives of all kinds. */
  get size(): number {
    return this.tools.size + this.resources.size + this.templates.size + this.prompts.size;
  }

  /** Grows with every change, so that what was computed from the registry knows when it is stale. */
  get version(): number {
    return this.#version;
  }

  /** @throws DefinitionError naming both declarations when the key is taken and `replace` is not set, or for an argument schema that cannot be enforced. */
  add(spec: AnySpec, { replace = false }: AddOptions = {}): this {
    const kind = kindOf(spec);
    const key = keyOf(spec);
    const map = this.#maps[kind] as Map<string, AnySpec>;
    const fault = schemaFault(spec);
    if (fault !== undefined) throw new DefinitionError([fault]);
    const taken = map.get(key);
    if (taken !== undefined && !replace) throw new DefinitionError([duplicateFault(kind, key, taken, spec)]);
    map.set(key, spec);
    this.#touch(spec, taken);
    return this;
  }

  /** Adds every spec of another registry; nothing is added when one of them fails. */
  merge(other: Registry, { replace = false }: AddOptions = {}): this {
    const specs = [...other];
    if (!replace) {
      const faults = specs.flatMap((spec) => {
        const taken = this.find(kindOf(spec), keyOf(spec));
        return taken === undefined ? [] : [duplicateFault(kindOf(spec), keyOf(spec), taken, spec)];
      });
      if (faults.length > 0) throw new DefinitionError(faults);
    }
    for (const spec of specs) this.add(spec, { replace: true });
    return this;
  }

  /** Whether there was such a spec. */
  remove(kind: PrimitiveKind, key: string): boolean {
    const removed = this.#maps[kind].get(key);
    if (removed === undefined) return false;
    this.#maps[kind].delete(key);
    this.#touch(removed);
    return true;
  }

  find(kind: PrimitiveKind, key: string): AnySpec | undefined {
    return this.#maps[kind].get(key);
  }

  /** The template that fits `uri`, longest template text first, so that `…/{+ref}/neighbors` wins over `…/{+ref}`. */
  findTemplate(uri: string): TemplateMatch | undefined {
    this.#byLength ??= [...this.templates.values()].sort((a, b) => b.uriTemplate.length - a.uriTemplate.length);
    for (const spec of this.#byLength) {
      const variables = spec.match(uri);
      if (variables !== undefined) return { spec, variables };
    }
    return undefined;
  }

  /** Returns the function that stops listening. */
  onChange(listener: RegistryListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  *[Symbol.iterator](): IterableIterator<AnySpec> {
    yield* this.tools.values();
    yield* this.resources.values();
    yield* this.templates.values();
    yield* this.prompts.values();
  }

  #touch(...specs: readonly (AnySpec | undefined)[]): void {
    this.#byLength = undefined;
    this.#version++;
    for (const listener of this.#listeners) for (const spec of specs) if (spec !== undefined) listener(spec);
  }
}

/** By brand: specs may come from another copy of this package. @throws DefinitionError for what is no spec. */
export function kindOf(spec: AnySpec): PrimitiveKind {
  const kind = specKind(spec);
  if (kind !== undefined) return kind;
  throw new DefinitionError([
    {
      where: "registry.add",
      problem: "it was given what is no spec",
      remedy: "add a ToolSpec, ResourceSpec, ResourceTemplateSpec or PromptSpec: new ToolSpec({ … })",
    },
  ]);
}

/** What identifies a spec among those of its kind. */
export function keyOf(spec: AnySpec): string {
  return (spec as unknown as Readonly<Record<string, string>>)[KINDS[kindOf(spec)].keyField]!;
}

/** A schema that every call would stumble over is found when the spec is made known, not at the first call. */
export function schemaFault(spec: AnySpec): Fault | undefined {
  const found = "inputSchema" in spec ? findUnsupportedKeyword(spec.inputSchema) : undefined;
  if (found === undefined) return undefined;
  return { where: spec.origin ?? `${KINDS[kindOf(spec)].label} "${keyOf(spec)}"`, ...describeUnsupported(found) };
}

export function duplicateFault(kind: PrimitiveKind, key: string, first: AnySpec, second: AnySpec) {
  return {
    where: second.origin ?? key,
    problem: `the ${KINDS[kind].label} "${key}" is already declared by ${first.origin ?? "an earlier spec"}`,
    remedy: `give one of the two another ${KINDS[kind].keyField}, drop one with @hidden(), or add it with { replace: true }`,
  };
}
