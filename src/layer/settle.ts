/** Waits for what a handler returned, no longer than its timeout and the caller's patience. A late result is dropped. */
import { TimeoutError } from "../errors.js";
import type { CallContext } from "./call-context.js";
import { cancelledBy } from "./call-context.js";
import type { Deadlines } from "./deadlines.js";

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

/**
 * @param limitMs 0 = no timeout.
 * @throws TimeoutError or CancelledError, after the context's signal has fired with the same error; else what the handler throws.
 */
export function settle(pending: PromiseLike<unknown>, context: CallContext, limitMs: number, deadlines: Deadlines): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const give = (error: Error): void => {
      release();
      context.abort(error);
      reject(error);
    };
    const deadline = limitMs > 0 ? deadlines.add(limitMs, () => give(timeoutError(context, limitMs))) : undefined;
    const caller = context.transport.signal;
    const onAbort = caller === undefined ? undefined : () => give(cancelledBy(caller));
    if (onAbort !== undefined) caller!.addEventListener("abort", onAbort, { once: true });
    const release = (): void => {
      if (deadline !== undefined) deadlines.remove(deadline);
      if (onAbort !== undefined) caller!.removeEventListener("abort", onAbort);
    };
    pending.then(
      (value) => {
        release();
        resolve(value);
      },
      (error: unknown) => {
        release();
        // The handler's own error, whatever it is, is judged where errors become results.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- handlers may throw anything
        reject(error);
      },
    );
    if (caller?.aborted === true) onAbort!();
  });
}

function timeoutError(context: CallContext, limitMs: number): TimeoutError {
  return new TimeoutError(`${context.kind} "${context.name}" did not answer within ${limitMs / 1000} s`);
}
