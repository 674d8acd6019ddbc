/** `@hidden`: an override that takes an inherited primitive away. */
import type { MethodDecoratorOf } from "./target.js";
import { onMethod } from "./target.js";

/** Drops what the parent class offers under this method; the method itself keeps working. */
export function hidden(): MethodDecoratorOf {
  return (...call: unknown[]) => onMethod("@hidden", call, (record, member) => void record.hidden.add(member));
}
