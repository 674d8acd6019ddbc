/** A connection to Redis of our own, for rate limits: it never queues what cannot be sent, and never stops trying to come back. Serves load. */
import { MCPLayerError } from "../errors.js";
import type { RedisClient } from "./redis-buckets.js";

export interface RedisConnection {
  readonly client: RedisClient;
  close(): Promise<void>;
}

const CONNECT_MS = 2000;
const MAX_PAUSE_MS = 500;

/**
 * @param url `redis://` or `rediss://`; may hold a password, which no message repeats.
 * @throws MCPLayerError when ioredis is not installed, or nothing answers there.
 */
export async function connectRedis(url: string): Promise<RedisConnection> {
  const place = describePlace(url);
  const { Redis } = await loadClient();
  let isOpen = false;
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    // A store that was never there is told at once; one that goes away is waited for.
    retryStrategy: (attempt: number) => (isOpen ? Math.min(attempt * 50, MAX_PAUSE_MS) : null),
  });
  // Calls say that the store is down; the client's own complaints, one per attempt, would say it without end.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.ping();
    isOpen = true;
  } catch (cause) {
    client.disconnect();
    throw new MCPLayerError(`The store of the rate limits, ${place}, does not answer; start it, or leave the store out to count in this process alone`, {
      cause,
    });
  }
  return { client, close: async () => client.disconnect() };
}

/** Without user, password and query. @throws MCPLayerError for what is no Redis URL. */
function describePlace(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !["redis:", "rediss:"].includes(parsed.protocol))
    throw new MCPLayerError("The store of the rate limits is given as redis://HOST:PORT or rediss://HOST:PORT");
  return `${parsed.protocol}//${parsed.host}`;
}

async function loadClient(): Promise<Pick<typeof import("ioredis"), "Redis">> {
  try {
    return await import("ioredis");
  } catch (cause) {
    throw new MCPLayerError("Rate limits in Redis need the package ioredis, which is not installed; run `npm install ioredis`", { cause });
  }
}
