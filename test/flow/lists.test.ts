/** What a client learns of the server before it calls anything. */
import { expect, it } from "@jest/globals";
import { fixtureLayer } from "./support/fixture-layer.js";
import { overEveryTransport } from "./support/suite.js";

overEveryTransport((flow) => {
  const local = fixtureLayer();

  it("introduces itself", () => {
    expect(flow.face.server).toMatchObject({ name: "fixture", version: "1.2.3" });
    expect(flow.face.instructions).toBe("For tests.");
  });

  it("lists what the layer lists, object for object", async () => {
    expect(await flow.face.listTools()).toEqual(local.toolsWire());
    expect(await flow.face.listResources()).toEqual(local.resourcesWire());
    expect(await flow.face.listResourceTemplates()).toEqual(local.resourceTemplatesWire());
    expect(await flow.face.listPrompts()).toEqual(local.promptsWire());
  });
});
