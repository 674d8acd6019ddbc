/** One of each kind under a policy that hides half of them. Imported by jest and by the child that serves it over stdio. */
import { Layer } from "../../../src/layer/layer.js";
import { PromptSpec } from "../../../src/model/prompt-spec.js";
import { ResourceSpec, ResourceTemplateSpec } from "../../../src/model/resource-spec.js";
import { ToolSpec } from "../../../src/model/tool-spec.js";
import { Policy } from "../../../src/policy/policy.js";
import { Registry } from "../../../src/registry/registry.js";

/** Both of one length, so that only what is said of them could differ. */
export const HIDDEN = "alpha-secret";
export const ABSENT = "gamma-absent";
export const VISIBLE = "alpha-secrets";

const POLICY = {
  name: "half",
  denyTools: [HIDDEN],
  denyPrompts: [HIDDEN],
  denyResources: [`*${HIDDEN}`, `${HIDDEN}://*`],
};

export async function hiddenLayer(): Promise<Layer> {
  const registry = new Registry();
  for (const name of [VISIBLE, HIDDEN]) {
    registry
      .add(new ToolSpec({ name, inputSchema: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] }, handler: () => "secret" }))
      .add(new ResourceSpec({ name, uri: `doc://${name}`, handler: () => "secret" }))
      .add(new ResourceTemplateSpec({ name, uriTemplate: `${name}://{+ref}`, handler: () => "secret", completions: { ref: () => [HIDDEN, "x"] } }))
      .add(new PromptSpec({ name, handler: () => "secret", arguments: [{ name: "who", required: true, completion: () => ["x"] }] }));
  }
  return new Layer({ registry, policy: await Policy.load(POLICY), name: "half", version: "1.0.0", onError: () => undefined });
}
