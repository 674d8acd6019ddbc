/** Who may address the server, and from which pages. */
import { describe, expect, it } from "@jest/globals";
import { HostGuard } from "../../../src/server/host-guard.js";

const status = (guard: HostGuard, headers: { host?: string; origin?: string }): number => guard.check(headers)?.status ?? 200;

describe("Host", () => {
  it.each<[string | undefined, number]>([
    ["localhost", 200],
    ["LOCALHOST:8765", 200],
    ["127.0.0.1:1", 200],
    ["[::1]:8765", 200],
    ["example.com", 421],
    ["localhost.example.com", 421],
    ["notlocalhost", 421],
    ["127.0.0.1.example.com", 421],
    ["example.com#localhost", 421],
    ["example.com/@localhost", 421],
    ["a@localhost", 421],
    ["localhost:99999", 421],
    ["localhost:", 421],
    ["::1", 421],
    ["", 421],
    [undefined, 421],
  ])("%s → %i", (host, expected) => {
    expect(status(new HostGuard(), host === undefined ? {} : { host })).toBe(expected);
  });

  it("takes names and globs, and says how to allow one", () => {
    const guard = new HostGuard(["mcp.example.com", "*.internal"]);
    expect(["mcp.example.com:80", "a.b.internal", "localhost"].map((host) => status(guard, { host }))).toEqual([200, 200, 200]);
    expect(["mcpXexample.com", "internal", "a.internal.evil"].map((host) => status(guard, { host }))).toEqual([421, 421, 421]);
    expect(guard.check({ host: "x" })!.message).toContain("--allowed-host");
  });
});

describe("Origin", () => {
  const host = "localhost:8765";
  it.each<[string, number]>([
    ["http://localhost:3000", 200],
    ["https://127.0.0.1", 200],
    ["http://[::1]:5173", 200],
    ["https://example.com", 403],
    ["https://localhost.example.com", 403],
    ["null", 403],
    ["", 403],
    ["file://", 403],
  ])("%j → %i", (origin, expected) => {
    expect(status(new HostGuard(), { host, origin })).toBe(expected);
  });

  it("that is the server's own always passes; the name on another port does not", () => {
    const guard = new HostGuard(["mcp.example.com"]);
    expect(status(guard, { host: "mcp.example.com:8443", origin: "https://mcp.example.com:8443" })).toBe(200);
    expect(status(guard, { host: "MCP.example.com", origin: "https://mcp.example.com" })).toBe(200);
    expect(status(guard, { host: "mcp.example.com:8443", origin: "https://mcp.example.com:9000" })).toBe(403);
  });

  it("takes globs, and says how to allow one", () => {
    const guard = new HostGuard([], ["*.example.com"]);
    expect(status(guard, { host, origin: "https://app.example.com" })).toBe(200);
    expect(guard.check({ host, origin: "https://example.org" })).toMatchObject({ status: 403, message: expect.stringContaining("--allowed-origin") });
  });
});
