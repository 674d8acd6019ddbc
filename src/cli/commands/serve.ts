/** `cloudg-mcp serve`: the plugins as a server, on stdio for one client or over HTTP for many, until it is told to stop. */
import { isatty } from "node:tty";
import type { Principal } from "../../model/principal.js";
import type { Metrics } from "../../middleware/metrics.js";
import type { Serving } from "../../server/options.js";
import type { CommandContext } from "../command-context.js";
import { CliFailure, describeError, ExitCode } from "../failure.js";
import { Interrupts } from "../interrupts.js";
import type { OpenedLayer } from "../open-layer.js";
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
  const opened = await openLayer(context);
  const { layer, files, policy } = opened;
  const serving = await openServing(context, opened, options);
  const interrupts = new Interrupts(heedsHangUp(context));
  terminal.note(describeServer(layer, files, cwd, serving.url, policy.name));
  if (serving.url !== undefined) terminal.note(howToConnect(layer.name, serving.url) + warnOfBind(options.host, options.allowedHost));
  await Promise.race([serving.closed, interrupts.first]);
  if (interrupts.exitCode !== undefined) terminal.note("stopping: running calls may end; Ctrl-C again stops at once");
  await serving.close();
  await policy.close();
  interrupts.stop();
  return ExitCode.Ok;
}

/** In a terminal SIGHUP says that the terminal has gone; elsewhere, with an audit log, that the log is to be opened anew. */
export function heedsHangUp({ globals }: CommandContext): boolean {
  return globals.auditLog === undefined || isatty(0);
}

/** @throws CliFailure, after the plugins were stopped again, for a plugin that does not start and for a port that cannot be had. */
export async function openServing(
  context: CommandContext,
  { layer, policy, metrics, principal }: Pick<OpenedLayer, "layer" | "policy" | "metrics" | "principal">,
  options: ServeCommandOptions,
): Promise<Serving> {
  const { role, principalId } = context.globals;
  // Over HTTP a caller is nobody until somebody says who it is.
  const caller = role === undefined && principalId === undefined ? undefined : principal;
  const { serve } = await import("../../server/serve.js");
  try {
    await startLayer(layer);
    return await serve(layer, toServeOptions(options, caller, metrics));
  } catch (error) {
    await closeLayer(layer, context);
    await policy.close();
    throw error instanceof CliFailure ? error : new CliFailure(describeError(error), undefined, { cause: error });
  }
}

function toServeOptions(
  { transport, port, host, path, allowedHost, allowedOrigin }: ServeCommandOptions,
  caller: Principal | undefined,
  metrics: Metrics | undefined,
) {
  if (transport === "stdio") return { transport, ...(caller === undefined ? {} : { principal: caller }) };
  return {
    transport,
    ...(caller === undefined ? {} : { principalResolver: () => caller }),
    ...(metrics === undefined ? {} : { metrics }),
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
