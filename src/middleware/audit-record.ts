/** What the audit log writes of a call: who, what, when and how it ended. Of the arguments it has names and keyed hashes, never a value. */
import { createHmac } from "node:crypto";
import type { CallInfo } from "../layer/call-info.js";
import { MetaKey } from "../model/meta-prefix.js";
import { isToolResult } from "../model/tool-result.js";
import { targetOf } from "./call-target.js";
import { canonicalJson } from "./canonical-json.js";
import type { Ending } from "./outcome.js";
import { knownCode } from "./outcome.js";

/** Callers choose the names of arguments and the ids of requests: a line stays a line that can be read. */
const MAX_TEXT = 200;
const MAX_KEYS = 100;

export interface ArgumentTraces {
  readonly keys: readonly string[];
  /** By key; null for values that are no JSON. Undefined when values are not hashed. */
  readonly hashes: Readonly<Record<string, string | null>> | undefined;
}

/** @param salt Undefined = values are not hashed. */
export function traceArguments(args: Readonly<Record<string, unknown>>, salt: string | Uint8Array | undefined): ArgumentTraces {
  const keys = Object.keys(args).sort().slice(0, MAX_KEYS);
  if (salt === undefined) return { keys: keys.map(cut), hashes: undefined };
  // Without a prototype, "__proto__" is a key like any other.
  const hashes = Object.create(null) as Record<string, string | null>;
  for (const key of keys) hashes[cut(key)] = hash(args[key], salt);
  return { keys: keys.map(cut), hashes };
}

/** One line, its keys sorted. */
export function auditLine(info: CallInfo, traces: ArgumentTraces, { outcome, code }: Ending, result: unknown): string {
  const { context, principal, kind, spec, startedAt } = info;
  return `${JSON.stringify({
    argument_hashes: traces.hashes ?? null,
    argument_keys: traces.keys,
    duration_ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
    error: code === undefined ? null : knownCode(code),
    event: "mcp.call",
    kind,
    name: targetOf(info),
    outcome,
    principal: principal.id,
    request_id: typeof context.requestId === "string" ? cut(context.requestId) : (context.requestId ?? null),
    sensitivity: spec.sensitivity,
    transforms: transformsOf(result, context.layer.metaPrefix),
    ts: new Date().toISOString(),
  })}\n`;
}

/** Calls went unrecorded: an account with a hole in it says so. */
export function gapLine(lost: number): string {
  return `${JSON.stringify({ event: "mcp.audit_gap", lost, ts: new Date().toISOString() })}\n`;
}

function hash(value: unknown, salt: string | Uint8Array): string | null {
  const text = canonicalJson(value);
  return text === undefined ? null : createHmac("sha256", salt).update(text).digest("hex").slice(0, 16);
}

function transformsOf(result: unknown, metaPrefix: string): readonly string[] {
  const names = isToolResult(result) ? result.meta?.[metaPrefix + MetaKey.Transforms] : undefined;
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === "string") : [];
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
