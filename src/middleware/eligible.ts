/** Which calls may be answered from memory or tried again, and which make remembered answers stale. Caching and retrying ask here. */
import type { CallInfo } from "../layer/call-info.js";
import { ToolSpec } from "../model/tool-spec.js";
import type { AnySpec } from "../registry/registry.js";

/** A call of a tool that is read-only and idempotent, by its author's hints or by what it may touch. */
export function isRepeatableTool({ kind, spec }: CallInfo): boolean {
  return kind === "tool" && spec instanceof ToolSpec && spec.repeatable;
}

/** A read of a resource whose handler changes nothing. */
export function isRepeatableRead({ kind, spec }: CallInfo): boolean {
  return (kind === "resource" || kind === "resourceTemplate") && !mayWrite(spec);
}

/** A call that may make remembered answers stale: of a tool that is not read-only, of another handler that may write. */
export function mayChangeState({ kind, spec }: CallInfo): boolean {
  return kind === "tool" && spec instanceof ToolSpec ? spec.annotations.readOnlyHint !== true : mayWrite(spec);
}

function mayWrite({ capabilities }: AnySpec): boolean {
  return capabilities.has("write_state") || capabilities.has("write_fs") || capabilities.has("exec");
}
