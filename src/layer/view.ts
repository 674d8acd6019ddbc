/** The catalogue as one group of principals sees it: look-up tables and finished list answers, computed once per group. */
import type { PromptSpec } from "../model/prompt-spec.js";
import type { Principal } from "../model/principal.js";
import type { ResourceSpec, ResourceTemplateSpec } from "../model/resource-spec.js";
import { deepFreeze } from "../model/spec.js";
import type { ToolSpec } from "../model/tool-spec.js";
import type { AnySpec } from "../registry/registry.js";
import type { Catalogue, Exposed } from "./catalogue.js";
import type { PolicyPort, TransformPort } from "./ports.js";

export type WireList = readonly Readonly<Record<string, unknown>>[];

export interface TemplateHit {
  readonly exposed: Exposed<ResourceTemplateSpec>;
  readonly variables: Record<string, string>;
}

export class View {
  readonly tools: ReadonlyMap<string, Exposed<ToolSpec>>;
  readonly resources: ReadonlyMap<string, Exposed<ResourceSpec>>;
  readonly templates: ReadonlyMap<string, Exposed<ResourceTemplateSpec>>;
  readonly prompts: ReadonlyMap<string, Exposed<PromptSpec>>;
  readonly toolsWire: WireList;
  readonly resourcesWire: WireList;
  readonly resourceTemplatesWire: WireList;
  readonly promptsWire: WireList;
  readonly #byLength: readonly Exposed<ResourceTemplateSpec>[];

  constructor(catalogue: Catalogue, principal: Principal, policy: PolicyPort, transforms: TransformPort, metaPrefix: string) {
    const seen = <S extends AnySpec>(all: readonly Exposed<S>[]): Exposed<S>[] => all.filter(({ spec }) => policy.isVisible(spec, principal));
    const [tools, resources, templates, prompts] = [seen(catalogue.tools), seen(catalogue.resources), seen(catalogue.templates), seen(catalogue.prompts)];
    this.tools = byName(tools);
    this.resources = byName(resources);
    this.templates = byName(templates);
    this.prompts = byName(prompts);
    this.#byLength = [...templates].sort((a, b) => b.name.length - a.name.length);
    // A schema of what comes out would be wrong once a transform has changed it.
    this.toolsWire = deepFreeze(
      tools.map(({ spec, name }) => spec.toWire(name, { metaPrefix, includeOutputSchema: transforms.outputFor(spec, principal) === undefined })),
    );
    this.resourcesWire = deepFreeze(resources.map(({ spec }) => spec.toWire({ metaPrefix })));
    this.resourceTemplatesWire = deepFreeze(templates.map(({ spec }) => spec.toWire({ metaPrefix })));
    this.promptsWire = deepFreeze(prompts.map(({ spec, name }) => spec.toWire(name, { metaPrefix })));
  }

  /** The visible template that fits, longest template text first. */
  findTemplate(uri: string): TemplateHit | undefined {
    for (const exposed of this.#byLength) {
      const variables = exposed.spec.match(uri);
      if (variables !== undefined) return { exposed, variables };
    }
    return undefined;
  }
}

function byName<S extends AnySpec>(all: readonly Exposed<S>[]): ReadonlyMap<string, Exposed<S>> {
  return new Map(all.map((exposed) => [exposed.name, exposed]));
}
