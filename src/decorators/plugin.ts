/** `@plugin`: defaults for the primitives of a class. */
import { recordOf } from "../metadata/class-record.js";
import type { Constructor } from "../model/hydration.js";
import type { PluginOptions } from "./options.js";
import { refuseStandardDecorator } from "./target.js";

export function plugin(options: PluginOptions): (cls: Constructor) => void {
  const own = Object.freeze({ ...options });
  return (...call: unknown[]) => {
    refuseStandardDecorator("@plugin", call[1]);
    recordOf(call[0] as Constructor).plugin = own;
  };
}
