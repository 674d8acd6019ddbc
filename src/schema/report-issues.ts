/** Turns what a walk has recorded into the issues of an error: dotted locations, bounded and printable. Serves refusals. */
import type { ArgumentIssue } from "../errors.js";
import { count, describeIssue } from "./issue-text.js";
import type { PathPart, Walk } from "./walk.js";

const MAX_KEY = 64;
const MAX_PARTS = 16;

/** At most as many as the walk keeps, then a count of the rest. */
export function reportIssues(walk: Walk): ArgumentIssue[] {
  const report: ArgumentIssue[] = [];
  for (const { type, msg, path } of walk.issues) report.push({ loc: formatPath(path), msg, type });
  if (walk.omitted > 0) report.push({ loc: "", msg: describeIssue("too_many_errors", count(walk.omitted, "more problem")), type: "too_many_errors" });
  return report;
}

function formatPath(path: readonly PathPart[]): string {
  const { length } = path;
  if (length === 0) return "";
  let loc = formatPart(path[length - 1]!);
  for (let i = length - 2; i >= 0; i--) {
    const skipped = length > MAX_PARTS && i < length - MAX_PARTS / 2 && i >= MAX_PARTS / 2;
    if (skipped && i !== MAX_PARTS / 2) continue;
    loc += `.${skipped ? "…" : formatPart(path[i]!)}`;
  }
  return loc;
}

function formatPart(part: PathPart): string {
  return typeof part === "number" ? String(part) : formatKey(part);
}

const PLAIN = /^[\w.-]*$/;
// eslint-disable-next-line no-control-regex -- control characters are what it is for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/gu;

/** A key is input too: bounded, and free of what could forge a log line or turn a terminal around. */
export function formatKey(key: string): string {
  if (key.length <= MAX_KEY && PLAIN.test(key)) return key;
  const shown = key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key;
  return shown.replace(UNPRINTABLE, "");
}
