/** The tools that the flow tests call: hand-made specs, one behaviour each. */
import { AccessDeniedError } from "../../../src/errors.js";
import { ToolSpec } from "../../../src/model/tool-spec.js";

const INTEGER = { type: "integer" } as const;

/** What the calls of `hang` met with; the tool `history` tells it, so that it can be asked for over stdio too. */
const history: { started: number; aborted: string[] } = { started: 0, aborted: [] };

export const FIXTURE_TOOLS: readonly ToolSpec[] = [
  new ToolSpec({
    name: "add",
    title: "Add",
    description: "Adds two integers.",
    inputSchema: { type: "object", properties: { a: INTEGER, b: { ...INTEGER, default: 40 } }, required: ["a"], additionalProperties: false },
    outputSchema: { type: "object", properties: { sum: INTEGER }, required: ["sum"] },
    handler: (_ctx, { a, b }: { a: number; b: number }) => ({ sum: a + b }),
  }),
  new ToolSpec({
    name: "fail",
    inputSchema: { type: "object", properties: { how: { enum: ["crash", "denied", "text"] } }, required: ["how"] },
    handler: (_ctx, { how }: { how: string }) => {
      if (how === "denied") throw new AccessDeniedError("not you", { why: "test" });
      throw how === "text" ? "just text" : new RangeError("too far");
    },
  }),
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
  new ToolSpec({
    name: "hang",
    handler: (ctx) =>
      new Promise((_resolve, reject) => {
        history.started++;
        ctx.signal.addEventListener("abort", () => {
          history.aborted.push((ctx.signal.reason as Error).name);
          reject(ctx.signal.reason as Error);
        });
      }),
  }),
  new ToolSpec({ name: "history", handler: () => ({ started: history.started, aborted: [...history.aborted] }) }),
  new ToolSpec({
    name: "slow",
    handler: async () => {
      history.started++;
      await pause(300);
      return "done";
    },
  }),
  new ToolSpec({
    name: "log_anything",
    handler: (ctx) => {
      const cycle: Record<string, unknown> = {};
      cycle["self"] = cycle;
      ctx.log("warning", cycle, "fixture");
      ctx.log("error", new Map([["big", 2n ** 70n]]));
      ctx.reportProgress(Infinity, Infinity);
      return "logged";
    },
  }),
  new ToolSpec({
    name: "noisy",
    handler: () => {
      console.log("printed by a handler");
      process.stdout.write("written by a handler\n");
      return "quiet";
    },
  }),
  new ToolSpec({
    name: "touch",
    handler: (ctx) => {
      ctx.layer.notifyChange("tools");
      ctx.layer.notifyChange("resource", "note://index");
      ctx.layer.notifyChange("resource", "note://picture");
      return "touched";
    },
  }),
  new ToolSpec({
    name: "ask",
    inputSchema: { type: "object", properties: { what: { enum: ["elicitation", "sampling", "roots"] } }, required: ["what"] },
    handler: async (ctx, { what }: { what: string }) => {
      if (what === "sampling") return ctx.sample({ messages: [{ role: "user", content: { type: "text", text: "Name?" } }], maxTokens: 10 });
      if (what === "roots") return { roots: await ctx.listRoots() };
      return ctx.elicit({ message: "Name?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } });
    },
  }),
  new ToolSpec({ name: "whoami", handler: (ctx) => ({ id: ctx.principal.id, session: ctx.session !== undefined }) }),
];

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
