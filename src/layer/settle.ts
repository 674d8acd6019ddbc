/** Waits for what a handler returned, no longer than its timeout and the caller's patience. A late result is dropped, and reported. */
import { TimeoutError } from "../errors.js";
import type { Call } from "./call.js";
import { cancelledBy } from "./call-context.js";
import type { Deadlines } from "./deadlines.js";
import { isErrorLike } from "./error-result.js";

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

export interface Waiting {
  readonly deadlines: Deadlines;
  /** Told of a handler that ended after its call was answered. `failure` is what it threw, undefined when it returned. */
  readonly onLate: (call: Call, lateMs: number, failure: unknown) => void;
}

/**
 * @param limitMs 0 = no timeout.
 * @throws TimeoutError or CancelledError, with which the context's signal has fired; else what the handler throws.
 */
export function settle(pending: PromiseLike<unknown>, call: Call, limitMs: number, { deadlines, onLate }: Waiting): Promise<unknown> {
  const { context } = call;
  call.enter();
  return new Promise((resolve, reject) => {
    let answeredAt: number | undefined;
    const deadline = limitMs > 0 ? deadlines.add(limitMs, () => context.abort(timeoutError(call, limitMs))) : undefined;
    const caller = context.transport.signal;
    const onCallerAbort = caller === undefined ? undefined : () => context.abort(cancelledBy(caller));
    if (onCallerAbort !== undefined) caller!.addEventListener("abort", onCallerAbort, { once: true });
    const release = (): void => {
      context.onAbort = undefined;
      if (deadline !== undefined) deadlines.remove(deadline);
      if (onCallerAbort !== undefined) caller!.removeEventListener("abort", onCallerAbort);
    };
    const end = (failure: unknown): boolean => {
      call.leave();
      if (answeredAt === undefined) release();
      else if (!isObedient(failure, context.abortReason)) onLate(call, performance.now() - answeredAt, failure);
      return answeredAt === undefined;
    };
    context.onAbort = (reason) => {
      answeredAt = performance.now();
      release();
      reject(reason);
    };
    pending.then(
      (value) => {
        if (end(undefined)) resolve(value);
      },
      (error: unknown) => {
        // The handler's own error, whatever it is, is judged where errors become results.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- handlers may throw anything
        if (end(error)) reject(error);
      },
    );
    if (context.abortReason !== undefined) context.onAbort(context.abortReason);
    else if (caller?.aborted === true) onCallerAbort!();
  });
}

/** A handler that ends with the signal's reason did what it was asked to. */
function isObedient(failure: unknown, reason: Error | undefined): boolean {
  return failure === reason || (isErrorLike(failure) && failure.name === "AbortError");
}

function timeoutError({ kind, name }: Call, limitMs: number): TimeoutError {
  return new TimeoutError(`${kind} "${name}" did not answer within ${limitMs / 1000} s`);
}
