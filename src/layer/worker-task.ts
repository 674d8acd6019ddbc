/** What the main thread and a worker thread say to each other about one call. Everything here is plain data. */
import type { MessagePort } from "node:worker_threads";
import type { ContentLike, WireObject } from "../model/content.js";
import type { JsonObject } from "../model/json-schema.js";
import type { CallKind, LogLevel } from "../model/tool-context.js";

/** What of a call's context is known in the thread. */
export interface WorkerFacts {
  readonly kind: CallKind;
  readonly name: string;
  readonly requestId: string | number | undefined;
  readonly session: string | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly principal: { readonly id: string; readonly roles: readonly string[]; readonly attributes: Readonly<Record<string, unknown>> };
}

export interface WorkerTask {
  /** The author's module. */
  readonly module: string;
  readonly exportName: string;
  readonly args: readonly unknown[];
  readonly facts: WorkerFacts;
  readonly port: MessagePort;
}

/** In the order the thread sent them, the outcome last. */
export type WorkerMessage =
  | { readonly type: "outcome"; readonly outcome: WorkerOutcome }
  | { readonly type: "progress"; readonly progress: number; readonly total: number | undefined; readonly message: string | undefined }
  | { readonly type: "log"; readonly level: LogLevel; readonly data: unknown; readonly logger: string | undefined };

/** Classes do not survive the way between threads, so a ToolResult and an error travel as their fields. */
export type WorkerOutcome =
  | { readonly type: "value"; readonly value: unknown }
  | {
      readonly type: "result";
      readonly content: readonly ContentLike[];
      readonly structuredContent: JsonObject | undefined;
      readonly isError: boolean;
      readonly meta: Readonly<WireObject> | undefined;
    }
  | {
      readonly type: "error";
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
      readonly layer: { readonly code: number | string; readonly data: unknown } | undefined;
    };
