/** Signs of life for a client that waits for progress while a handler says nothing. */
import type { Deadlines } from "./deadlines.js";
import type { Progress } from "./progress.js";

/** Returns the function that ends it. */
export function startHeartbeat(progress: Progress, deadlines: Deadlines, everyMs: number): () => void {
  const beat = (): void => {
    progress.beat();
    deadline = deadlines.add(everyMs, beat);
  };
  let deadline = deadlines.add(everyMs, beat);
  return () => deadlines.remove(deadline);
}
