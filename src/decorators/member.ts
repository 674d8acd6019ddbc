/** The one writer behind `@tool`, `@resource`, `@resourceTemplate` and `@prompt`: copies and freezes the options into the class's own record. */
import type { MemberRecord } from "../metadata/class-record.js";
import type { PrimitiveKind } from "../model/kinds.js";
import type { MethodDecoratorOf } from "./target.js";
import { onMethod } from "./target.js";

export function recordMember(kind: PrimitiveKind, target: string | undefined, options: object, inherit = false): MethodDecoratorOf {
  const entry: MemberRecord = Object.freeze({ kind, target, options: Object.freeze({ ...options }), inherit });
  const decorator = `@${kind}${inherit ? ".inherit" : ""}`;
  return (...call: unknown[]) =>
    onMethod(decorator, call, (record, member) => {
      const earlier = record.members.get(member);
      if (earlier === undefined) record.members.set(member, entry);
      else {
        record.misplaced.push({
          decorator,
          member,
          problem: `the method has two decorators, @${earlier.kind} and ${decorator}`,
          remedy: "write one method per primitive; one may call the other",
        });
      }
    });
}

/** `(name?, options?)` or `(options)`, as the decorators of named primitives take them. */
export function nameAndOptions<T extends object>(nameOrOptions: string | T | undefined, options: T | undefined): [string | undefined, T | object] {
  return typeof nameOrOptions === "string" ? [nameOrOptions, options ?? {}] : [undefined, nameOrOptions ?? options ?? {}];
}
