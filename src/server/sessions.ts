/** Sessions of the 2025 era: bound to the principal that opened them, bounded in number, closed when idle. */
import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { NotFoundIds } from "../adapters/mcp-sdk/legacy-not-found.js";
import type { Layer } from "../layer/layer.js";
import type { Principal } from "../model/principal.js";
import type { Caller } from "./caller.js";
import { principalOfContext } from "./caller.js";
import { Connection } from "./connection.js";

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly principal: Principal;
  usedAt: number;
  /** Requests whose answers have not ended, open streams included: a session in use is not idle. */
  busy: number;
}

export interface SessionLimits {
  readonly maxSessions: number;
  readonly idleMs: number;
}

type Answer = (transport: WebStandardStreamableHTTPServerTransport) => Promise<Response>;

export class Sessions {
  readonly #layer: Layer;
  readonly #limits: SessionLimits;
  readonly #sessions = new Map<string, Session>();
  readonly #sweeper: NodeJS.Timeout;
  /** Handshakes under way: they count, or a burst of them would pass the limit. */
  #opening = 0;

  constructor(layer: Layer, limits: SessionLimits) {
    this.#layer = layer;
    this.#limits = limits;
    this.#sweeper = setInterval(() => this.#sweep(), Math.max(1000, limits.idleMs / 4));
    this.#sweeper.unref();
  }

  get full(): boolean {
    return this.#sessions.size + this.#opening >= this.#limits.maxSessions;
  }

  /** Lets the session answer. Undefined when there is none; another principal's is as unknown as one that never was. */
  use(id: string, caller: Caller, answer: Answer): Promise<Response> | undefined {
    const session = this.#sessions.get(id);
    if (session?.principal.id !== caller.principal.id) return undefined;
    this.#keepBusy(session, caller);
    return answer(session.transport);
  }

  /** Lets a new transport answer a handshake, and keeps it as a session unless it refused. */
  async open(caller: Caller, answer: Answer): Promise<Response> {
    const notFound = new NotFoundIds();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    const session: Session = { transport, principal: caller.principal, usedAt: Date.now(), busy: 0 };
    this.#opening++;
    try {
      const { server } = new Connection(this.#layer, { era: "legacy", principal: caller.principal, principalOf: principalOfContext, notFound });
      await server.connect(notFound.mend(transport));
      this.#keepBusy(session, caller);
      return await answer(transport);
    } finally {
      this.#opening--;
      if (transport.sessionId === undefined) await transport.close();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(all.map(({ transport }) => transport.close()));
  }

  #keepBusy(session: Session, { ended }: Caller): void {
    session.busy++;
    void ended.then(() => {
      session.busy--;
      session.usedAt = Date.now();
    });
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
