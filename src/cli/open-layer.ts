/** Makes the layer a command works on, from the plugins and options of the command line, and takes it down again. */
import { fileURLToPath } from "node:url";
import { Layer } from "../layer/layer.js";
import type { Principal } from "../model/principal.js";
import type { Metrics } from "../middleware/metrics.js";
import type { Policy } from "../policy/policy.js";
import type { CommandContext } from "./command-context.js";
import { CliFailure, describeError, firstPlace, isDefinitionError } from "./failure.js";
import { checkFilters, toFilters } from "./layer-flags.js";
import type { LoadedPlugins } from "./load-plugins.js";
import { loadPlugins } from "./load-plugins.js";
import { loadPolicy, principalOf } from "./governance.js";
import type { BuiltMiddleware } from "./middleware-flags.js";
import { buildMiddleware } from "./middleware-flags.js";
import { packageOf } from "./package-info.js";

export interface OpenedLayer {
  readonly layer: Layer;
  readonly policy: Policy;
  /** Where `--metrics` asks for it. */
  readonly metrics: Metrics | undefined;
  /** On whose behalf the command works. */
  readonly principal: Principal;
  /** The plugins' modules. */
  readonly files: readonly string[];
}

/** Scanned and checked, not started. @throws CliFailure with every fault of every plugin. */
export async function openLayer({ globals, cwd }: CommandContext): Promise<OpenedLayer> {
  // A slip in the policy is told before plugins are loaded for nothing.
  const policy = await loadPolicy(globals, cwd);
  const loaded = await loadPlugins(globals.plugin ?? [], cwd);
  return scanPlugins(globals, loaded, policy, await buildMiddleware(globals, cwd));
}

/** @throws CliFailure with every fault of every plugin. */
export function scanPlugins(globals: CommandContext["globals"], loaded: LoadedPlugins, policy: Policy, built: BuiltMiddleware): OpenedLayer {
  try {
    const layer = new Layer({ ...layerOptions(globals, loaded), policy, middleware: built.middleware });
    checkFilters(globals, layer.registry);
    return { layer, policy, metrics: built.metrics, principal: principalOf(globals), files: loaded.files };
  } catch (error) {
    if (isDefinitionError(error)) throw new CliFailure(error.message, undefined, { cause: error });
    throw error;
  }
}

/** A server introduces itself as the package of its first plugin, unless told otherwise. */
export function layerOptions(globals: CommandContext["globals"], { sources, schemas, files }: LoadedPlugins) {
  const { prefix, timeout, name } = globals;
  const about = packageOf(fileURLToPath(files[0]!));
  return {
    ...toFilters(globals),
    plugins: sources,
    schemas,
    ...(prefix === undefined ? {} : { prefix }),
    ...(timeout === undefined ? {} : { defaultTimeout: timeout }),
    name: name ?? about?.name ?? "cloudg-mcp",
    version: about?.version ?? "0.0.0",
  };
}

/** Opens and starts a layer, lets `use` have it, and closes it whatever happens. Resolves to `use`'s exit code. */
export async function withLayer(context: CommandContext, use: (layer: Layer, opened: OpenedLayer) => Promise<number>): Promise<number> {
  const opened = await openLayer(context);
  const { layer, policy } = opened;
  try {
    await startLayer(layer);
    return await use(layer, opened);
  } finally {
    await closeLayer(layer, context);
    await policy.close();
  }
}

/** Runs the plugins' onStart. @throws CliFailure with the place of what a plugin threw. */
export async function startLayer(layer: Layer): Promise<void> {
  try {
    await layer.start();
  } catch (error) {
    const text = isDefinitionError(error) ? error.message : `a plugin did not start: ${describeError(error)}${firstPlace(error)}`;
    throw new CliFailure(text, undefined, { cause: error });
  }
}

/** Stops the plugins; what the command found out stands, also when one of them cannot. */
export async function closeLayer(layer: Layer, { terminal }: CommandContext): Promise<void> {
  await layer.close({ graceMs: 0 }).catch((error: unknown) => terminal.note(`cloudg-mcp: ${describeStop(error)}`));
}

function describeStop(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors.map(describeError).join("; ") : "";
  return causes === "" ? describeError(error) : `${(error as Error).message}: ${causes}`;
}
