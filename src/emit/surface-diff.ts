/** What changed between two states of a project's tools, resources, templates and prompts, and whether callers of the old one notice. Serves --diff. */
import type { JsonSchema } from "../model/json-schema.js";
import type { PrimitiveKind } from "../model/kinds.js";
import { KIND_LIST, KINDS } from "../model/kinds.js";
import { compare } from "./diagnostics.js";
import { findNarrowing } from "./schema-diff/compare-schemas.js";
import { describeText, findNotes } from "./schema-diff/compare-notes.js";
import type { Difference } from "./schema-diff/difference.js";
import { formatPath } from "./schema-diff/difference.js";
import type { Primitive, Surface } from "./surface.js";

/** `breaking`: a caller of the old surface may fail. `compatible`: more is offered or accepted. `note`: neither. */
export type ChangeLevel = "breaking" | "compatible" | "note";

export interface Change {
  readonly level: ChangeLevel;
  readonly kind: PrimitiveKind;
  /** Name, URI or URI template. */
  readonly key: string;
  /** `argument limit`, `output items[].name`, `""` for the primitive itself. */
  readonly place: string;
  readonly text: string;
}

const LEVELS: readonly ChangeLevel[] = ["breaking", "compatible", "note"];

/** Breaking ones first, then by kind and key. */
export function diffSurfaces(before: Surface, after: Surface): Change[] {
  const found = KIND_LIST.flatMap(({ kind }) => diffKind(kind, groupByKey(before, kind), groupByKey(after, kind)));
  const kinds = KIND_LIST.map(({ kind }) => kind);
  const order = ({ level, kind }: Change) => LEVELS.indexOf(level) * kinds.length + kinds.indexOf(kind);
  return found.sort((a, b) => order(a) - order(b) || compare(a.key, b.key));
}

/** One line of the report. */
export function formatChange({ kind, key, place, text }: Change): string {
  const subject = `${KINDS[kind].label} ${key}`;
  return place === "" ? `${subject}: ${text}` : `${subject}: ${place}: ${text}`;
}

type Group = ReadonlyMap<string, readonly Primitive[]>;

function groupByKey({ primitives }: Surface, kind: PrimitiveKind): Group {
  const groups = new Map<string, Primitive[]>();
  for (const primitive of primitives) {
    if (primitive.kind !== kind) continue;
    const group = groups.get(primitive.key);
    if (group === undefined) groups.set(primitive.key, [primitive]);
    else group.push(primitive);
  }
  return groups;
}

function diffKind(kind: PrimitiveKind, before: Group, after: Group): Change[] {
  const removed = [...before.keys()].filter((key) => !after.has(key)).map((key): Change => ({ level: "breaking", kind, key, place: "", text: "removed" }));
  const added = [...after.keys()].filter((key) => !before.has(key)).map((key): Change => ({ level: "compatible", kind, key, place: "", text: "new" }));
  const kept = [...before].flatMap(([key, group]) => dropRepeated(group.flatMap((old) => diffPrimitive(old, counterpart(old, after.get(key))))));
  return [...removed, ...added, ...kept];
}

/** A class may be renamed or moved: what callers know is the name on the wire. */
function counterpart({ cls }: Primitive, group: readonly Primitive[] = []): Primitive | undefined {
  return group.find((primitive) => primitive.cls === cls) ?? group[0];
}

function diffPrimitive(before: Primitive, after: Primitive | undefined): Change[] {
  if (after === undefined) return [];
  const { kind, key } = before;
  const at = (level: ChangeLevel, place: string, text: string): Change => ({ level, kind, key, place, text });
  const found: Change[] = [];
  if (before.description !== after.description) found.push(at("note", "", describeText(before.description, after.description)));
  if (after.residual && !before.residual) found.push(at("breaking", "", "class-validator now refuses arguments too, by rules that no schema shows"));
  const placeOf = (part: string, path: readonly string[]) => (path.length === 0 ? (part === "argument" ? "arguments" : part) : `${part} ${formatPath(path)}`);
  for (const { level, path, text } of diffInput(before.input, after.input)) found.push(at(level, placeOf("argument", path), text));
  for (const { level, path, text } of diffOutput(before.output, after.output)) found.push(at(level, placeOf("output", path), text));
  return found;
}

interface SchemaChange {
  readonly level: ChangeLevel;
  readonly path: readonly string[];
  readonly text: string;
}

/** Callers send by the old schema: the new one has to accept all of it. */
function diffInput(before: JsonSchema, after: JsonSchema): SchemaChange[] {
  const narrowed = [...findNarrowing(before, after), ...findRemoved(before, after)];
  const widened = findNarrowing(after, before);
  return [...toChanges("breaking", narrowed, "text"), ...toChanges("compatible", withoutPlaces(widened, narrowed), "reverse"), ...toNotes(before, after)];
}

/** Callers read by the old schema: it has to describe all of what the new one lets through. */
function diffOutput(before: JsonSchema | undefined, after: JsonSchema | undefined): SchemaChange[] {
  if (before === undefined) return after === undefined ? [] : [{ level: "compatible", path: [], text: "a schema of the result is new" }];
  if (after === undefined) return [{ level: "breaking", path: [], text: "the schema of the result was removed" }];
  const widened = findNarrowing(after, before).map((difference) => ({ ...difference, text: difference.reverse }));
  const loosened = [...widened, ...findRemoved(before, after)];
  const narrowed = withoutPlaces(findNarrowing(before, after), loosened);
  return [...toChanges("breaking", loosened, "text"), ...toChanges("compatible", narrowed, "text"), ...toNotes(before, after)];
}

/** Declared before, and now merely tolerated: callers that send it are ignored, callers that read it find nothing. */
function findRemoved(before: JsonSchema, after: JsonSchema, path: readonly string[] = []): Difference[] {
  if (typeof before !== "object" || typeof after !== "object" || path.length > MAX_DEPTH) return [];
  const found: Difference[] = [];
  for (const [key, known] of Object.entries(before.properties ?? {})) {
    const next = after.properties !== undefined && Object.hasOwn(after.properties, key) ? after.properties[key] : undefined;
    if (next !== undefined) found.push(...findRemoved(known, next, [...path, key]));
    else if (after.additionalProperties === undefined && after.properties !== undefined)
      found.push({ path: [...path, key], keyword: "properties", text: "removed", reverse: "new" });
  }
  if (typeof before.items === "object" && typeof after.items === "object") found.push(...findRemoved(before.items, after.items, [...path, "[]"]));
  return found;
}

const MAX_DEPTH = 20;

/** What is breaking at a place need not be told a second time from the other side. */
function withoutPlaces(differences: readonly Difference[], told: readonly Difference[]): Difference[] {
  const places = new Set(told.map(({ path, keyword }) => JSON.stringify([path, keyword])));
  return differences.filter(({ path, keyword }) => !places.has(JSON.stringify([path, keyword])));
}

function toChanges(level: ChangeLevel, differences: readonly Difference[], wording: "text" | "reverse"): SchemaChange[] {
  const changes = differences.map((difference): SchemaChange => ({ level, path: difference.path, text: difference[wording] }));
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

function toNotes(before: JsonSchema, after: JsonSchema): SchemaChange[] {
  return findNotes(before, after).map(({ path, text }) => ({ level: "note", path, text }));
}

function dropRepeated(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}
