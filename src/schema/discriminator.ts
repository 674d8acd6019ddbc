/** Finds the property that tells the branches of a union apart, so that the right branch is asked at once and it alone explains a refusal. Serves unions. */
import type { JsonSchema } from "../model/json-schema.js";
import type { Compiler, Site } from "./site.js";

export interface Discriminator {
  readonly property: string;
  /** Index of the branch for each value of the property. */
  readonly branchOf: ReadonlyMap<unknown, number>;
}

/**
 * A property that every branch for objects requires, with literals no two branches share. Branches for other kinds do not matter.
 * @param objects Index and schema of the branches that accept objects.
 */
export function findDiscriminator(objects: readonly (readonly [index: number, schema: unknown])[], site: Site, compiler: Compiler): Discriminator | undefined {
  if (objects.length < 2) return undefined;
  const branches = objects.map(([index, schema]) => [index, dereference(schema, site, compiler)] as const);
  const [, first] = branches[0]!;
  for (const property of first?.required ?? []) {
    const branchOf = new Map<unknown, number>();
    if (branches.every(([index, schema]) => addTags(branchOf, index, tagsOf(schema, property)))) return { property, branchOf };
  }
  return undefined;
}

function dereference(schema: unknown, site: Site, compiler: Compiler): JsonSchema | undefined {
  let at = schema;
  for (let i = 0; i < 20; i++) {
    if (typeof at !== "object" || at === null) return undefined;
    const { $ref } = at as JsonSchema;
    if ($ref === undefined) return at as JsonSchema;
    at = compiler.resolve($ref, site);
  }
  return undefined;
}

function tagsOf(schema: JsonSchema | undefined, property: string): readonly unknown[] {
  if (schema?.type !== "object" || !Array.isArray(schema.required) || !schema.required.includes(property)) return [];
  const declared = schema.properties;
  const tag: unknown = declared !== undefined && Object.hasOwn(declared, property) ? declared[property] : undefined;
  if (typeof tag !== "object" || tag === null) return [];
  return Object.hasOwn(tag, "const") ? [(tag as JsonSchema).const] : ((tag as JsonSchema).enum ?? []);
}

function addTags(branchOf: Map<unknown, number>, index: number, tags: readonly unknown[]): boolean {
  for (const tag of tags) {
    if ((typeof tag === "object" && tag !== null) || branchOf.has(tag)) return false;
    branchOf.set(tag, index);
  }
  return tags.length > 0;
}
