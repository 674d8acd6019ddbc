/** What whoever brings a call (an SDK adapter, a CLI, a test) tells the layer of it. Every field is optional: an in-process call has none. */
import type { ElicitRequest, ElicitResult, LogLevel, Root, SampleRequest, SampleResult } from "../model/tool-context.js";

/** What the client at the other end can be asked for. A missing method means that the client does not offer it. */
export interface ClientPort {
  sample?(request: SampleRequest): Promise<SampleResult>;
  elicit?(request: ElicitRequest): Promise<ElicitResult>;
  listRoots?(): Promise<readonly Root[]>;
}

export interface TransportContext {
  readonly requestId?: string | number | undefined;
  readonly session?: string | undefined;
  /** The request's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Fires when the caller cancels or goes away. */
  readonly signal?: AbortSignal | undefined;
  /** Absent when nobody waits for progress. */
  readonly sendProgress?: ((progress: number, total: number | undefined, message: string | undefined) => void) | undefined;
  readonly sendLog?: ((level: LogLevel, data: unknown, logger: string | undefined) => void) | undefined;
  readonly client?: ClientPort | undefined;
}
