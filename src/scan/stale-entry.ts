/** Whether an emitted entry is older than its method, told by the parameter types that some compilers keep. Serves the scan. */
import type { Fault } from "../errors.js";
import { parameterTypes } from "../metadata/class-record.js";
import type { Constructor, HydrationMark } from "../model/hydration.js";
import type { ManifestMember } from "../schema/manifest.js";
import { ARGUMENTS_SLOT, CONTEXT_SLOT } from "../schema/manifest.js";
import type { MergedMember } from "./member-merge.js";

/** What a parameter of a basic type can look like in a schema. Unions, literals and aliases have no type of their own here, and are not judged. */
const SCHEMA_TYPES: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  [String, ["string"]],
  [Number, ["number", "integer"]],
  [Boolean, ["boolean"]],
  [Array, ["array"]],
]);
const BASIC = new Set(["string", "number", "integer", "boolean", "array", "object"]);

/** Undefined where nothing speaks against the entry, which is also the case where the compiler kept no types. */
export function staleEntryFault({ owner, member }: MergedMember, [entry, hydrate = []]: ManifestMember, origin: string): Fault | undefined {
  const types = parameterTypes(owner, member);
  if (types === undefined) return undefined;
  const { params, source, hasRest } = entry;
  const slots = params.length + (hasRest === true ? 1 : 0);
  const problem = types.length === slots ? typeProblem(types, [entry, hydrate]) : `the method has ${types.length} parameters, its emitted schema ${slots}`;
  if (problem === undefined) return undefined;
  return {
    ...(source === undefined ? {} : { source }),
    where: origin,
    problem: `${problem}: the schemas are older than the source`,
    remedy: "run `npx cloudg-mcp schemas`",
  };
}

function typeProblem(types: readonly unknown[], [{ params, schema }, hydrate = []]: ManifestMember): string | undefined {
  for (const [index, slot] of params.entries()) {
    if (slot === CONTEXT_SLOT || slot === ARGUMENTS_SLOT) continue;
    const marks = hydrate.filter(([pointer]) => pointer === `/properties/${escapePointer(slot)}`);
    const type = schema.properties?.[slot]?.type;
    const said = marks.length > 0 ? markProblem(types[index], marks) : basicProblem(types[index], type);
    if (said !== undefined) return `the parameter "${slot}" ${said}`;
  }
  return undefined;
}

function basicProblem(type: unknown, schemaType: unknown): string | undefined {
  const fitting = SCHEMA_TYPES.get(type);
  if (fitting === undefined || typeof schemaType !== "string" || !BASIC.has(schemaType) || fitting.includes(schemaType)) return undefined;
  return `is of type ${(type as Constructor).name}, its emitted schema says ${schemaType}`;
}

/** Object is what compilers write for types that are no class. A generic parameter may be narrowed to a subclass. */
function markProblem(type: unknown, marks: readonly HydrationMark[]): string | undefined {
  const [, target] = marks[0]!;
  if (typeof type !== "function" || type === Object || typeof target !== "function") return undefined;
  if (type === target || target.prototype instanceof type) return undefined;
  return `is of type ${type.name}, its emitted schema makes ${target.name}`;
}

function escapePointer(name: string): string {
  return name.replace(/~/g, "~0").replace(/\//g, "~1");
}
