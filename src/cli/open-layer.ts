/** Makes the layer a command works on, from the plugins and options of the command line, and takes it down again. */
import { Layer } from "../layer/layer.js";
import type { CommandContext } from "./command-context.js";
import { CliFailure, describeError, isDefinitionError } from "./failure.js";
import type { LoadedPlugins } from "./load-plugins.js";
import { loadPlugins } from "./load-plugins.js";
import { packageOf } from "./version.js";

export interface OpenedLayer {
  readonly layer: Layer;
  /** The plugins' modules. */
  readonly files: readonly string[];
}

/** Scanned and checked, not started. @throws CliFailure with every fault of every plugin. */
export async function openLayer({ globals, cwd }: CommandContext): Promise<OpenedLayer> {
  const loaded = await loadPlugins(globals.plugin ?? [], cwd);
  try {
    return { layer: new Layer(layerOptions(globals, loaded)), files: loaded.files };
  } catch (error) {
    if (isDefinitionError(error)) throw new CliFailure(error.message, undefined, { cause: error });
    throw error;
  }
}

/** A server introduces itself as the package of its first plugin, unless told otherwise. */
function layerOptions({ prefix, timeout, name }: CommandContext["globals"], { sources, schemas, files }: LoadedPlugins) {
  const about = packageOf(files[0]!);
  return {
    plugins: sources,
    schemas,
    ...(prefix === undefined ? {} : { prefix }),
    ...(timeout === undefined ? {} : { defaultTimeout: timeout }),
    name: name ?? about?.name ?? "cloudg-mcp",
    version: about?.version ?? "0.0.0",
  };
}

/** Opens and starts a layer, lets `use` have it, and closes it whatever happens. Resolves to `use`'s exit code. */
export async function withLayer(context: CommandContext, use: (layer: Layer) => Promise<number>): Promise<number> {
  const { layer } = await openLayer(context);
  try {
    await startLayer(layer);
    return await use(layer);
  } finally {
    // What the command found out stands, also when a plugin cannot close.
    await layer.close({ graceMs: 0 }).catch((error: unknown) => context.terminal.note(`cloudg-mcp: ${describeStop(error)}`));
  }
}

async function startLayer(layer: Layer): Promise<void> {
  try {
    await layer.start();
  } catch (error) {
    throw explainStartFailure(error);
  }
}

export function explainStartFailure(error: unknown): CliFailure {
  return new CliFailure(isDefinitionError(error) ? error.message : `the server did not start: ${describeError(error)}`, undefined, { cause: error });
}

function describeStop(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors.map(describeError).join("; ") : "";
  return causes === "" ? describeError(error) : `${(error as Error).message}: ${causes}`;
}
