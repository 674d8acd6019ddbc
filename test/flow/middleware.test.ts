/** The five middleware around a served layer, as a client meets them. */
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "@jest/globals";
import { AuditLog } from "../../src/middleware/audit-log.js";
import { Caching } from "../../src/middleware/caching.js";
import { ConcurrencyLimit } from "../../src/middleware/concurrency-limit.js";
import { Metrics } from "../../src/middleware/metrics.js";
import { Retry } from "../../src/middleware/retry.js";
import type { FlowClient } from "./support/clients.js";
import { connect, MATRIX } from "./support/clients.js";
import { fixtureLayer } from "./support/fixture-layer.js";

let client: FlowClient | undefined;
afterEach(async () => {
  await client?.close();
  client = undefined;
});

// Over stdio a child serves the fixture as it is.
describe.each(MATRIX.filter(([transport]) => transport !== "stdio"))("%s, %s", (transport, name) => {
  const open = async () => {
    const lines = new PassThrough();
    const middleware = [new AuditLog({ stream: lines }), new Metrics(), new ConcurrencyLimit({ limit: 1, queueTimeout: 0.05 }), new Caching(), new Retry()];
    client = await connect(transport, name, fixtureLayer({ middleware }));
    const audited = (): Record<string, unknown>[] =>
      String(lines.read() ?? "")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    return { client, audited };
  };

  it("the second answer comes from memory, and both are on record", async () => {
    const { client, audited } = await open();
    const answers = [await client.callTool("add", { a: 1 }), await client.callTool("add", { a: 1 })];
    expect(answers.map((answer) => (answer["_meta"] as Record<string, unknown>)["cloudg/cache"])).toEqual([undefined, "hit"]);
    expect(answers[0]!["structuredContent"]).toEqual(answers[1]!["structuredContent"]);
    const records = audited();
    expect(records).toMatchObject([
      { name: "add", outcome: "ok", argument_keys: ["a"] },
      { name: "add", outcome: "ok", argument_keys: ["a"] },
    ]);
    expect(records.every(({ request_id }) => typeof request_id === "number" || typeof request_id === "string")).toBe(true);
  });

  it("a handler that its caller has left keeps the only slot until it ends", async () => {
    const { client, audited } = await open();
    const leaving = new AbortController();
    const hanging = client.callTool("hang", {}, { signal: leaving.signal });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const refused = await client.callTool("add", { a: 2 });
    expect((refused["content"] as { text: string }[])[0]!.text).toBe("Server busy: too many concurrent MCP calls");
    expect((refused["_meta"] as Record<string, unknown>)["cloudg/error_code"]).toBe(-31029);
    leaving.abort();
    await expect(hanging).rejects.toThrow();
    for (let answer = refused, i = 0; answer["isError"] === true && i < 50; i++) answer = await client.callTool("add", { a: 2 });
    expect((await client.callTool("add", { a: 2 }))["isError"]).toBe(false);
    const outcomes = audited().map(({ name, outcome }) => `${String(name)} ${String(outcome)}`);
    expect(outcomes).toEqual(expect.arrayContaining(["add rate_limited", "hang cancelled", "add ok"]));
  });

  it("the metrics are a resource", async () => {
    const { client } = await open();
    await client.callTool("add", { a: 1 });
    const [contents] = await client.readResource("cloudg://metrics");
    const { primitives } = JSON.parse(contents!["text"] as string) as { primitives: unknown[] };
    expect(primitives[0]).toMatchObject({ kind: "tool", name: "add", calls: 1, errors: 0 });
  });
});
