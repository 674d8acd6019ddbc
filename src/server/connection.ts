/** One SDK server on one lasting connection (a 2025 session, stdio, memory): its subscriptions, its change notices, its not-found codes. */
import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { NotFoundIds } from "../adapters/mcp-sdk/legacy-not-found.js";
import type { Era } from "../adapters/mcp-sdk/sdk-server.js";
import { createSdkServer } from "../adapters/mcp-sdk/sdk-server.js";
import type { ChangeEvent } from "../layer/changes.js";
import type { Layer } from "../layer/layer.js";
import type { Principal } from "../model/principal.js";

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

  /** In 2026 the entry filters by what the client listens to; in 2025 the subscriptions are ours to keep. Either way it may have lost the right since. */
  #forward(event: ChangeEvent): void {
    const { kind, uri } = event;
    if (!this.#isListening() || !this.#layer.isAudible(event, this.#options.principal)) return;
    if (kind === "resource" && this.#options.era === "legacy" && !this.#uris.has(uri!)) return;
    const sent = kind === "resource" ? this.server.sendResourceUpdated({ uri: uri! }) : this.#forwardList(kind);
    // A client that has gone is told nothing.
    sent.catch(() => undefined);
  }

  /** In 2025 a client hears nothing before its handshake; in 2026 it says itself what it listens to. */
  #isListening(): boolean {
    if (this.server.transport === undefined) return false;
    return this.#options.era === "modern" || this.server.getClientVersion() !== undefined;
  }

  #forwardList(kind: "tools" | "resources" | "prompts"): Promise<void> {
    if (kind === "tools") return this.server.sendToolListChanged();
    return kind === "resources" ? this.server.sendResourceListChanged() : this.server.sendPromptListChanged();
  }
}
