/** Token buckets in Redis, for several processes under one policy: rate-limiter-flexible with a script that refills continuously. Serves checkCall. */
import { createHash } from "node:crypto";
import type { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { RateLimitedError } from "../errors.js";
import type { BucketStore, Charge, RateLimit, Refusal } from "./rate-limit.js";

/** What is used of an ioredis client. */
export interface RedisClient {
  readonly status: string;
  eval(script: string, numberOfKeys: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
}

/** Longest a call waits for its store, in milliseconds. */
const ANSWER_MS = 1000;
/** Of the library: how long it believes a window is, which our script never asks. Whole seconds, or it would not call the script. */
const UNUSED_SECONDS = 1;
const TAKEN = "taken";
const KEY_PREFIX = "cloudg-mcp:limit";

/**
 * The key holds when the bucket will be full, in milliseconds of the server's clock, and expires then. ARGV: tokens to take (negative: to give back), capacity,
 * interval in milliseconds. Answers what the library reads: points used (more than the capacity = refused, and nothing was taken), milliseconds to wait.
 */
const TAKE_TOKENS = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local tokens, capacity, interval = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now) + tokens * interval
local wait = full - now - capacity * interval
if tokens > 0 and wait > 0.001 then return { capacity + 1, math.ceil(wait) } end
if full <= now then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now)) end
return { 1, 0 }
`;

export class RedisBuckets implements BucketStore {
  readonly #client: RedisClient;
  readonly #make: typeof RateLimiterRedis;
  readonly #close: (() => Promise<void>) | undefined;
  readonly #limiters = new Map<RateLimit, RateLimiterRedis>();

  private constructor(client: RedisClient, make: typeof RateLimiterRedis, close?: () => Promise<void>) {
    this.#client = client;
    this.#make = make;
    this.#close = close;
  }

  /** @param close Ends the connection, where it is ours. */
  static async open(client: RedisClient, close?: () => Promise<void>): Promise<RedisBuckets> {
    // Some forty modules, for the few who share limits.
    const { default: library } = await import("rate-limiter-flexible");
    return new RedisBuckets(client, library.RateLimiterRedis, close);
  }

  /** All at once, and what was taken is given back when one refuses: nobody passes beyond a limit, and a refused call costs nothing. */
  async take(charges: readonly Charge[]): Promise<Refusal | undefined> {
    const outcomes = await Promise.all(charges.map((charge) => this.#takeOne(charge)));
    if (outcomes.every((outcome) => outcome === TAKEN)) return undefined;
    await Promise.all(charges.filter((_charge, i) => outcomes[i] === TAKEN).map((charge) => this.#giveBack(charge)));
    const failed = outcomes.find((outcome) => outcome instanceof Error);
    if (failed !== undefined) throw storeDown(failed);
    const refusals = outcomes.filter((outcome) => typeof outcome === "object") as Refusal[];
    return refusals.reduce((longest, refusal) => (refusal.waitMs > longest.waitMs ? refusal : longest));
  }

  async close(): Promise<void> {
    await this.#close?.();
  }

  async #takeOne({ limit, bucket }: Charge): Promise<typeof TAKEN | Refusal | Error> {
    try {
      await withinTime(this.#limiterOf(limit).consume(keyOf(limit, bucket)));
      return TAKEN;
    } catch (error) {
      if (error instanceof Error) return error;
      return { limit, waitMs: (error as RateLimiterRes).msBeforeNext };
    }
  }

  /** A token that cannot be given back comes back by itself. */
  async #giveBack({ limit, bucket }: Charge): Promise<void> {
    await withinTime(this.#limiterOf(limit).reward(keyOf(limit, bucket))).catch(() => undefined);
  }

  #limiterOf(limit: RateLimit): RateLimiterRedis {
    let limiter = this.#limiters.get(limit);
    if (limiter === undefined) {
      limiter = new this.#make({
        storeClient: scriptClient(this.#client, limit),
        keyPrefix: KEY_PREFIX,
        points: limit.capacity,
        duration: UNUSED_SECONDS,
        rejectIfRedisNotReady: true,
      });
      this.#limiters.set(limit, limiter);
    }
    return limiter;
  }
}

/**
 * The library keeps its script on the client under a fixed name, where the limiters of the host, and our own of other limits, would overwrite one another.
 * So it is given, for each limit, a face of the client that knows this limit's script.
 */
function scriptClient(client: RedisClient, { capacity, intervalMs }: RateLimit) {
  return {
    get status(): string {
      return client.status;
    },
    rlflxIncr: ([key, tokens]: readonly [string, string]): Promise<unknown> => client.eval(TAKE_TOKENS, 1, key, tokens, capacity, intervalMs),
  };
}

/** Principals' ids may be of any length and content. */
function keyOf(limit: RateLimit, bucket: string): string {
  return createHash("sha256").update(limit.id).update("\n").update(bucket).digest("base64url");
}

/** A server that hangs is a server that is down; a client of the host's may be set to wait for ever. */
async function withinTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function storeDown(cause: Error): RateLimitedError {
  return new RateLimitedError("The rate limits cannot be checked: their store (Redis) does not answer. Calls are refused until it is back", undefined, cause);
}
