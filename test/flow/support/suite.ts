/** One suite, every way in: memory, stdio and HTTP, the official v2 client in both eras and the v1 client. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import type { ClientName, ConnectOptions, FlowClient, TransportName } from "./clients.js";
import { connect, MATRIX } from "./clients.js";
import { fixtureLayer } from "./fixture-layer.js";

export interface Flow {
  readonly transport: TransportName;
  readonly client: ClientName;
  readonly era: "2025" | "2026";
  /** Connected for the whole suite; only inside tests. */
  readonly face: FlowClient;
}

export interface SuiteOptions extends ConnectOptions {
  /** @default all */
  readonly where?: (transport: TransportName, client: ClientName) => boolean;
}

export function overEveryTransport(define: (flow: Flow) => void, { where = () => true, ...options }: SuiteOptions = {}): void {
  describe.each(MATRIX.filter(([transport, client]) => where(transport, client)))("over %s with the client %s", (transport, client) => {
    let face: FlowClient | undefined;
    beforeAll(async () => {
      face = await connect(transport, client, fixtureLayer(), options);
    });
    afterAll(() => face?.close());
    define({
      transport,
      client,
      era: client === "v2 2026-07-28" ? "2026" : "2025",
      get face() {
        return face!;
      },
    });
  });
}

/** Waits until `done`, or long enough (some `attempts` × 10 ms) for a test to fail on what it expects next. */
export async function until(done: () => boolean | Promise<boolean>, attempts = 500): Promise<void> {
  for (let i = 0; i < attempts && !(await done()); i++) await new Promise((resolve) => setTimeout(resolve, 10));
}
