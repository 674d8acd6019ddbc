/** Change events for the streams of the 2026 era. Each stream remembers who opened it, and hears only of what that principal may see. */
import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import type { ChangeEvent } from "../layer/changes.js";
import type { Layer } from "../layer/layer.js";
import { Principal } from "../model/principal.js";
import { currentPrincipal } from "./caller.js";

interface Stream {
  readonly principal: Principal;
  readonly listener: (event: ServerEvent) => void;
}

export class ChangeBus implements ServerEventBus {
  readonly #streams = new Set<Stream>();
  readonly #layer: Layer;

  constructor(layer: Layer) {
    this.#layer = layer;
  }

  /** Called by the SDK while it serves the request that opens the stream. */
  subscribe(listener: (event: ServerEvent) => void): () => void {
    const stream: Stream = { principal: currentPrincipal.getStore() ?? Principal.anonymous(), listener };
    this.#streams.add(stream);
    return () => void this.#streams.delete(stream);
  }

  /** To every stream, for the SDK; what the layer announces goes through {@link announce}. */
  publish(event: ServerEvent): void {
    for (const { listener } of this.#streams) listener(event);
  }

  announce(change: ChangeEvent): void {
    const event = toServerEvent(change);
    for (const { principal, listener } of this.#streams) if (this.#layer.isAudible(change, principal)) listener(event);
  }
}

export function toServerEvent({ kind, uri }: ChangeEvent): ServerEvent {
  if (kind === "resource") return { kind: "resource_updated", uri: uri! };
  return { kind: `${kind}_list_changed` };
}
