/** Runs in a worker thread: loads the author's module, calls its export, and sends home what came of it. */
import { isLayerError } from "../errors.js";
import type { ContentLike } from "../model/content.js";
import { contentToWire } from "../model/content.js";
import type { LogLevel, WorkerContext } from "../model/tool-context.js";
import { isToolResult } from "../model/tool-result.js";
import { safeData } from "./error-result.js";
import type { WorkerFacts, WorkerMessage, WorkerOutcome, WorkerTask } from "./worker-task.js";

export default async function runTask({ module, exportName, args, facts, port }: WorkerTask): Promise<void> {
  const send = (message: WorkerMessage): void => port.postMessage(message);
  try {
    const run = await findExport(module, exportName);
    send({ type: "outcome", outcome: toOutcome(await run(createContext(facts, send), ...args)) });
  } catch (error) {
    // Also for a value that has no way to the other thread: a function, a symbol, an open handle.
    send({ type: "outcome", outcome: toFailure(error) });
  }
}

type Run = (ctx: WorkerContext, ...args: readonly unknown[]) => unknown;

async function findExport(module: string, exportName: string): Promise<Run> {
  if (SOURCE.test(module)) await teachTypeScript();
  const exports = (await import(module)) as Record<string, unknown>;
  const run = exports[exportName] ?? exports["default"];
  if (typeof run === "function") return run as Run;
  throw new TypeError(`the worker ${module} exports no function "${exportName}" and no default function; export function ${exportName}(ctx, …) { … }`);
}

const SOURCE = /\.[cm]?ts$/;
let taught: Promise<unknown> | undefined;

/** tsx reaches the main thread only; a thread has to ask for it again. */
function teachTypeScript(): Promise<unknown> {
  return (taught ??= import("tsx/esm/api").then(({ register }) => register()));
}

function createContext(facts: WorkerFacts, send: (message: WorkerMessage) => void): WorkerContext {
  return {
    ...facts,
    principal: { ...facts.principal, roles: new Set(facts.principal.roles) },
    reportProgress: (progress: number, total?: number, message?: string) => send({ type: "progress", progress, total, message }),
    log: (level: LogLevel, data: unknown, logger?: string) => send({ type: "log", level, data, logger }),
  };
}

function toOutcome(value: unknown): WorkerOutcome {
  if (!isToolResult(value)) return { type: "value", value };
  const { content, structuredContent, isError, meta } = value;
  return { type: "result", content: content.map((block) => contentToWire(block) as ContentLike), structuredContent, isError, meta };
}

function toFailure(error: unknown): WorkerOutcome {
  if (!(error instanceof Error)) return { type: "error", name: "Error", message: String(error), stack: undefined, layer: undefined };
  const { name, message, stack } = error;
  return { type: "error", name, message, stack, layer: isLayerError(error) ? { code: error.code, data: safeData(error.data) } : undefined };
}
