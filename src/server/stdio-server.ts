/** Serves one client over stdin and stdout, whichever era it opens with. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { serveStdio as serveSdkStdio } from "@modelcontextprotocol/server/stdio";
import { NotFoundIds } from "../adapters/mcp-sdk/legacy-not-found.js";
import type { Layer } from "../layer/layer.js";
import { Principal } from "../model/principal.js";
import { Connection } from "./connection.js";
import { LineTransport } from "./line-transport.js";
import type { Serving } from "./options.js";
import { takeStdout } from "./stdout-guard.js";

/** A client that closed stdin is leaving; but `printf … | cloudg-mcp serve` still reads, so running calls get a moment. */
const GRACE_AFTER_END_MS = 1000;

export function serveStdio(layer: Layer, principal: Principal = Principal.local()): Serving {
  const notFound = new NotFoundIds();
  const stdout = takeStdout();
  const reportError = (error: Error): void => {
    // A client that stopped reading is about to close stdin as well: an end, not an error.
    if (!stdout.destroyed) report(error.message);
  };
  const wire = new LineTransport({
    input: process.stdin,
    output: stdout,
    onEnd: () => void close(GRACE_AFTER_END_MS).catch((error: unknown) => layer.reportError(error)),
    onSkipped: (reason) => report(`skipped on stdin ${reason}`),
  });
  const connect = ({ era }: { era: "legacy" | "modern" }) => new Connection(layer, { era, principal, notFound }).server;
  const handle = serveSdkStdio(connect, { transport: notFound.mend(wire), onerror: reportError });
  let ended: () => void;
  const closed = new Promise<void>((resolve) => (ended = resolve));
  let closing: Promise<void> | undefined;
  const close = (graceMs?: number): Promise<void> =>
    (closing ??= (async () => {
      // What was read last has to reach its handler before the layer takes no more.
      await nextTurn();
      try {
        await layer.close(graceMs === undefined ? {} : { graceMs });
      } finally {
        // The answers of the calls that just ended are on their way.
        await nextTurn();
        await handle.close();
        ended();
      }
    })());
  return { url: undefined, closed, close: () => close() };
}

function report(text: string): void {
  process.stderr.write(`cloudg-mcp: ${text}\n`);
}
