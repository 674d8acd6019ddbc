/** Change events to the streams of the 2026 era. */
import { expect, it } from "@jest/globals";
import type { ServerEvent } from "@modelcontextprotocol/server";
import { Principal } from "../../../src/model/principal.js";
import { currentPrincipal } from "../../../src/server/caller.js";
import { ChangeBus, toServerEvent } from "../../../src/server/change-bus.js";
import { fixtureLayer } from "../../flow/support/fixture-layer.js";

it("a stream hears of resources that the principal who opened it may read, of lists always, and of nothing once it is closed", () => {
  const policy = {
    isVisible: (spec: { name: string }, principal: Principal) => spec.name !== "index" || principal.id === "ada",
    checkCall: () => undefined,
    viewKey: (principal: Principal) => principal.id,
  };
  const bus = new ChangeBus(fixtureLayer({ policy }));
  const heard: Record<string, string[]> = { ada: [], eve: [] };
  const subscribe = (id: string): (() => void) =>
    currentPrincipal.run(new Principal({ id }), () => bus.subscribe((event: ServerEvent) => heard[id]!.push("uri" in event ? event.uri : event.kind)));
  const close = subscribe("ada");
  subscribe("eve");
  bus.announce({ kind: "resource", uri: "note://index" });
  bus.announce({ kind: "resource", uri: "note://picture" });
  bus.announce({ kind: "tools", uri: undefined });
  close();
  bus.announce({ kind: "tools", uri: undefined });
  expect(heard).toEqual({
    ada: ["note://index", "note://picture", "tools_list_changed"],
    eve: ["note://picture", "tools_list_changed", "tools_list_changed"],
  });
});

it("the layer's events become the protocol's", () => {
  expect(toServerEvent({ kind: "resource", uri: "a://b" })).toEqual({ kind: "resource_updated", uri: "a://b" });
  expect((["tools", "resources", "prompts"] as const).map((kind) => toServerEvent({ kind, uri: undefined }).kind)).toEqual([
    "tools_list_changed",
    "resources_list_changed",
    "prompts_list_changed",
  ]);
});
