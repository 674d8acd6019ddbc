/** What a decorator's options say about a primitive on the wire, as far as it is static. Serves the checks of names, the lint and the manifest. */
import type TS from "typescript";
import type { JsonSchema } from "../model/json-schema.js";
import { KINDS } from "../model/kinds.js";
import type { DecoratedMember } from "./members.js";
import { evaluate, isJson, staticName } from "./static-value.js";
import { ts } from "./compiler.js";

export interface WireFacts {
  /** Name, URI or URI template, whichever identifies its kind; absent when it is not static. */
  readonly key?: string;
  /** Instead of the doc comment. */
  readonly description?: string;
  /** Instead of the emitted schemas. */
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** The member, then the decorated methods it overrides, nearest first. */
export type Lineage = readonly [DecoratedMember, ...DecoratedMember[]];

export function readWireFacts(checker: TS.TypeChecker, lineage: Lineage): WireFacts {
  const read = (name: string): unknown => {
    const option = findOption(checker, lineage, name);
    return option === undefined ? undefined : evaluate(checker, option);
  };
  const key = findTarget(lineage);
  const description = read("description");
  const inputSchema = read("inputSchema");
  const outputSchema = read("outputSchema");
  // What a package says of the member in its own manifest holds until an override says something else.
  const { key: _, ...published } = lineage.find((member) => member.published !== undefined)?.published?.entry.wire ?? {};
  return {
    ...published,
    ...(key === undefined ? {} : { key }),
    ...(typeof description === "string" ? { description } : {}),
    ...(isSchema(inputSchema) ? { inputSchema } : {}),
    ...(isSchema(outputSchema) ? { outputSchema } : {}),
  };
}

/** The name or URI, which an override inherits with the other options. */
export function findTarget(lineage: Lineage): string | undefined {
  for (const { target, targetNode, published } of lineage) {
    if (target !== undefined) return target;
    if (targetNode !== undefined || published?.declaration.target === null) return undefined;
  }
  const [member] = lineage;
  return KINDS[member.kind].keyField === "name" ? member.key : undefined;
}

/** An option of the decorator, from the member or, since options are inherited, from the nearest parent that says it. */
export function findOption(checker: TS.TypeChecker, lineage: readonly DecoratedMember[], name: string): TS.Expression | undefined {
  for (const { options } of lineage) {
    const property = options?.properties.find((p) => p.name !== undefined && staticName(checker, p.name) === name);
    if (property === undefined) continue;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
    return ts.isPropertyAssignment(property) ? property.initializer : undefined;
  }
  return undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value) && isJson(value);
}
