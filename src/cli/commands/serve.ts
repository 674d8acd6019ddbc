/** `cloudg-mcp serve`: the plugins as a server, on stdio for one client or over HTTP for many, until it is told to stop. */
import type { Layer } from "../../layer/layer.js";
import type { Serving } from "../../server/options.js";
import type { CommandContext } from "../command-context.js";
import { CliFailure, describeError, ExitCode } from "../failure.js";
import { Interrupts } from "../interrupts.js";
import { closeLayer, openLayer, startLayer } from "../open-layer.js";
import { describeServer, howToConnect, warnOfBind } from "../serve-notice.js";

export interface ServeCommandOptions {
  readonly transport: "stdio" | "http";
  readonly port?: number;
  readonly host?: string;
  readonly path?: string;
  readonly allowedHost?: readonly string[];
  readonly allowedOrigin?: readonly string[];
}

/** Resolves to 0 once everything is drained, whether a signal or the client's leaving ended it. */
export async function runServe(context: CommandContext, options: ServeCommandOptions): Promise<number> {
  refuseMixedOptions(options);
  const { terminal, cwd } = context;
  const { layer, files } = await openLayer(context);
  const serving = await openServing(context, layer, options);
  const interrupts = new Interrupts();
  terminal.note(describeServer(layer, files, cwd, serving.url));
  if (serving.url !== undefined) terminal.note(howToConnect(layer.name, serving.url) + warnOfBind(options.host, options.allowedHost));
  await Promise.race([serving.closed, interrupts.first]);
  if (interrupts.exitCode !== undefined) terminal.note("stopping: running calls may end; Ctrl-C again stops at once");
  await serving.close();
  interrupts.stop();
  return ExitCode.Ok;
}

/** @throws CliFailure, after the plugins were stopped again, for a plugin that does not start and for a port that cannot be had. */
export async function openServing(context: CommandContext, layer: Layer, options: ServeCommandOptions): Promise<Serving> {
  const { serve } = await import("../../server/serve.js");
  try {
    await startLayer(layer);
    return await serve(layer, toServeOptions(options));
  } catch (error) {
    await closeLayer(layer, context);
    throw error instanceof CliFailure ? error : new CliFailure(describeError(error), undefined, { cause: error });
  }
}

function toServeOptions({ transport, port, host, path, allowedHost, allowedOrigin }: ServeCommandOptions) {
  if (transport === "stdio") return { transport };
  return {
    transport,
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(path === undefined ? {} : { path }),
    ...(allowedHost === undefined ? {} : { allowedHosts: allowedHost }),
    ...(allowedOrigin === undefined ? {} : { allowedOrigins: allowedOrigin }),
  };
}

/** `--port` on stdio is a forgotten `--transport http`, which nobody would notice. */
export function refuseMixedOptions({ transport, port, host, path, allowedHost, allowedOrigin }: ServeCommandOptions): void {
  const given = Object.entries({ "--port": port, "--host": host, "--path": path, "--allowed-host": allowedHost, "--allowed-origin": allowedOrigin });
  const first = given.find(([, value]) => value !== undefined);
  if (transport === "stdio" && first !== undefined) throw new CliFailure(`${first[0]} is for HTTP: add --transport http`, ExitCode.Usage);
}
