/** Imports the modules that `--plugin` names and collects what they offer. Serves every command that needs a layer. */
import type { PluginSource } from "../scan/plugin-definition.js";
import type { SchemaModule } from "../schema/manifest.js";
import { CliFailure, ExitCode } from "./failure.js";
import { explainImportFailure } from "./import-failure.js";
import { pickPlugins } from "./plugin-exports.js";
import { resolvePlugin } from "./resolve-plugin.js";

export interface LoadedPlugins {
  readonly sources: readonly PluginSource[];
  readonly schemas: readonly SchemaModule[];
  /** URLs of the modules, in the order given. */
  readonly files: readonly string[];
}

/**
 * @param address Under which a module is imported, where that is not its own.
 * @throws CliFailure for the first module that cannot be found, imported or used.
 */
export async function loadPlugins(given: readonly string[], cwd: string, address: (url: URL) => URL = (url) => url): Promise<LoadedPlugins> {
  if (given.length === 0) throw new CliFailure("no plugin to load; name one or more: --plugin ./dist/index.js, or --plugin PACKAGE", ExitCode.Usage);
  const sources: PluginSource[] = [];
  const schemas: SchemaModule[] = [];
  const files: string[] = [];
  // One after another: the order of the plugins is the order of the lists, and a failure names one module.
  for (const name of new Set(given)) {
    const url = resolvePlugin(name, cwd);
    const found = pickPlugins(name, await importModule(name, url, address(url)));
    sources.push(...found.sources);
    schemas.push(...found.schemas);
    files.push(url.href);
  }
  return { sources, schemas, files };
}

async function importModule(given: string, url: URL, address: URL): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(address.href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw explainImportFailure(given, url, error);
  }
}
