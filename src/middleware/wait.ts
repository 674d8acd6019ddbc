/** Waiting that ends with its caller: what the middleware do between a call's arrival and its turn. */

/** The longest delay a Node timer can hold. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Resolves with `promise`. @throws the signal's reason when it fires first; what becomes of `promise` then is nobody's business. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(reasonOf(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** @throws the signal's reason when it fires first. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await untilAborted(new Promise<void>((resolve) => (timer = setTimeout(resolve, Math.min(ms, MAX_DELAY_MS)))), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls `expire` after `ms`, unless it is stopped before; returns what stops it. */
export function startTimer(ms: number, expire: () => void): () => void {
  const timer = setTimeout(expire, Math.min(ms, MAX_DELAY_MS));
  return () => clearTimeout(timer);
}

/** The layer's signals fire with an error that says why. */
function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error("aborted", { cause: reason });
}
