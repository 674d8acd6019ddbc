/** The layer that the flow tests serve. Imported by jest and by the child that serves over stdio. */
import { NotFoundError } from "../../../src/errors.js";
import { Layer } from "../../../src/layer/layer.js";
import type { LayerOptions } from "../../../src/layer/options.js";
import { PromptMessage } from "../../../src/model/prompt-result.js";
import { PromptSpec } from "../../../src/model/prompt-spec.js";
import { ResourceSpec, ResourceTemplateSpec } from "../../../src/model/resource-spec.js";
import { Registry } from "../../../src/registry/registry.js";
import { FIXTURE_TOOLS } from "./fixture-tools.js";

const RESOURCES: readonly (ResourceSpec | ResourceTemplateSpec)[] = [
  new ResourceSpec({ name: "index", uri: "note://index", handler: () => ({ notes: ["1", "2"] }) }),
  new ResourceSpec({ name: "picture", uri: "note://picture", mimeType: "image/png", handler: () => Buffer.from([1, 2, 3]) }),
  new ResourceSpec({
    name: "gone",
    uri: "note://gone",
    handler: () => {
      throw new NotFoundError("The note has been thrown away");
    },
  }),
  new ResourceSpec({
    name: "broken",
    uri: "note://broken",
    handler: () => {
      throw new Error("a secret of the server");
    },
  }),
  new ResourceTemplateSpec({
    name: "note",
    uriTemplate: "note://{id}/text",
    mimeType: "text/plain",
    completions: { id: (_ctx, partial) => ["1", "12", "2"].filter((id) => id.startsWith(partial)) },
    handler: (_ctx, { id }: { id: string }) => `note ${id}`,
  }),
];

const GREET = new PromptSpec({
  name: "greet",
  description: "Greets somebody.",
  arguments: [{ name: "who", required: true, completion: (_ctx, partial) => Array.from({ length: 250 }, (_, i) => `${partial}${i}`) }, { name: "tone" }],
  handler: (_ctx, { who, tone = "kind" }: { who: string; tone?: string }) => [PromptMessage.user(`Hello ${who}`), PromptMessage.assistant(`in a ${tone} tone`)],
});

export function fixtureLayer(options: LayerOptions = {}): Layer {
  const registry = new Registry();
  for (const spec of [...FIXTURE_TOOLS, ...RESOURCES, GREET]) registry.add(spec);
  return new Layer({ registry, name: "fixture", version: "1.2.3", instructions: "For tests.", onError: () => undefined, ...options });
}
