/** The layer that the flow tests serve: hand-made specs, one behaviour each. Imported by jest and by the child that serves over stdio. */
import { AccessDeniedError } from "../../../src/errors.js";
import { Layer } from "../../../src/layer/layer.js";
import type { LayerOptions } from "../../../src/layer/options.js";
import { PromptMessage } from "../../../src/model/prompt-result.js";
import { PromptSpec } from "../../../src/model/prompt-spec.js";
import { ResourceSpec, ResourceTemplateSpec } from "../../../src/model/resource-spec.js";
import { ToolSpec } from "../../../src/model/tool-spec.js";
import { Registry } from "../../../src/registry/registry.js";

const INTEGER = { type: "integer" } as const;

/** What the handlers saw, for tests in the same process. */
export const seen: { aborted: string[] } = { aborted: [] };

export function fixtureLayer(options: LayerOptions = {}): Layer {
  const registry = new Registry();
  registry.add(
    new ToolSpec({
      name: "add",
      title: "Add",
      description: "Adds two integers.",
      inputSchema: { type: "object", properties: { a: INTEGER, b: { ...INTEGER, default: 40 } }, required: ["a"], additionalProperties: false },
      outputSchema: { type: "object", properties: { sum: INTEGER }, required: ["sum"] },
      handler: (_ctx, { a, b }: { a: number; b: number }) => ({ sum: a + b }),
    }),
  );
  registry.add(
    new ToolSpec({
      name: "fail",
      inputSchema: { type: "object", properties: { how: { enum: ["crash", "denied", "text"] } }, required: ["how"] },
      handler: (_ctx, { how }: { how: string }) => {
        if (how === "denied") throw new AccessDeniedError("not you", { why: "test" });
        throw how === "text" ? "just text" : new RangeError("too far");
      },
    }),
  );
  registry.add(
    new ToolSpec({
      name: "count",
      inputSchema: { type: "object", properties: { steps: INTEGER }, required: ["steps"] },
      handler: async (ctx, { steps }: { steps: number }) => {
        for (let step = 1; step <= steps; step++) {
          ctx.reportProgress(step, steps, `step ${step}`);
          ctx.log("info", { step });
          await pause(5);
        }
        // The official clients lose a progress notice that comes in one chunk with the result.
        await pause(30);
        return { steps };
      },
    }),
  );
  registry.add(
    new ToolSpec({
      name: "hang",
      handler: (ctx) =>
        new Promise((_resolve, reject) => {
          ctx.signal.addEventListener("abort", () => {
            seen.aborted.push((ctx.signal.reason as Error).name);
            reject(ctx.signal.reason as Error);
          });
        }),
    }),
  );
  registry.add(
    new ToolSpec({
      name: "noisy",
      handler: () => {
        console.log("printed by a handler");
        process.stdout.write("written by a handler\n");
        return "quiet";
      },
    }),
  );
  registry.add(
    new ToolSpec({
      name: "touch",
      handler: (ctx) => {
        ctx.layer.notifyChange("tools");
        ctx.layer.notifyChange("resource", "note://index");
        return "touched";
      },
    }),
  );
  registry.add(
    new ToolSpec({
      name: "ask",
      handler: async (ctx) => ctx.elicit({ message: "Name?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } }),
    }),
  );
  registry.add(new ToolSpec({ name: "whoami", handler: (ctx) => ({ id: ctx.principal.id, session: ctx.session !== undefined }) }));
  registry.add(new ResourceSpec({ name: "index", uri: "note://index", handler: () => ({ notes: ["1", "2"] }) }));
  registry.add(new ResourceSpec({ name: "picture", uri: "note://picture", mimeType: "image/png", handler: () => Buffer.from([1, 2, 3]) }));
  registry.add(
    new ResourceSpec({
      name: "broken",
      uri: "note://broken",
      handler: () => {
        throw new Error("a secret of the server");
      },
    }),
  );
  registry.add(
    new ResourceTemplateSpec({
      name: "note",
      uriTemplate: "note://{id}/text",
      mimeType: "text/plain",
      completions: { id: (_ctx, partial) => ["1", "12", "2"].filter((id) => id.startsWith(partial)) },
      handler: (_ctx, { id }: { id: string }) => `note ${id}`,
    }),
  );
  registry.add(
    new PromptSpec({
      name: "greet",
      description: "Greets somebody.",
      arguments: [{ name: "who", required: true, completion: (_ctx, partial) => Array.from({ length: 250 }, (_, i) => `${partial}${i}`) }, { name: "tone" }],
      handler: (_ctx, { who, tone = "kind" }: { who: string; tone?: string }) => [
        PromptMessage.user(`Hello ${who}`),
        PromptMessage.assistant(`in a ${tone} tone`),
      ],
    }),
  );
  return new Layer({ registry, name: "fixture", version: "1.2.3", instructions: "For tests.", onError: () => undefined, ...options });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
