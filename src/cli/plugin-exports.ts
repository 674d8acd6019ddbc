/** Finds in a module's exports what a layer can scan: plugin definitions, classes, instances. Serves the loading of plugins. */
import { lineage } from "../metadata/lineage.js";
import type { Constructor } from "../model/hydration.js";
import type { PluginSource } from "../scan/plugin-definition.js";
import { isPluginDefinition } from "../scan/plugin-definition.js";
import type { SchemaModule } from "../schema/manifest.js";
import { isSchemaModule } from "../schema/manifest.js";
import { CliFailure } from "./failure.js";

export interface PluginExports {
  readonly sources: readonly PluginSource[];
  /** For classes and instances that come without a definition. */
  readonly schemas: readonly SchemaModule[];
}

/**
 * The default export (a definition, a class, an instance, or an array of these), else every exported definition.
 * @throws CliFailure that lists what the module does export.
 */
export function pickPlugins(given: string, namespace: Readonly<Record<string, unknown>>): PluginExports {
  const exported = ownExports(namespace);
  const sources = fromDefault(exported["default"]) ?? Object.values(exported).filter(isPluginDefinition);
  if (sources.length === 0) throw new CliFailure(`plugin ${given}: it exports nothing to serve; it exports ${listExports(exported)}\n  ${REMEDY}`);
  return { sources, schemas: Object.values(exported).filter(isSchemaModule) };
}

const REMEDY = "add: export default definePlugin({ classes: [YourPlugin], schemas })";

/** What a compiled CommonJS module exports stands one level deeper. */
function ownExports(namespace: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const inner = namespace["default"];
  return typeof inner === "object" && inner !== null && (inner as Record<string, unknown>)["__esModule"] === true
    ? (inner as Record<string, unknown>)
    : namespace;
}

/** Undefined unless all of it is usable: half a plugin served in silence is worse than none. */
function fromDefault(value: unknown): readonly PluginSource[] | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.length > 0 && values.every(isSource) ? values : undefined;
}

function isSource(value: unknown): value is PluginSource {
  if (isPluginDefinition(value)) return true;
  if (typeof value === "function") return isClass(value);
  return typeof value === "object" && value !== null && typeof value.constructor === "function" && isDecorated(value.constructor as Constructor);
}

/** By the one mark that tells a class from a function; transpiled ones are known by their decorators. */
function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false || isDecorated(value as Constructor);
}

function isDecorated(cls: Constructor): boolean {
  return lineage(cls).some(({ record }) => record !== undefined);
}

const MAX_LISTED = 12;

function listExports(exported: Readonly<Record<string, unknown>>): string {
  const names = Object.entries(exported)
    .filter(([name]) => name !== "__esModule" && name !== "module.exports")
    .map(([name, value]) => `${name} (${describe(value)})`);
  if (names.length === 0) return "nothing at all";
  return names.slice(0, MAX_LISTED).join(", ") + (names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : "");
}

function describe(value: unknown): string {
  if (isSchemaModule(value)) return "emitted schemas";
  if (typeof value === "function") return isClass(value) ? "class" : "function";
  if (Array.isArray(value)) return value.length === 0 ? "empty array" : `array of ${[...new Set(value.map(describe))].join(", ")}`;
  return value === null ? "null" : typeof value;
}
