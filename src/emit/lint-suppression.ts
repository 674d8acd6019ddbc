/** `@cloudg-ignore CG5001 CG5004` in a comment of a member or its class: the author knows, and has a reason. Serves the lint. */
import type { DiagnosticCode } from "./diagnostics.js";
import type { DecoratedMember } from "./members.js";

const IGNORE = /@cloudg-ignore((?:[\s,]+CG\d{4})+)/g;

export function isSuppressed({ node, cls }: DecoratedMember, code: DiagnosticCode): boolean {
  const file = node.getSourceFile();
  const [firstMember] = cls.members;
  const ofMember = file.text.slice(node.getFullStart(), node.name.getStart(file));
  // Up to the brace: what follows it is the first member's.
  const ofClass = file.text.slice(cls.getFullStart(), firstMember?.getFullStart() ?? cls.end);
  return [ofMember, ofClass].some((text) => [...text.matchAll(IGNORE)].some(([, codes]) => codes!.includes(code)));
}
