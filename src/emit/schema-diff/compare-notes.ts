/** What changed in two schemas without changing what they accept: defaults and descriptions. Serves the comparison of surfaces. */
import type { JsonSchema } from "../../model/json-schema.js";
import { show } from "./difference.js";

export interface Note {
  readonly path: readonly string[];
  readonly text: string;
}

const MAX_DEPTH = 20;

/** At places both have, by properties and elements. */
export function findNotes(before: JsonSchema, after: JsonSchema, path: readonly string[] = []): Note[] {
  if (typeof before !== "object" || typeof after !== "object" || path.length > MAX_DEPTH) return [];
  const found: Note[] = [];
  if (JSON.stringify(before.default) !== JSON.stringify(after.default)) found.push({ path, text: `default ${show(before.default)} → ${show(after.default)}` });
  if (before.description !== after.description) found.push({ path, text: describeText(before.description, after.description) });
  if (before.deprecated !== true && after.deprecated === true) found.push({ path, text: "deprecated" });
  for (const [key, next] of Object.entries(after.properties ?? {})) {
    const known = before.properties !== undefined && Object.hasOwn(before.properties, key) ? before.properties[key] : undefined;
    if (known !== undefined) found.push(...findNotes(known, next, [...path, key]));
  }
  if (typeof before.items === "object" && typeof after.items === "object") found.push(...findNotes(before.items, after.items, [...path, "[]"]));
  return found;
}

export function describeText(before: string | undefined, after: string | undefined): string {
  if (before === undefined || before === "") return "description added";
  return after === undefined || after === "" ? "description removed" : "description changed";
}
