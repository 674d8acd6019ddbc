/** `@tool`: a method that models call. */
import { pathToFileURL } from "node:url";
import { DefinitionError } from "../errors.js";
import { callerFile } from "../model/caller-file.js";
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
function resolveWorker(options: ToolOptions, callee: (...args: never[]) => unknown): ToolOptions {
  const { worker } = options;
  if (typeof worker !== "string") return options;
  const file = callerFile(callee);
  if (file !== undefined) return { ...options, worker: new URL(worker, pathToFileURL(file)) };
  throw new DefinitionError([
    {
      where: `@tool({ worker: ${JSON.stringify(worker)} })`,
      problem: "the file that it is relative to is not known here",
      remedy: "write worker: new URL(…, import.meta.url)",
    },
  ]);
}
