/** Makes the objects whose methods will run: the first step of a scan. */
import type { Fault } from "../errors.js";
import type { Constructor } from "../model/hydration.js";
import type { SchemaModule } from "../schema/manifest.js";
import type { PluginSource } from "./plugin-definition.js";
import { isPluginDefinition } from "./plugin-definition.js";

/** How a DI container makes an instance of a class; `undefined` leaves it to `new`. */
export type Instantiate = (cls: Constructor) => object | undefined;

export interface Instances {
  readonly instances: readonly object[];
  readonly schemas: readonly SchemaModule[];
  readonly faults: readonly Fault[];
}

export function collectInstances(sources: readonly PluginSource[], instantiate: Instantiate | undefined): Instances {
  const instances: object[] = [];
  const schemas: SchemaModule[] = [];
  const faults: Fault[] = [];
  const make = (cls: Constructor): void => {
    const made = makeInstance(cls, instantiate);
    if ("instance" in made) instances.push(made.instance);
    else faults.push(made.fault);
  };
  for (const source of sources) {
    if (isPluginDefinition(source)) {
      schemas.push(...source.schemas);
      source.classes.forEach(make);
    } else if (typeof source === "function") make(source as Constructor);
    else if (typeof source === "object" && source !== null) instances.push(source);
    else faults.push(notAPlugin(source));
  }
  return { instances, schemas, faults };
}

function makeInstance(cls: Constructor, instantiate: Instantiate | undefined): { instance: object } | { fault: Fault } {
  if (typeof cls !== "function") return { fault: notAPlugin(cls) };
  try {
    const given = instantiate?.(cls);
    if (given !== undefined) return { instance: given };
    if (cls.length > 0) return { fault: needsArguments(cls) };
    return { instance: new (cls as new () => object)() };
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { fault: { where: cls.name, problem: `its constructor threw ${text}`, remedy: "mend the constructor, or pass a ready instance in `plugins`" } };
  }
}

function needsArguments(cls: Constructor): Fault {
  return {
    where: cls.name,
    problem: `its constructor takes ${cls.length} argument${cls.length === 1 ? "" : "s"}, which a scan cannot know`,
    remedy: `pass an instance in \`plugins\` (new ${cls.name}(…)), or an \`instantiate\` function for your container`,
  };
}

function notAPlugin(source: unknown): Fault {
  return {
    where: "plugins",
    problem: `${source === null ? "null" : typeof source} is not a plugin`,
    remedy: "pass what definePlugin() returned, a class, or an instance of one (a default export missing from an import is undefined)",
  };
}
