/** Compares what the compiler kept of a method's parameter types with its emitted entry: a cheap sign that the schemas are older. Serves the scan. */
import type { MemberEntry } from "../schema/manifest.js";
import { ARGUMENTS_SLOT, CONTEXT_SLOT } from "../schema/manifest.js";

/** The JSON types that values of a constructor have; of any other constructor nothing is known. */
const JSON_TYPES: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  [String, ["string"]],
  [Number, ["number", "integer"]],
  [Boolean, ["boolean"]],
  [Array, ["array"]],
]);

/** The first parameter whose type is another than its schema's, as a sentence; undefined where none is. */
export function findTypeMismatch(types: readonly unknown[], { params, schema }: MemberEntry): string | undefined {
  for (const [index, slot] of params.entries()) {
    if (slot === CONTEXT_SLOT || slot === ARGUMENTS_SLOT) continue;
    const expected = JSON_TYPES.get(types[index]);
    const type = schema.properties?.[slot]?.type;
    if (expected === undefined || typeof type !== "string" || expected.includes(type)) continue;
    return `parameter ${index + 1} is of type ${(types[index] as { name: string }).name}, its emitted schema ("${slot}") of type ${type}`;
  }
  return undefined;
}
