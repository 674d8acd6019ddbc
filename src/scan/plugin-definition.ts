/** What a plugin package exports: its classes and the schemas emitted for them. The scanner's input. */
import type { Constructor } from "../model/hydration.js";
import { isSchemaModule } from "../schema/manifest.js";
import type { SchemaModule } from "../schema/manifest.js";

export interface PluginDefinitionInit {
  /** Classes with decorated methods. A class whose constructor takes arguments needs the host's `instantiate`. */
  readonly classes: readonly Constructor[];
  /** The default export of the package's generated module. */
  readonly schemas?: SchemaModule | readonly SchemaModule[];
}

export interface PluginDefinition {
  readonly classes: readonly Constructor[];
  readonly schemas: readonly SchemaModule[];
}

const BRAND = Symbol.for("cloudg-mcp:plugin-definition");

/** `import schemas from "./schemas.generated.js"; export default definePlugin({ classes: [Inventory], schemas });` */
export function definePlugin({ classes, schemas }: PluginDefinitionInit): PluginDefinition {
  const definition: PluginDefinition = { classes: [...classes], schemas: schemas === undefined ? [] : isSchemaModule(schemas) ? [schemas] : [...schemas] };
  Object.defineProperty(definition, BRAND, { value: true });
  return Object.freeze(definition);
}

/** Whether `value` was made by {@link definePlugin}, also in another copy of this package. */
export function isPluginDefinition(value: unknown): value is PluginDefinition {
  return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}

/** A definition, a class (made with `instantiate`, else with `new`), or an instance of the host's own. */
export type PluginSource = PluginDefinition | Constructor | object;
