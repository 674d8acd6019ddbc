/** One SDK server on one lasting connection (a 2025 session, stdio, memory): its subscriptions, its change notices, its not-found codes. */
import type { Server, ServerContext } from "@modelcontextprotocol/server";
import { NotFoundIds } from "../adapters/mcp-sdk/legacy-not-found.js";
import type { Era } from "../adapters/mcp-sdk/sdk-server.js";
import { createSdkServer } from "../adapters/mcp-sdk/sdk-server.js";
import type { ChangeEvent } from "../layer/changes.js";
import type { Layer } from "../layer/layer.js";
import type { Principal } from "../model/principal.js";

export class Connection {
  readonly server: Server;
  readonly #uris = new Set<string>();
  readonly #era: Era;
  readonly #stop: () => void;

  constructor(layer: Layer, era: Era, principalOf: (ctx: ServerContext) => Principal, notFound: NotFoundIds = new NotFoundIds()) {
    this.#era = era;
    this.server = createSdkServer(layer, { era, principalOf, subscriptions: this.#uris, notFound: era === "legacy" ? notFound : undefined });
    this.#stop = layer.onChange((event) => this.#forward(event));
    this.server.onclose = () => this.#stop();
  }

  /** The 2026 entry filters by what the client listens to; in 2025 the subscriptions are ours to keep. */
  #forward({ kind, uri }: ChangeEvent): void {
    if (this.server.transport === undefined) return;
    const sent = kind === "resource" ? this.#forwardResource(uri!) : this.#forwardList(kind);
    // A client that has gone is told nothing.
    sent?.catch(() => undefined);
  }

  #forwardResource(uri: string): Promise<void> | undefined {
    return this.#era === "modern" || this.#uris.has(uri) ? this.server.sendResourceUpdated({ uri }) : undefined;
  }

  #forwardList(kind: "tools" | "resources" | "prompts"): Promise<void> {
    if (kind === "tools") return this.server.sendToolListChanged();
    return kind === "resources" ? this.server.sendResourceListChanged() : this.server.sendPromptListChanged();
  }
}
