/** One SDK server on one lasting connection (a 2025 session, stdio, memory): its subscriptions, its change notices, its not-found codes. */
import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { NotFoundIds } from "../adapters/mcp-sdk/legacy-not-found.js";
import type { Era } from "../adapters/mcp-sdk/sdk-server.js";
import { createSdkServer } from "../adapters/mcp-sdk/sdk-server.js";
import type { ChangeEvent } from "../layer/changes.js";
import type { Layer } from "../layer/layer.js";
import type { Principal } from "../model/principal.js";
import { mayRead } from "./change-bus.js";

export interface ConnectionOptions {
  readonly era: Era;
  /** Who is at the other end. */
  readonly principal: Principal;
  /** Who makes one request, where the transport finds that out anew each time. @default `principal` */
  readonly principalOf?: (ctx: ServerContext) => Principal;
  /** The same that mends the connection's transport. */
  readonly notFound: NotFoundIds;
}

export class Connection {
  readonly server: Server;
  readonly #layer: Layer;
  readonly #options: ConnectionOptions;
  readonly #uris = new Set<string>();

  constructor(layer: Layer, options: ConnectionOptions) {
    this.#layer = layer;
    this.#options = options;
    const { era, principal, principalOf = () => principal, notFound } = options;
    this.server = createSdkServer(layer, { era, principalOf, subscriptions: this.#uris, notFound: era === "legacy" ? notFound : undefined });
    this.server.onclose = layer.onChange((event) => this.#forward(event));
  }

  #forward({ kind, uri }: ChangeEvent): void {
    if (!this.#isListening()) return;
    const sent = kind === "resource" ? this.#forwardResource(uri!) : this.#forwardList(kind);
    // A client that has gone is told nothing.
    sent?.catch(() => undefined);
  }

  /** In 2025 a client hears nothing before its handshake; in 2026 it says itself what it listens to. */
  #isListening(): boolean {
    if (this.server.transport === undefined) return false;
    return this.#options.era === "modern" || this.server.getClientVersion() !== undefined;
  }

  /** The 2026 entry filters by what the client listens to; in 2025 the subscriptions are ours to keep. Either way it may have lost the resource since. */
  #forwardResource(uri: string): Promise<void> | undefined {
    const isAsked = this.#options.era === "modern" || this.#uris.has(uri);
    return isAsked && mayRead(this.#layer, uri, this.#options.principal) ? this.server.sendResourceUpdated({ uri }) : undefined;
  }

  #forwardList(kind: "tools" | "resources" | "prompts"): Promise<void> {
    if (kind === "tools") return this.server.sendToolListChanged();
    return kind === "resources" ? this.server.sendResourceListChanged() : this.server.sendPromptListChanged();
  }
}
