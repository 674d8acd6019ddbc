/** Primitives that come and go while the server runs: lists follow, and those who may see the change are told of it, once. */
import { describe, expect, it } from "@jest/globals";
import type { Layer } from "../../src/layer/layer.js";
import type { AnySpec } from "../../src/registry/registry.js";
import type { Principal } from "../../src/model/principal.js";
import { ResourceTemplateSpec } from "../../src/model/resource-spec.js";
import { ToolSpec } from "../../src/model/tool-spec.js";
import type { FlowClient } from "./support/clients.js";
import { connect, MATRIX } from "./support/clients.js";
import { fixtureLayer } from "./support/fixture-layer.js";
import { until } from "./support/suite.js";

const newTool = (name: string): ToolSpec => new ToolSpec({ name, handler: () => name });
const names = async (face: FlowClient): Promise<unknown[]> => (await face.listTools()).map(({ name }) => name);
const toolNotices = (face: FlowClient): number => face.notices.filter(({ method }) => method === "notifications/tools/list_changed").length;

/** Resolves to the number of notices so far, once they arrive: in 2025 over HTTP the client opens its stream on its own, after connecting. */
async function listen(face: FlowClient, layer: Layer): Promise<number> {
  await face.watchTools();
  await until(() => {
    layer.notifyChange("tools");
    return toolNotices(face) > 0;
  });
  await until(() => false, 5);
  return toolNotices(face);
}

describe.each(MATRIX.filter(([transport]) => transport !== "stdio"))("over %s with the client %s", (transport, client) => {
  it("added and removed tools are listed, callable and announced", async () => {
    const layer = fixtureLayer();
    const face = await connect(transport, client, layer);
    try {
      const before = await listen(face, layer);
      for (const name of ["one", "two", "three"]) layer.registry.add(newTool(name));
      await until(() => toolNotices(face) > before);
      expect(await names(face)).toEqual(expect.arrayContaining(["one", "two", "three"]));
      expect(await face.callTool("two")).toMatchObject({ structuredContent: { result: "two" } });
      expect(toolNotices(face)).toBe(before + 1);
      layer.registry.remove("tool", "two");
      await until(() => toolNotices(face) > before + 1);
      expect(await names(face)).not.toContain("two");
      await expect(face.callTool("two")).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("Unknown tool: two") });
    } finally {
      await face.close();
    }
  });

  it("a tool that a client may not see comes and goes unheard", async () => {
    const policy = { viewKey: () => "", isVisible: (spec: AnySpec) => !spec.tags.has("hidden"), checkCall: () => undefined };
    const layer = fixtureLayer({ policy });
    const face = await connect(transport, client, layer);
    try {
      const before = await listen(face, layer);
      layer.registry.add(new ToolSpec({ name: "secret", tags: ["hidden"], handler: () => 1 }));
      await until(() => false, 5);
      expect(toolNotices(face)).toBe(before);
      layer.registry.add(newTool("open"));
      await until(() => toolNotices(face) > before);
      expect(toolNotices(face)).toBe(before + 1);
      expect(await names(face)).not.toContain("secret");
    } finally {
      await face.close();
    }
  });
});

describe("one concrete resource that is hidden", () => {
  it.each(["v2 2026-07-28", "v2 2025-11-25"] as const)("cannot be read, watched or found by completion, escaped or not (%s)", async (client) => {
    const missing: unknown[] = [];
    const policy = {
      viewKey: () => "",
      isVisible: (_spec: AnySpec, _principal: Principal, uri?: string) => uri !== "note://12/text",
      checkCall: () => undefined,
      recordMissing: (...args: unknown[]) => missing.push(args.slice(0, 2)),
    };
    const face = await connect("http", client, fixtureLayer({ policy }));
    try {
      expect(await face.readResource("note://1/text")).toMatchObject([{ text: "note 1" }]);
      for (const uri of ["note://12/text", "note://%31%32/text"])
        await expect(face.readResource(uri)).rejects.toMatchObject({ message: expect.stringContaining(`Unknown resource: ${uri}`) });
      expect(missing).toEqual([
        ["resource", "note://12/text"],
        ["resource", "note://%31%32/text"],
      ]);
      const completion = await face.complete({ type: "ref/resource", uri: "note://{id}/text" }, "id", "1");
      expect(completion).toEqual({ values: ["1"], total: 1, hasMore: false });
      if (client === "v2 2025-11-25") await expect(face.watch("note://12/text")).rejects.toThrow(/Unknown resource/);
    } finally {
      await face.close();
    }
  });
});

it("a template of which a part is not known yet may lead anywhere, so its completions stand", async () => {
  const layer = fixtureLayer({
    policy: { viewKey: () => "", isVisible: (_spec, _principal, uri) => uri !== "pair://a/b", checkCall: () => undefined },
  });
  layer.registry.add(
    new ResourceTemplateSpec({ name: "pair", uriTemplate: "pair://{x}/{y}", handler: () => "", completions: { x: () => ["a", "c"], y: () => ["b", "d"] } }),
  );
  const complete = (name: string, others?: Record<string, string>) =>
    layer.complete({ type: "ref/resource", uri: "pair://{x}/{y}" }, { name, value: "", ...(others === undefined ? {} : { others }) });
  expect((await complete("x")).values).toEqual(["a", "c"]);
  expect((await complete("y", { x: "a" })).values).toEqual(["d"]);
  expect((await complete("y", { x: "c" })).values).toEqual(["b", "d"]);
});
