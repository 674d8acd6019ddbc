/** Serves a client in the same process, both eras, without sockets: for tests and for hosts that embed a client. */
import { InMemoryTransport } from "@modelcontextprotocol/server";
import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { NotFoundIds } from "../adapters/mcp-sdk/legacy-not-found.js";
import type { Layer } from "../layer/layer.js";
import { Principal } from "../model/principal.js";
import { Connection } from "./connection.js";

export interface InMemoryServing {
  /** Connect a client to this end. */
  readonly transport: Transport;
  /** Ends this connection; the layer, which others may use, lives on. */
  close(): Promise<void>;
}

/** The layer is the caller's to start and to close. */
export function serveInMemory(layer: Layer, principal: Principal = Principal.local()): InMemoryServing {
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  const notFound = new NotFoundIds();
  const connect = ({ era }: { era: "legacy" | "modern" }) => new Connection(layer, { era, principal, notFound }).server;
  const handle = serveStdio(connect, { transport: notFound.mend(serverEnd) });
  return { transport: clientEnd, close: () => handle.close() };
}
