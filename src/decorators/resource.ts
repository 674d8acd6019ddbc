/** `@resource`: a method that reads one resource with a fixed URI. */
import { recordMember } from "./member.js";
import type { ResourceOptions } from "./options.js";
import type { MethodDecoratorOf } from "./target.js";

/**
 * Offers a method as a resource. It takes `ctx` at most.
 * @param uri A whole URI, like `notes://index`.
 */
export function resource(uri: string, options: ResourceOptions = {}): MethodDecoratorOf {
  return recordMember("resource", uri, options);
}

/** On an override: keeps what the parent said, with the given options on top. */
resource.inherit = (options: ResourceOptions = {}): MethodDecoratorOf => recordMember("resource", undefined, options, true);
