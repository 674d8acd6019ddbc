/** A primitive as a policy sees it: what kind it is and by which names globs know it. */
import { KINDS } from "../model/kinds.js";
import type { PrimitiveKind } from "../model/kinds.js";
import type { AnySpec } from "../registry/registry.js";
import { keyOf, kindOf } from "../registry/registry.js";

/** Which of the three name lists of a policy a kind of primitive is in. */
export type ListName = "Tools" | "Resources" | "Prompts";

export interface Subject {
  readonly spec: AnySpec;
  readonly kind: PrimitiveKind;
  /** What a person calls it. */
  readonly label: string;
  readonly list: ListName;
  /** Its name, URI or template text. */
  readonly key: string;
  /** What globs match: the key and, of one concrete resource, its canonical URI. */
  readonly forms: readonly string[];
  /** What `kinds` in a document call it. */
  readonly kindNames: readonly string[];
}

const FACTS: Readonly<Record<PrimitiveKind, { readonly list: ListName; readonly kindNames: readonly string[] }>> = {
  tool: { list: "Tools", kindNames: ["tool"] },
  resource: { list: "Resources", kindNames: ["resource"] },
  resourceTemplate: { list: "Resources", kindNames: ["resource", "resource_template"] },
  prompt: { list: "Prompts", kindNames: ["prompt"] },
};

/** @param uri Of one concrete resource, with decoded variables. */
export function toSubject(spec: AnySpec, uri?: string): Subject {
  const kind = kindOf(spec);
  const key = keyOf(spec);
  return { spec, kind, label: KINDS[kind].label, key, forms: uri === undefined || uri === key ? [key] : [key, uri], ...FACTS[kind] };
}
