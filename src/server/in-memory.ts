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
  close(): Promise<void>;
}

export function serveInMemory(layer: Layer, principal: Principal = Principal.local()): InMemoryServing {
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  const notFound = new NotFoundIds();
  const handle = serveStdio(({ era }) => new Connection(layer, era, () => principal, notFound).server, { transport: notFound.mend(serverEnd) });
  return { transport: clientEnd, close: () => handle.close() };
}
