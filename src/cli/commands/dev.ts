/** `cloudg-mcp dev src/index.ts`: serves a plugin's source and follows every save, while clients stay connected. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { CommandContext } from "../command-context.js";
import { DevSession } from "../dev/dev-session.js";
import { followChanges } from "../dev/follow-changes.js";
import { CliFailure, ExitCode } from "../failure.js";
import { Interrupts } from "../interrupts.js";
import { howToConnect, warnOfBind } from "../serve-notice.js";
import type { ServeCommandOptions } from "./serve.js";
import { heedsHangUp, openServing, refuseMixedOptions } from "./serve.js";

export interface DevOptions extends ServeCommandOptions {
  /** A tsconfig.json. @default the nearest one above the entry */
  readonly project?: string;
}

const TYPESCRIPT = /\.[cm]?tsx?$/;

/** Resolves to 0 when a signal or the client's leaving ended it. @throws CliFailure for an entry that is not there, and for a port that cannot be had. */
export async function runDev(context: CommandContext, entry: string, options: DevOptions): Promise<number> {
  refuseMixedOptions(options);
  const { terminal, cwd } = context;
  const project = findProject(entry, options.project, cwd);
  const session = await DevSession.open(context, entry, project);
  const interrupts = new Interrupts(heedsHangUp(context));
  // What a plugin throws outside of any call ends a server in production; here it is one more thing to mend.
  const showFault = (error: unknown): void => terminal.note(`thrown outside of any call: ${session.explain(error)}`);
  process.on("uncaughtException", showFault);
  try {
    // A first state with a fault is no reason to leave: the client is connected, and the next save may mend it.
    await session.load();
    const serving = await openServing(context, session, options);
    terminal.note(session.describe(serving.url));
    if (serving.url !== undefined) terminal.note(howToConnect(session.layer.name, serving.url) + warnOfBind(options.host, options.allowedHost));
    const ended = AbortSignal.any([interrupts.signal, whenDone(serving.closed)]);
    await followChanges(session, ended, (paths) => session.reload(paths));
    if (interrupts.exitCode !== undefined) terminal.note("stopping: running calls may end; Ctrl-C again stops at once");
    await serving.close();
  } finally {
    await session.close();
    process.off("uncaughtException", showFault);
    interrupts.stop();
  }
  return ExitCode.Ok;
}

/** Undefined for JavaScript, which has no schema step of its own unless `--project` says so. */
function findProject(entry: string, given: string | undefined, cwd: string): string | undefined {
  const file = path.resolve(cwd, entry);
  if (!existsSync(file)) throw new CliFailure(`there is no ${file}: name the module that exports the plugin, such as src/index.ts`, ExitCode.Usage);
  if (given !== undefined) return path.resolve(cwd, given);
  if (!TYPESCRIPT.test(file)) return undefined;
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const config = path.join(folder, "tsconfig.json");
    if (existsSync(config)) return config;
    if (folder === path.dirname(folder)) throw new CliFailure(`there is no tsconfig.json above ${file}: name the project's with --project`, ExitCode.Usage);
  }
}

function whenDone(promise: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void promise.finally(() => controller.abort());
  return controller.signal;
}
