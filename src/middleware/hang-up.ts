/** SIGHUP as log rotation uses it: "your file has been moved away, open a new one". One handler for all who listen. */
import { isatty } from "node:tty";

const listeners = new Set<() => void>();

function tellAll(): void {
  for (const listener of listeners) listener();
}

/**
 * Returns the function that stops listening. In a terminal the signal means that the terminal is gone, and ends the process as it always does:
 * then nobody listens.
 */
export function onHangUp(listener: () => void): () => void {
  if (isatty(0)) return () => undefined;
  if (listeners.size === 0) process.on("SIGHUP", tellAll);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) process.off("SIGHUP", tellAll);
  };
}
