/** What a class offers once its lineage is merged: a pure fold over the links, base first. Siblings and descendants never see each other's records. */
import type { Fault } from "../errors.js";
import type { ArgumentRecord, MemberKey, MemberRecord } from "../metadata/class-record.js";
import type { Link } from "../metadata/lineage.js";
import { declares, memberName } from "../metadata/lineage.js";
import type { Capability } from "../model/capability.js";
import type { Constructor } from "../model/hydration.js";
import type { PrimitiveKind } from "../model/kinds.js";
import { Sensitivity, stricterSensitivity } from "../model/sensitivity.js";
import type { PluginOptions } from "../decorators/options.js";

export interface MergedMember {
  readonly member: MemberKey;
  readonly kind: PrimitiveKind;
  readonly target: string | undefined;
  /** The decorator's options after inheritance, with the class defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The class whose method runs. */
  readonly owner: Constructor;
  readonly args: ReadonlyMap<number, ArgumentRecord>;
}

export interface MergedClass {
  readonly members: readonly MergedMember[];
  readonly faults: readonly Fault[];
}

export function mergeLineage(links: readonly Link[]): MergedClass {
  const merged = new Map<MemberKey, MergedMember>();
  const faults: Fault[] = [];
  let defaults: PluginOptions = {};
  for (const link of links) {
    defaults = { ...defaults, ...link.record?.plugin };
    faults.push(...misplacedFaults(link), ...silentOverrides(link, merged), ...hideMembers(link, merged));
    for (const [member, record] of link.record?.members ?? []) {
      if (link.record?.hidden.has(member) === true) continue;
      const parent = merged.get(member);
      const fault = inheritanceFault(link, member, record, parent);
      if (fault !== undefined) faults.push(fault);
      else merged.set(member, mergeMember(link, member, record, parent, defaults));
    }
  }
  return { members: [...merged.values()], faults };
}

function mergeMember(link: Link, member: MemberKey, record: MemberRecord, parent: MergedMember | undefined, defaults: PluginOptions): MergedMember {
  const { name: _name, ...classDefaults } = defaults;
  const options: Record<string, unknown> = { ...classDefaults, ...parent?.options, ...record.options };
  if (parent !== undefined) tightenPolicyMarks(options, parent, record, defaults);
  return {
    member,
    kind: record.kind,
    target: record.target ?? parent?.target,
    options,
    owner: link.cls,
    args: link.record?.args.get(member) ?? new Map<number, ArgumentRecord>(),
  };
}

/** What the override does not say itself may only get stricter: the class default never loosens what the parent declared. */
function tightenPolicyMarks(options: Record<string, unknown>, parent: MergedMember, record: MemberRecord, defaults: PluginOptions): void {
  if (record.options["sensitivity"] === undefined && defaults.sensitivity !== undefined) {
    const inherited = (parent.options["sensitivity"] as Sensitivity | undefined) ?? specDefault(parent.kind);
    options["sensitivity"] = stricterSensitivity(inherited, defaults.sensitivity);
  }
  if (record.options["capabilities"] === undefined && defaults.capabilities !== undefined) {
    const inherited = (parent.options["capabilities"] as readonly Capability[] | undefined) ?? ["read_state"];
    options["capabilities"] = [...new Set([...inherited, ...defaults.capabilities])];
  }
}

function specDefault(kind: PrimitiveKind): Sensitivity {
  return kind === "prompt" ? Sensitivity.Internal : Sensitivity.Confidential;
}

function inheritanceFault(link: Link, member: MemberKey, record: MemberRecord, parent: MergedMember | undefined): Fault | undefined {
  const where = `${link.cls.name}.${memberName(member)}`;
  if (record.inherit && parent === undefined) {
    return { where, problem: `@${record.kind}.inherit() has nothing to inherit: no parent class offers this method`, remedy: `write @${record.kind}(…)` };
  }
  if (parent !== undefined && parent.kind !== record.kind) {
    const theirs = `${parent.owner.name}.${memberName(member)}`;
    return {
      where,
      problem: `it is a @${record.kind}, but overrides ${theirs}, a @${parent.kind}`,
      remedy: "give the method another name, or drop the parent's with @hidden() first",
    };
  }
  return undefined;
}

/** An override without a decorator would silently drop, or silently keep, what the parent promised: refused. */
function silentOverrides(link: Link, merged: ReadonlyMap<MemberKey, MergedMember>): Fault[] {
  const faults: Fault[] = [];
  for (const [member, parent] of merged) {
    if (!declares(link.cls, member) || link.record?.members.has(member) === true || link.record?.hidden.has(member) === true) continue;
    faults.push({
      where: `${link.cls.name}.${memberName(member)}`,
      problem: `it overrides ${parent.owner.name}.${memberName(member)}, a @${parent.kind}, without a decorator`,
      remedy: `write @${parent.kind}.inherit() to keep offering it, or @hidden() to drop it`,
    });
  }
  return faults;
}

function hideMembers(link: Link, merged: Map<MemberKey, MergedMember>): Fault[] {
  const faults: Fault[] = [];
  for (const member of link.record?.hidden ?? []) {
    if (merged.delete(member)) continue;
    faults.push({
      where: `${link.cls.name}.${memberName(member)}`,
      problem: "@hidden() has nothing to hide: no parent class offers this method",
      remedy: "remove @hidden(), or the decorator that offers it in this class",
    });
  }
  return faults;
}

function misplacedFaults(link: Link): Fault[] {
  return (link.record?.misplaced ?? []).map(({ decorator, member, problem, remedy }) => ({
    where: `${decorator} on ${link.cls.name}.${memberName(member)}`,
    problem,
    remedy,
  }));
}
