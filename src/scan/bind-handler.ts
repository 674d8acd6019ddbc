/** Turns a method with positional parameters into a spec's handler, which gets the validated arguments as one object. Built once, at scan time. */
import type { MemberKey } from "../metadata/class-record.js";
import type { ToolContext } from "../model/tool-context.js";
import { ARGUMENTS_SLOT, CONTEXT_SLOT } from "../schema/manifest.js";

export type BoundHandler = (ctx: ToolContext, args: Record<string, unknown>) => unknown;
type Method = (...args: unknown[]) => unknown;

/** The method is looked up at each call, so that spies and rebinding in constructors work as on any object. */
export function bindHandler(instance: object, member: MemberKey, slots: readonly string[]): BoundHandler {
  const target = instance as Record<MemberKey, Method>;
  const [first, second, third] = slots;
  if (first === CONTEXT_SLOT && !slots.includes(ARGUMENTS_SLOT)) {
    // The common shapes, without an array and a spread per call.
    if (slots.length === 1) return (ctx) => target[member]!(ctx);
    if (slots.length === 2) return (ctx, args) => target[member]!(ctx, args[second!]);
    if (slots.length === 3) return (ctx, args) => target[member]!(ctx, args[second!], args[third!]);
  }
  return (ctx, args) => {
    const values = new Array<unknown>(slots.length);
    for (let i = 0; i < slots.length; i++) values[i] = slotValue(slots[i]!, ctx, args);
    return target[member]!(...values);
  };
}

/** The same for a tool that runs in a worker thread: its module's export takes the method's place. */
export function bindWorker(module: URL, exportName: string, slots: readonly string[]): BoundHandler {
  const passed = slots.filter((slot) => slot !== CONTEXT_SLOT);
  return (ctx, args) =>
    ctx.runWorker(
      module,
      exportName,
      passed.map((slot) => slotValue(slot, ctx, args)),
    );
}

function slotValue(slot: string, ctx: ToolContext, args: Record<string, unknown>): unknown {
  if (slot === CONTEXT_SLOT) return ctx;
  return slot === ARGUMENTS_SLOT ? args : args[slot];
}
