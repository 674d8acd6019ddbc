/** `@tool`: a method that models call. */
import { nameAndOptions, recordMember } from "./member.js";
import type { ToolOptions } from "./options.js";
import type { MethodDecoratorOf } from "./target.js";

/**
 * Offers a method as a tool. Every parameter after `ctx` is one named argument; its schema is emitted from its type.
 * @param name Name on the wire, `A-Z a-z 0-9 _ . -`. @default the method's name
 */
export function tool(name?: string, options?: ToolOptions): MethodDecoratorOf;
export function tool(options: ToolOptions): MethodDecoratorOf;
export function tool(nameOrOptions?: string | ToolOptions, options?: ToolOptions): MethodDecoratorOf {
  return recordMember("tool", ...nameAndOptions(nameOrOptions, options));
}

/** On an override: keeps what the parent said, with the given options on top. */
tool.inherit = (options: ToolOptions = {}): MethodDecoratorOf => recordMember("tool", undefined, options, true);
