/** Serves one client over stdin and stdout, whichever era it opens with. */
import { serveStdio as serveSdkStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { NotFoundIds } from "../adapters/mcp-sdk/legacy-not-found.js";
import type { Layer } from "../layer/layer.js";
import { Principal } from "../model/principal.js";
import { Connection } from "./connection.js";
import type { Serving } from "./options.js";
import { takeStdout } from "./stdout-guard.js";

export function serveStdio(layer: Layer): Serving {
  const notFound = new NotFoundIds();
  const stdout = takeStdout();
  const transport = notFound.mend(new StdioServerTransport(process.stdin, stdout));
  const handle = serveSdkStdio(({ era }) => new Connection(layer, era, () => Principal.local(), notFound).server, {
    transport,
    onerror: reportError,
  });
  let close: Promise<void> | undefined;
  const end = (): Promise<void> =>
    (close ??= (async () => {
      await layer.close();
      await handle.close();
      ended();
    })());
  let ended: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (ended = resolve));
  for (const event of ["end", "close"]) process.stdin.once(event, () => void end());
  stdout.once("close", () => void end());
  return { url: undefined, closed, close: end };
}

/** A client that stopped reading is about to close stdin as well; that is an end, not an error. */
function reportError(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") process.stderr.write(`cloudg-mcp: ${error.message}\n`);
}
