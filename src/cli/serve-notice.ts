/** What `serve` tells the person who started it: what is loaded, where it listens, how to connect a client. */
import type { Layer } from "../layer/layer.js";
import type { Plugin } from "../model/plugin.js";
import { KIND_LIST } from "../model/kinds.js";
import { kindOf } from "../registry/registry.js";
import { showFile } from "./resolve-plugin.js";
import { count } from "./wire-text.js";

/** One line on stdio, where a client shows it in a log; a block over HTTP. */
export function describeServer(layer: Layer, files: readonly string[], cwd: string, url: string | undefined, policy: string): string {
  const modules = files.map((file) => showFile(file, cwd)).join(", ");
  const totals = describeTotals([...layer.registry].map(kindOf));
  if (url === undefined) return `${layer.name} ${layer.version} serves ${totals} from ${modules} on stdio under the policy ${policy}`;
  return [`${layer.name} ${layer.version} serves ${url}`, `  ${totals} from ${modules}, under the policy ${policy}`, ...byPlugin(layer)].join("\n");
}

function describeTotals(kinds: readonly string[]): string {
  return KIND_LIST.map(({ kind, label }) => count(kinds.filter((one) => one === kind).length, label)).join(", ");
}

/** One line per plugin class: a spec's origin begins with the class that offers it. */
function byPlugin({ registry, plugins }: Layer): string[] {
  const own = new Map(plugins.map((plugin) => [plugin.constructor.name, (plugin as Partial<Plugin>).describe?.()]));
  const kinds = new Map<string, string[]>();
  for (const spec of registry) {
    const plugin = spec.origin?.split(".", 1)[0] ?? "(registry)";
    kinds.set(plugin, [...(kinds.get(plugin) ?? []), kindOf(spec)]);
  }
  return [...kinds].map(([plugin, offered]) => {
    const said = own.get(plugin);
    return `    ${plugin}: ${describeOwn(offered)}${said === undefined ? "" : `; ${said}`}`;
  });
}

function describeOwn(kinds: readonly string[]): string {
  return KIND_LIST.filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, label }) => count(kinds.filter((one) => one === kind).length, label))
    .join(", ");
}

/** The two ways clients take an HTTP server: a command, or an entry of a configuration file. */
export function howToConnect(serverName: string, url: string): string {
  const name = clientName(serverName);
  const entry = JSON.stringify({ mcpServers: { [name]: { type: "http", url } } });
  return ["", "connect a client:", `  claude mcp add --transport http ${name} ${url}`, "or in its configuration file:", `  ${entry}`, ""].join("\n");
}

/** As clients accept it: without scope, letters, digits, `-` and `_`. */
function clientName(serverName: string): string {
  const plain = serverName.replace(/^@[^/]*\//, "").replace(/[^A-Za-z0-9_-]+/g, "-");
  return /[A-Za-z0-9]/.test(plain) ? plain : "cloudg-mcp";
}

/** Other machines can reach it: there is no authentication, and their Host header must be allowed. */
export function warnOfBind(host: string | undefined, allowedHosts: readonly string[] | undefined): string {
  if (host === undefined || /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host)) return "";
  const refused = allowedHosts === undefined ? "; requests for other names than localhost are refused until you add --allowed-host NAME" : "";
  return `\nbound to ${host}: whoever reaches this port may call, there is no authentication${refused}\n`;
}
