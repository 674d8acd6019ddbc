/** `@resourceTemplate`: a method that reads any resource of a family. */
import { recordMember } from "./member.js";
import type { ResourceTemplateOptions } from "./options.js";
import type { MethodDecoratorOf } from "./target.js";

/**
 * Offers a method as a family of resources. Its parameters after `ctx` are the variables of the template.
 * @param uriTemplate With `{var}` for one path segment and `{+var}` for anything, like `notes://{id}`.
 */
export function resourceTemplate(uriTemplate: string, options: ResourceTemplateOptions = {}): MethodDecoratorOf {
  return recordMember("resourceTemplate", uriTemplate, options);
}

/** On an override: keeps what the parent said, with the given options on top. */
resourceTemplate.inherit = (options: ResourceTemplateOptions = {}): MethodDecoratorOf => recordMember("resourceTemplate", undefined, options, true);
