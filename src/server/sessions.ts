/** Sessions of the 2025 era: bound to the principal that opened them, bounded in number, closed when idle. */
import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { NotFoundIds } from "../adapters/mcp-sdk/legacy-not-found.js";
import type { Layer } from "../layer/layer.js";
import type { Principal } from "../model/principal.js";
import { Connection } from "./connection.js";
import { principalOfContext } from "./request-principal.js";

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly principal: Principal;
  usedAt: number;
  /** Requests being answered now, the open stream included: a session in use is not idle. */
  busy: number;
}

export interface SessionLimits {
  readonly maxSessions: number;
  readonly idleMs: number;
}

export class Sessions {
  readonly #layer: Layer;
  readonly #limits: SessionLimits;
  readonly #sessions = new Map<string, Session>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(layer: Layer, limits: SessionLimits) {
    this.#layer = layer;
    this.#limits = limits;
    this.#sweeper = setInterval(() => this.#sweep(), Math.max(1000, limits.idleMs / 4));
    this.#sweeper.unref();
  }

  get full(): boolean {
    return this.#sessions.size >= this.#limits.maxSessions;
  }

  /** Another principal's session is as unknown as one that never was. */
  find(id: string, principal: Principal): Session | undefined {
    const session = this.#sessions.get(id);
    return session?.principal.id === principal.id ? session : undefined;
  }

  /** A transport that becomes a session when its client has initialized. */
  async open(principal: Principal): Promise<Session> {
    const notFound = new NotFoundIds();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    const session: Session = { transport, principal, usedAt: Date.now(), busy: 0 };
    const { server } = new Connection(this.#layer, "legacy", principalOfContext, notFound);
    await server.connect(notFound.mend(transport));
    return session;
  }

  async use(session: Session, answer: () => Promise<Response>): Promise<Response> {
    session.busy++;
    try {
      return await answer();
    } finally {
      session.busy--;
      session.usedAt = Date.now();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(all.map(({ transport }) => transport.close()));
  }

  #sweep(): void {
    const oldest = Date.now() - this.#limits.idleMs;
    for (const [id, { transport, usedAt, busy }] of this.#sessions) {
      if (busy > 0 || usedAt > oldest) continue;
      this.#sessions.delete(id);
      void transport.close();
    }
  }
}
