/** Puts one generation's primitives in the place of another's, and tells what that changed for clients. Serves `dev`. */
import type { WireList } from "../../layer/view.js";
import type { Layer } from "../../layer/layer.js";
import type { ChangeKind } from "../../model/tool-context.js";
import { keyOf, kindOf } from "../../registry/registry.js";
import type { AnySpec } from "../../registry/registry.js";

type ListKind = Exclude<ChangeKind, "resource">;

/** By list: names added, removed, and kept with another definition. */
export interface ListChange {
  readonly kind: ListKind;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/**
 * In one go, so that no call meets half of each.
 * @param specs In the order in which they are listed. @returns Only the lists that are not what they were.
 */
export function swapSpecs(layer: Layer, specs: readonly AnySpec[]): ListChange[] {
  const before = listsOf(layer);
  for (const spec of [...layer.registry]) layer.registry.remove(kindOf(spec), keyOf(spec));
  for (const spec of specs) layer.registry.add(spec);
  const after = listsOf(layer);
  return [...before].flatMap(([kind, list]) => compareLists(kind, list, after.get(kind)!) ?? []);
}

type Definitions = ReadonlyMap<string, string>;

function listsOf(layer: Layer): ReadonlyMap<ListKind, Definitions> {
  return new Map<ListKind, Definitions>([
    ["tools", definitionsOf(layer.toolsWire())],
    ["resources", definitionsOf([...layer.resourcesWire(), ...layer.resourceTemplatesWire()])],
    ["prompts", definitionsOf(layer.promptsWire())],
  ]);
}

function definitionsOf(list: WireList): Definitions {
  return new Map(list.map((wire) => [String(wire["uri"] ?? wire["uriTemplate"] ?? wire["name"]), JSON.stringify(wire)]));
}

function compareLists(kind: ListKind, before: Definitions, after: Definitions): ListChange | undefined {
  const added = [...after.keys()].filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const changed = [...after].filter(([name, definition]) => before.has(name) && before.get(name) !== definition).map(([name]) => name);
  return added.length + removed.length + changed.length === 0 ? undefined : { kind, added, removed, changed };
}

const MAX_NAMED = 8;

/** `tools: + count, - old, ~ search`, each list on a line of its own. */
export function describeChanges(changes: readonly ListChange[]): string {
  return changes
    .map(({ kind, added, removed, changed }) => {
      const all = [...added.map((name) => `+ ${name}`), ...removed.map((name) => `- ${name}`), ...changed.map((name) => `~ ${name}`)];
      const more = all.length > MAX_NAMED ? `, and ${all.length - MAX_NAMED} more` : "";
      return `  ${kind}: ${all.slice(0, MAX_NAMED).join(", ")}${more}`;
    })
    .join("\n");
}
