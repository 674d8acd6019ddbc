/** Plugins in, Registry out. Every naming, merging and "this is wrong, do that" check happens here, and all faults are reported at once. */
import type { Fault } from "../errors.js";
import { DefinitionError } from "../errors.js";
import { lineage, memberName } from "../metadata/lineage.js";
import type { Constructor } from "../model/hydration.js";
import type { ToolOptions } from "../decorators/options.js";
import { duplicateFault, keyOf, kindOf, Registry, schemaFault } from "../registry/registry.js";
import { SchemaIndex } from "../schema/lookup.js";
import type { ManifestMember, SchemaModule } from "../schema/manifest.js";
import { ARGUMENTS_SLOT, CONTEXT_SLOT } from "../schema/manifest.js";
import { buildSpec, originOf } from "./build-spec.js";
import type { Instantiate } from "./instances.js";
import { collectInstances } from "./instances.js";
import type { MergedMember } from "./member-merge.js";
import { mergeLineage } from "./member-merge.js";
import type { PluginSource } from "./plugin-definition.js";
import { staleEntryFault } from "./stale-entry.js";
import { staleSourcesFault } from "./stale-sources.js";
import { strayEntries } from "./stray-entries.js";

export interface ScanOptions {
  /** For classes and instances of the host's own; plugin definitions bring theirs. */
  readonly schemas?: SchemaModule | readonly SchemaModule[] | undefined;
  readonly instantiate?: Instantiate | undefined;
  /** Takes what is doubtful but not wrong, such as schemas older than the class. @default process.emitWarning */
  readonly warn?: ((warning: Fault) => void) | undefined;
}

export interface ScanResult {
  readonly registry: Registry;
  /** The plugin objects, in the order given. */
  readonly instances: readonly object[];
}

/** @throws DefinitionError with every fault of every plugin. */
export function scan(sources: readonly PluginSource[], options: ScanOptions = {}): ScanResult {
  const { instances, schemas, faults: instanceFaults } = collectInstances(sources, options.instantiate);
  const modules = [...toArray(options.schemas), ...schemas];
  const index = new SchemaIndex(modules);
  const registry = new Registry();
  const faults: Fault[] = [...instanceFaults];
  const warn = options.warn ?? emitWarning;
  for (const module of new Set(modules)) faults.push(...doubt(staleSourcesFault(module), warn));
  for (const instance of instances) faults.push(...scanInstance(instance, index, registry, warn));
  if (faults.length > 0) throw new DefinitionError(faults);
  const links = new Map(instances.map(({ constructor }) => [constructor, lineage(constructor as Constructor)]));
  for (const stray of [...links.values()].flatMap((one) => strayEntries(one, index))) warn(stray);
  return { registry, instances };
}

function scanInstance(instance: object, index: SchemaIndex, registry: Registry, warn: (warning: Fault) => void): Fault[] {
  const cls = instance.constructor as Constructor;
  const { members, faults } = mergeLineage(lineage(cls));
  const found: Fault[] = [...faults];
  if (members.length === 0 && faults.length === 0) found.push(nothingOffered(cls));
  for (const merged of members) {
    const origin = originOf(cls, merged);
    const emitted = index.find(cls, memberName(merged.member), merged.owner);
    const schema = emitted ?? ownSchema(merged);
    const stale = emitted === undefined ? [] : doubt(staleEntryFault(merged, emitted, origin), warn);
    if (schema === undefined) found.push(missingSchema(origin, merged));
    else found.push(...(stale.length > 0 ? stale : register(instance, merged, schema, origin, registry)));
  }
  return found;
}

/** Schemas that are older than their source: a warning at home, a fault under CI. */
function doubt(stale: Fault | undefined, warn: (warning: Fault) => void): Fault[] {
  if (stale === undefined) return [];
  if (process.env["CI"] !== undefined) return [stale];
  warn(stale);
  return [];
}

function register(instance: object, merged: MergedMember, [entry, hydrate = []]: ManifestMember, origin: string, registry: Registry): Fault[] {
  const at = entry.source === undefined ? {} : { source: entry.source };
  try {
    const spec = buildSpec({ merged, entry, hydrate, instance, origin });
    const taken = registry.find(kindOf(spec), keyOf(spec));
    if (taken !== undefined) return [{ ...duplicateFault(kindOf(spec), keyOf(spec), taken, spec), ...at }];
    const unenforceable = schemaFault(spec);
    if (unenforceable !== undefined) return [{ ...unenforceable, ...at }];
    registry.add(spec);
    return [];
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return [{ where: origin, problem: error.message, remedy: `correct the @${merged.kind} declaration`, ...at }];
  }
}

/** A tool that brings its own input schema needs no emitted one: its method gets `(ctx, args)`. */
function ownSchema({ kind, options }: MergedMember): ManifestMember | undefined {
  const { inputSchema } = options as ToolOptions;
  return kind === "tool" && inputSchema !== undefined ? [{ kind, params: [CONTEXT_SLOT, ARGUMENTS_SLOT], schema: inputSchema }] : undefined;
}

function missingSchema(origin: string, { kind }: MergedMember): Fault {
  return {
    where: origin,
    problem: `there is no emitted schema for this @${kind}`,
    remedy: "run `npx cloudg-mcp schemas` and pass the generated module: definePlugin({ classes, schemas }), or `schemas` of the layer",
  };
}

function nothingOffered(cls: Constructor): Fault {
  return {
    where: cls.name,
    problem: "it has no decorated method, so it offers nothing",
    remedy: "decorate a method with @tool, @resource, @resourceTemplate or @prompt, or take the class out of `plugins`",
  };
}

function toArray<T extends object>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

function emitWarning({ where, problem, remedy }: Fault): void {
  process.emitWarning(`${where}: ${problem}; ${remedy}`, "CloudgMcpWarning");
}
