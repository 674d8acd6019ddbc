/** `@tool`: a method that models call. */
import { DefinitionError } from "../errors.js";
import { callerUrl } from "./caller-url.js";
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
  const [name, given] = nameAndOptions(nameOrOptions, options);
  return recordMember("tool", name, resolveWorker(given, tool));
}

/** On an override: keeps what the parent said, with the given options on top. */
tool.inherit = function inherit(options: ToolOptions = {}): MethodDecoratorOf {
  return recordMember("tool", undefined, resolveWorker(options, inherit), true);
};

/** A worker's relative path means the folder of the file that says it, which is known only now. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- see callerUrl
function resolveWorker(options: ToolOptions, callee: Function): ToolOptions {
  const { worker } = options;
  if (typeof worker !== "string") return options;
  const base = callerUrl(callee);
  if (base !== undefined) return { ...options, worker: new URL(worker, base) };
  throw new DefinitionError([
    {
      where: `@tool({ worker: ${JSON.stringify(worker)} })`,
      problem: "the file that it is relative to is not known here",
      remedy: "write worker: new URL(…, import.meta.url)",
    },
  ]);
}
