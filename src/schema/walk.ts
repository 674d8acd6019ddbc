/** The state of one validation, and how a refusal is recorded and located. Serves every check of the compiled validator. */
import type { IssueType } from "./issue-text.js";
import { describeIssue } from "./issue-text.js";
import type { Allowance } from "./pattern.js";
import { PATTERN_TIME } from "./pattern.js";

/** What a check returns instead of a value. Its reasons are in the walk. */
export const FAIL: unique symbol = Symbol("refused");

/** Returns the coerced value or {@link FAIL}. Never throws for an input, never changes it. */
export type Check = (value: unknown, walk: Walk) => unknown;

export type PathPart = string | number;

/** Levels of objects and lists an input may have. Deeper ones are cycles or attacks. */
export const MAX_DEPTH = 100;
/** Objects and lists visited before the walk gives up: only shared references (a "billion laughs" in process) or hostile unions get there. */
const MAX_VISITS = 2_000_000;
const MAX_ISSUES = 50;

/** Innermost part first: an issue is located on the way back up, so that a valid input pays nothing for paths. */
export interface RaisedIssue {
  readonly type: IssueType;
  readonly msg: string;
  readonly path: PathPart[];
}

export interface Finding {
  strict?: unknown;
  coerced?: unknown;
  issues?: readonly RaisedIssue[];
}

export class Walk implements Allowance {
  depth = 0;
  visits = 0;
  /** No coercion. */
  strict: boolean;
  /** The answer is all that counts: stop at the first refusal, record nothing. */
  quiet = false;
  issues: RaisedIssue[] = [];
  omitted = 0;
  /** How many attempts the walk is inside of: above 0, a value may be looked at again. */
  attempts = 0;
  patternTime = PATTERN_TIME;
  /** What unions of several candidates have found out, by value and union: without it nested ones would take exponential time. */
  found: Map<object, Map<object, Finding>> | undefined;

  constructor(strict: boolean) {
    this.strict = strict;
  }

  /** Whether one more object or list may be entered; the caller restores {@link depth} when it leaves. */
  enter(): boolean {
    return ++this.depth <= MAX_DEPTH && ++this.visits <= MAX_VISITS;
  }
}

/** What `union` has found out about `value` in this walk. */
export function findingsOf(walk: Walk, union: object, value: object): Finding {
  const byValue = (walk.found ??= new Map<object, Map<object, Finding>>());
  let byUnion = byValue.get(value);
  if (byUnion === undefined) byValue.set(value, (byUnion = new Map<object, Finding>()));
  let finding = byUnion.get(union);
  if (finding === undefined) byUnion.set(union, (finding = {}));
  return finding;
}

/** Records why the value at hand is refused. `detail` is a fact of the schema, never of the input. */
export function refuse(walk: Walk, type: IssueType, detail?: string | number): typeof FAIL {
  if (!walk.quiet) raise(walk, type, describeIssue(type, detail), []);
  return FAIL;
}

/** As {@link refuse}, for a part of the value at hand. */
export function refusePart(walk: Walk, part: PathPart, type: IssueType, detail?: string | number): typeof FAIL {
  if (!walk.quiet) raise(walk, type, describeIssue(type, detail), [part]);
  return FAIL;
}

/** As {@link refuse}, with a message of its own. */
export function refuseWith(walk: Walk, type: IssueType, msg: string): typeof FAIL {
  if (!walk.quiet) raise(walk, type, msg, []);
  return FAIL;
}

export function refuseDepth(walk: Walk): typeof FAIL {
  return walk.depth > MAX_DEPTH ? refuse(walk, "recursion_limit", MAX_DEPTH) : refuse(walk, "size_limit");
}

/** Whether another issue would still be shown: says whether an expensive message is worth making. */
export function hasRoom(walk: Walk): boolean {
  return !walk.quiet && walk.issues.length < MAX_ISSUES;
}

/** The issues that `check` raises for `value`, which are not yet part of the walk. */
export function collectIssues(check: Check, value: unknown, walk: Walk): RaisedIssue[] {
  const { issues, omitted } = walk;
  const found: RaisedIssue[] = [];
  walk.issues = found;
  walk.attempts++;
  check(value, walk);
  walk.attempts--;
  walk.issues = issues;
  walk.omitted = omitted;
  return found;
}

export function makeIssue(type: IssueType, detail?: string | number, path: PathPart[] = []): RaisedIssue {
  return { type, msg: describeIssue(type, detail), path };
}

/** Adds copies: what is located here must stay unlocated where it was found. */
export function adoptIssues(walk: Walk, found: readonly RaisedIssue[]): typeof FAIL {
  for (const { type, msg, path } of found) raise(walk, type, msg, [...path]);
  return FAIL;
}

/** What `check` makes of `value`, recording nothing. */
export function checkQuietly(check: Check, value: unknown, walk: Walk, strict: boolean): unknown {
  const { quiet, strict: before } = walk;
  walk.quiet = true;
  walk.strict = strict;
  walk.attempts++;
  const result = check(value, walk);
  walk.attempts--;
  walk.quiet = quiet;
  walk.strict = before;
  return result;
}

/** Issues raised since there were `from` of them belong to `part` of the value at hand. */
export function locate(walk: Walk, from: number, part: PathPart): void {
  const { issues } = walk;
  for (let i = from; i < issues.length; i++) issues[i]!.path.push(part);
}

function raise(walk: Walk, type: IssueType, msg: string, path: PathPart[]): void {
  if (walk.issues.length < MAX_ISSUES) walk.issues.push({ type, msg, path });
  else walk.omitted++;
}
