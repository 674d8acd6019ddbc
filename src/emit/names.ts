/** Checks names, URIs and templates of a project's members, each and against each other. */
import type TS from "typescript";
import { UriTemplate, UriTemplateError } from "../uri/template.js";
import { checkUri } from "../uri/uri.js";
import { relativePath } from "./diagnostics.js";
import { describeMember } from "./members.js";
import type { DecoratedMember } from "./members.js";
import type { EmittedMember } from "./member-entry.js";
import type { Project } from "./program.js";
import { findTarget } from "./wire-facts.js";
import { ARGUMENTS_SLOT, CONTEXT_SLOT } from "../schema/manifest.js";

/** With its lineage: the decorated methods it overrides, nearest first. */
export interface NamedMember {
  readonly emitted: EmittedMember;
  readonly lineage: readonly DecoratedMember[];
}

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** @param inherited What the classes offer of other packages' as it is. */
export function checkNames(project: Project, members: readonly NamedMember[], inherited: readonly DecoratedMember[]): void {
  const taken = new Map<string, Named>();
  for (const member of inherited) {
    const target = findTarget([member]);
    if (target !== undefined) taken.set(`${member.kind} ${target}`, { member, lineage: [] });
  }
  for (const named of members) {
    const target = named.emitted.wire.key;
    if (target === undefined) {
      const { targetNode } = named.emitted.member;
      if (targetNode !== undefined)
        project.diagnostics.report(
          "CG2010",
          targetNode,
          `The emitter cannot evaluate ${targetNode.getText()} without running it: names and variables are checked at start-up only. Write a literal or a const.`,
        );
      continue;
    }
    checkTarget(project, named, target);
    checkUnique(project, taken, { member: named.emitted.member, lineage: named.lineage }, target);
  }
}

function checkTarget(project: Project, { emitted }: NamedMember, target: string): void {
  const { kind } = emitted.member;
  if (kind === "resource") return checkResource(project, emitted, target);
  if (kind === "resourceTemplate") return checkTemplate(project, emitted, target);
  if (NAME.test(target)) return;
  project.diagnostics.report(
    "CG1013",
    nodeOf(emitted),
    `${describeMember(emitted.member)}: the ${kind} name ${JSON.stringify(target)} must be 1 to 128 characters of A-Z a-z 0-9 _ . -. Give the decorator another name.`,
  );
}

function checkResource({ diagnostics }: Project, emitted: EmittedMember, uri: string): void {
  try {
    checkUri(uri);
  } catch (error) {
    diagnostics.report("CG1014", nodeOf(emitted), `${describeMember(emitted.member)}: ${(error as Error).message}`);
  }
  const names = argumentNames(emitted);
  if (names.length === 0) return;
  diagnostics.report(
    "CG1011",
    emitted.member.node.name,
    `${describeMember(emitted.member)} is a resource, and a resource takes no arguments: ${names.join(", ")}. Remove them, or make it a @resourceTemplate with a variable for each.`,
  );
}

function checkTemplate({ diagnostics }: Project, emitted: EmittedMember, text: string): void {
  let variables: readonly string[];
  try {
    variables = new UriTemplate(text).variables;
  } catch (error) {
    if (!(error instanceof UriTemplateError)) throw error;
    diagnostics.report("CG1014", nodeOf(emitted), `${describeMember(emitted.member)}: ${error.message}`);
    return;
  }
  const names = argumentNames(emitted);
  const unmatched = [...variables.filter((name) => !names.includes(name)), ...names.filter((name) => !variables.includes(name))];
  if (unmatched.length === 0) return;
  diagnostics.report(
    "CG1012",
    nodeOf(emitted),
    `${describeMember(emitted.member)}: the template ${text} has the variables ${list(variables)} and the method the parameters ${list(names)}; they must be the same. Rename or add ${unmatched.join(", ")}.`,
  );
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "(none)" : names.join(", ");
}

function argumentNames({ entry }: EmittedMember): string[] {
  return entry.params.includes(ARGUMENTS_SLOT) ? Object.keys(entry.schema.properties ?? {}) : entry.params.filter((slot) => slot !== CONTEXT_SLOT);
}

/** One name may come twice within a family: siblings that override one method are alternatives, and start-up sees which are loaded. */
function checkUnique(project: Project, taken: Map<string, Named>, named: Named, target: string): void {
  const key = `${named.member.kind} ${target}`;
  const other = taken.get(key);
  if (other === undefined) taken.set(key, named);
  else if (!isFamily(named, other)) {
    const { member } = other;
    project.diagnostics.report(
      "CG1015",
      named.member.targetNode ?? named.member.node.name,
      `${describeMember(named.member)} and ${describeMember(member)} (${placeOf(project, member)}) are both the ${key}. Rename one.`,
    );
  }
}

interface Named {
  readonly member: DecoratedMember;
  readonly lineage: readonly DecoratedMember[];
}

function isFamily(a: Named, b: Named): boolean {
  const nodesOf = ({ member, lineage }: Named) => [member, ...lineage].map(({ node }) => node);
  const nodes = new Set(nodesOf(a));
  return nodesOf(b).some((node) => nodes.has(node));
}

function placeOf({ dir }: Project, { node, published }: DecoratedMember): string {
  if (published !== undefined) return `inherited from the package ${published.package.name}`;
  const file = node.getSourceFile();
  return `${relativePath(dir, file.fileName)}:${file.getLineAndCharacterOfPosition(node.name.getStart(file)).line + 1}`;
}

function nodeOf({ member }: EmittedMember): TS.Node {
  return member.targetNode ?? member.node.name;
}
