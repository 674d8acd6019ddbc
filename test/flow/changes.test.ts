/** Telling clients that lists and resources changed: subscriptions and unasked notices in 2025, streams in 2026. */
import { describe, expect, it } from "@jest/globals";
import { Principal } from "../../src/model/principal.js";
import type { FlowClient } from "./support/clients.js";
import { connect } from "./support/clients.js";
import { fixtureLayer } from "./support/fixture-layer.js";
import { overEveryTransport, until } from "./support/suite.js";

/** `touch` changes the tools, the index and the picture, in this order. */
const touch = async (face: FlowClient, count: number): Promise<unknown[]> => {
  face.notices.length = 0;
  await face.callTool("touch");
  await until(() => face.notices.length >= count, 100);
  // Whatever else was to come has had its time.
  await face.callTool("whoami");
  return face.notices.map(({ method, params }) => ({ method, uri: (params as { uri?: string } | undefined)?.uri }));
};
const TOOLS = { method: "notifications/tools/list_changed", uri: undefined };
const INDEX = { method: "notifications/resources/updated", uri: "note://index" };

overEveryTransport((flow) => {
  it("tells who listens, and only of what they listen to", async () => {
    await flow.face.watchTools();
    await flow.face.watch("note://index");
    // In 2025 over HTTP the client opens its stream for notices on its own, after connecting.
    await until(async () => (await touch(flow.face, 1)).length > 0);
    expect(await touch(flow.face, 2)).toEqual([TOOLS, INDEX]);
    await flow.face.unwatch("note://index");
    expect(await touch(flow.face, 1)).toEqual([TOOLS]);
  });

  it("tells a 2025 client that asks for an unknown resource", async () => {
    if (flow.era === "2026") return; // a stream may name what does not exist yet
    await expect(flow.face.watch("note://nowhere")).rejects.toMatchObject({ data: { uri: "note://nowhere" } });
  });
});

describe("a resource that the listener may not read", () => {
  it.each(["v2 2026-07-28", "v2 2025-11-25"] as const)("is not told of (%s)", async (client) => {
    const hidden = new Set<string>();
    const policy = {
      isVisible: (spec: { name: string }) => !hidden.has(spec.name),
      checkCall: () => undefined,
      viewKey: () => [...hidden].join(),
    };
    const layer = fixtureLayer({ policy });
    const face = await connect("http", client, layer, { http: { principalResolver: () => new Principal({ id: "eve" }) } });
    try {
      await face.watch("note://index");
      await face.watch("note://picture");
      await until(async () => (await touch(face, 1)).length > 0);
      hidden.add("index");
      const told = await touch(face, 1);
      expect(told).toContainEqual({ ...INDEX, uri: "note://picture" });
      expect(told).not.toContainEqual(INDEX);
    } finally {
      await face.close();
    }
  });
});
