/** What makes two calls the same call, so that one answer serves both. */
import { createHash } from "node:crypto";
import type { CallInfo } from "../layer/call-info.js";
import { canonicalJson } from "./canonical-json.js";

/** Longer keys are remembered as their SHA-256: arguments may have megabytes. */
const MAX_KEY = 512;

/**
 * Principal (id, roles, attributes: handlers and policies may go by any of them), kind, name, arguments.
 * Undefined when the attributes or arguments are not plain JSON: such calls are the same as no other.
 */
export function cacheKey({ principal, kind, name, arguments: args }: CallInfo): string | undefined {
  const attributes = canonicalJson(principal.attributes);
  const canonical = canonicalJson(args);
  if (attributes === undefined || canonical === undefined) return undefined;
  const key = JSON.stringify([principal.id, principal.roleKey, attributes, kind, name, canonical]);
  return key.length <= MAX_KEY ? key : createHash("sha256").update(key).digest("base64");
}
