/** What `serve` is told, checked before anything is started. */
import { describe, expect, it } from "@jest/globals";
import type { HttpOptions, ServeOptions } from "../../../src/server/options.js";
import { checkHttpOptions } from "../../../src/server/options.js";
import { serve } from "../../../src/server/serve.js";
import { fixtureLayer } from "../../flow/support/fixture-layer.js";

describe("options of HTTP", () => {
  it("have defaults: loopback, 8765, /mcp, 4 MiB, 1000 sessions of half an hour", () => {
    expect(checkHttpOptions({ transport: "http" })).toEqual({
      port: 8765,
      host: "127.0.0.1",
      path: "/mcp",
      allowedHosts: [],
      allowedOrigins: [],
      maxBodyBytes: 4_194_304,
      maxSessions: 1000,
      idleMs: 1_800_000,
      principalResolver: undefined,
    });
  });

  it.each<[Partial<Record<keyof HttpOptions, unknown>>, string]>([
    [{ port: 65536 }, "port is a whole number from 0 to 65535; it is 65536"],
    [{ port: -1 }, "port"],
    [{ port: "80" }, "port"],
    [{ path: "mcp" }, 'path begins with "/" and has no query; it is "mcp"'],
    [{ path: "/mcp?x" }, "path"],
    [{ maxBodyBytes: 0 }, "maxBodyBytes is a number above 0; it is 0"],
    [{ maxSessions: Number.NaN }, "maxSessions"],
    [{ sessionIdleSeconds: Infinity }, "sessionIdleSeconds"],
  ])("refuse %j", (wrong, message) => {
    expect(() => checkHttpOptions({ transport: "http", ...wrong } as HttpOptions)).toThrow(message);
  });
});

it.each([{ transport: "http", port: -1 }, { transport: "htp" }, {}])("serve(layer, %j) starts nothing", async (options) => {
  const layer = fixtureLayer();
  let started = false;
  layer.start = () => {
    started = true;
    return Promise.resolve();
  };
  await expect(serve(layer, options as ServeOptions)).rejects.toThrow(TypeError);
  expect(started).toBe(false);
});
