/** Finds the view of a principal: one per group that the policy and the transforms treat alike, dropped when the registry changes. */
import type { Principal } from "../model/principal.js";
import type { AnySpec, Registry } from "../registry/registry.js";
import type { Catalogue } from "./catalogue.js";
import { buildCatalogue } from "./catalogue.js";
import type { Settings } from "./options.js";
import { View } from "./view.js";

/** Groups are few (sets of roles); a policy that makes one per principal must not fill the memory. */
const MAX_VIEWS = 512;

export class Views {
  readonly #registry: Registry;
  readonly #settings: Settings;
  readonly #keep: (spec: AnySpec) => boolean;
  #catalogue: Catalogue;
  #version: number;
  readonly #views = new Map<string, View>();

  /** @throws DefinitionError for names that the prefix makes too long. */
  constructor(registry: Registry, settings: Settings, keep: (spec: AnySpec) => boolean) {
    this.#registry = registry;
    this.#settings = settings;
    this.#keep = keep;
    this.#version = registry.version;
    this.#catalogue = buildCatalogue(registry, settings.prefix, keep);
  }

  of(principal: Principal): View {
    const { policy, transforms, metaPrefix } = this.#settings;
    if (this.#version !== this.#registry.version) this.#rebuild();
    const key = `${policy.viewKey(principal)}\n${transforms.viewKey(principal)}`;
    const known = this.#views.get(key);
    if (known !== undefined) return known;
    if (this.#views.size >= MAX_VIEWS) this.#views.clear();
    const view = new View(this.#catalogue, principal, policy, transforms, metaPrefix);
    this.#views.set(key, view);
    return view;
  }

  #rebuild(): void {
    this.#version = this.#registry.version;
    this.#catalogue = buildCatalogue(this.#registry, this.#settings.prefix, this.#keep);
    this.#views.clear();
  }
}
