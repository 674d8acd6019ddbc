/** A class as the ordered list of its ancestors, each with its own record: what the scanner merges, purely, leaf by leaf. */
import type { Constructor } from "../model/hydration.js";
import type { ClassRecord, MemberKey } from "./class-record.js";
import { ownRecord } from "./class-record.js";

export interface Link {
  readonly cls: Constructor;
  /** Undefined for a class without decorators of ours. */
  readonly record: ClassRecord | undefined;
}

/** Base first, the class itself last. */
export function lineage(cls: Constructor): readonly Link[] {
  const links: Link[] = [];
  for (let at: unknown = cls; typeof at === "function" && at !== Function.prototype; at = Object.getPrototypeOf(at)) {
    links.unshift({ cls: at as Constructor, record: ownRecord(at as Constructor) });
  }
  return links;
}

/** Whether `cls` itself, not an ancestor, has this member on its prototype. */
export function declares(cls: Constructor, member: MemberKey): boolean {
  return Object.hasOwn(cls.prototype as object, member);
}

export function memberName(member: MemberKey): string {
  return typeof member === "symbol" ? `[${member.toString()}]` : member;
}
