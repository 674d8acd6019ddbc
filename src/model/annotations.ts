/** Behaviour hints of tools and display hints of resources, with the derivation of every hint an author leaves unset. */
import type { Capability } from "./capability.js";

/** MCP `ToolAnnotations`. Clients assume the worst of a missing hint, hence {@link deriveHints}. */
export interface ToolAnnotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** MCP `Annotations` of resources and content. `priority` is 0 to 1; `lastModified` ISO 8601. */
export interface ContentAnnotations {
  readonly audience?: readonly ("user" | "assistant")[] | undefined;
  readonly priority?: number | undefined;
  readonly lastModified?: string | undefined;
}

/**
 * Fills the hints that are unset, from what the tool may touch: read-only without write_state, write_fs and exec; never destructive unless said;
 * open-world with cloud_access or exec; idempotent when read-only and closed-world, since two looks at a remote system can differ.
 * Key order is that of the wire.
 */
export function deriveHints(given: ToolAnnotations, capabilities: ReadonlySet<Capability>): ToolAnnotations {
  const outside = capabilities.has("cloud_access") || capabilities.has("exec");
  const writes = capabilities.has("write_state") || capabilities.has("write_fs") || capabilities.has("exec");
  const readOnlyHint = given.readOnlyHint ?? !writes;
  const idempotentHint = given.idempotentHint ?? (readOnlyHint && !outside ? true : undefined);
  return {
    ...(given.title === undefined ? {} : { title: given.title }),
    readOnlyHint,
    destructiveHint: given.destructiveHint ?? false,
    ...(idempotentHint === undefined ? {} : { idempotentHint }),
    openWorldHint: given.openWorldHint ?? outside,
  };
}

/** Only the fields that say something, in wire order; undefined when none does. */
export function contentAnnotationsToWire(annotations: ContentAnnotations | undefined): ContentAnnotations | undefined {
  if (annotations === undefined) return undefined;
  const { audience, priority, lastModified } = annotations;
  if (audience === undefined && priority === undefined && lastModified === undefined) return undefined;
  return {
    ...(audience === undefined ? {} : { audience: [...audience] }),
    ...(priority === undefined ? {} : { priority }),
    ...(lastModified === undefined ? {} : { lastModified }),
  };
}
