/** Runs CPU-heavy handlers in worker threads: a call that takes too long is stopped for good, and no other call waits for it. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { MessageChannel } from "node:worker_threads";
import type { Piscina } from "piscina";
import { MCPLayerError } from "../errors.js";
import { toJsonValue } from "../model/json-value.js";
import type { ToolContext } from "../model/tool-context.js";
import { ToolResult } from "../model/tool-result.js";
import type { WorkerFacts, WorkerMessage, WorkerOutcome, WorkerTask } from "./worker-task.js";

/** A thread costs some 30 ms to start and some 10 MB to keep: it is kept this long after its last call. */
const IDLE_MS = 30_000;

export class Workers {
  #pool: Promise<Piscina> | undefined;

  /** @throws what the export throws; when the context's signal fires, the thread is stopped wherever it is. */
  async run(context: ToolContext, module: URL, exportName: string, args: readonly unknown[]): Promise<unknown> {
    const pool = await (this.#pool ??= openPool());
    const { port1: here, port2: there } = new MessageChannel();
    const outcome = new Promise<WorkerOutcome>((resolve) => {
      here.on("message", (message: WorkerMessage) => {
        if (message.type === "outcome") resolve(message.outcome);
        else hear(context, message);
      });
    });
    const task: WorkerTask = { module: module.href, exportName, args, facts: factsOf(context), port: there };
    try {
      await pool.run(task, { transferList: [there], signal: context.signal });
      return fromOutcome(await outcome);
    } finally {
      here.close();
    }
  }

  /** Stops every thread. */
  async close(): Promise<void> {
    const pool = await this.#pool;
    this.#pool = undefined;
    await pool?.destroy();
  }
}

/** Loaded when the first worker is needed: most servers have none. */
async function openPool(): Promise<Piscina> {
  const filename = fileURLToPath(new URL("./worker-entry.js", import.meta.url));
  if (!existsSync(filename)) {
    throw new MCPLayerError(
      `Workers cannot start: there is no ${filename}. A bundler has merged cloudg-mcp into another file; mark the package as external, so that it is loaded from node_modules.`,
    );
  }
  const { Piscina: Pool } = await import("piscina");
  return new Pool({ filename, minThreads: 0, maxThreads: availableParallelism(), idleTimeout: IDLE_MS });
}

function factsOf({ kind, name, requestId, session, meta, principal }: ToolContext): WorkerFacts {
  // Attributes are the host's and may hold what cannot leave the thread.
  const attributes = toJsonValue(principal.attributes) as Record<string, unknown>;
  return { kind, name, requestId, session, meta: { ...meta }, principal: { id: principal.id, roles: [...principal.roles], attributes } };
}

function hear(context: ToolContext, message: Exclude<WorkerMessage, { type: "outcome" }>): void {
  if (message.type === "progress") context.reportProgress(message.progress, message.total, message.message);
  else context.log(message.level, message.data, message.logger);
}

function fromOutcome(outcome: WorkerOutcome): unknown {
  if (outcome.type === "value") return outcome.value;
  if (outcome.type === "result") return new ToolResult(outcome);
  const { name, message, stack, layer } = outcome;
  const error = layer === undefined ? new Error(message) : new MCPLayerError(message, layer);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  throw error;
}
