/** `@prompt`: a method that makes messages for a model. */
import { nameAndOptions, recordMember } from "./member.js";
import type { PromptOptions } from "./options.js";
import type { MethodDecoratorOf } from "./target.js";

/**
 * Offers a method as a prompt. Its parameters after `ctx` are the prompt's arguments.
 * @param name Name on the wire, `A-Z a-z 0-9 _ . -`. @default the method's name
 */
export function prompt(name?: string, options?: PromptOptions): MethodDecoratorOf;
export function prompt(options: PromptOptions): MethodDecoratorOf;
export function prompt(nameOrOptions?: string | PromptOptions, options?: PromptOptions): MethodDecoratorOf {
  return recordMember("prompt", ...nameAndOptions(nameOrOptions, options));
}

/** On an override: keeps what the parent said, with the given options on top. */
prompt.inherit = (options: PromptOptions = {}): MethodDecoratorOf => recordMember("prompt", undefined, options, true);
