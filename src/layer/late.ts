/** What the server's log says of a handler that ended after its call had been answered. */
import type { Call } from "./call.js";

/** Its result, or what it threw (`cause`), went nowhere. No stack of its own: the place where this is made tells nobody anything. */
export class LateEndError extends Error {
  override readonly name = "LateEndError";
}

export function describeLate({ kind, name, context }: Call, lateMs: number, failure: unknown): LateEndError {
  const how = failure === undefined ? "its result was dropped" : "what it threw was dropped";
  const why = context.abortReason?.message ?? "it was answered";
  const late = new LateEndError(
    `${kind} "${name}" ended ${Math.round(lateMs)} ms after its call was answered (${why}); ${how}. Pass ctx.signal on, so that it ends in time.`,
    {
      cause: failure,
    },
  );
  late.stack = `LateEndError: ${late.message}`;
  return late;
}
