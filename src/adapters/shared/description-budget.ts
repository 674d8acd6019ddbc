/** Keeps the descriptions of an exported catalogue within a number of tokens: every request to a model pays for them again. */
import type { JsonSchema } from "../../model/json-schema.js";

export interface DescriptionBudget {
  /** Tokens that all descriptions together may take, those of parameters included. @default no limit */
  readonly descriptionTokens?: number | undefined;
  /** What gives way: `truncate` shortens the longest; `drop` leaves whole descriptions out, those of parameters first, the longest first. @default "truncate" */
  readonly overflow?: "truncate" | "drop" | undefined;
  /** @default four bytes of UTF-8 are a token */
  readonly countTokens?: ((text: string) => number) | undefined;
}

export interface Described {
  readonly description: string;
  readonly schema: JsonSchema;
}

/** One description and where it stands. */
interface Slot {
  readonly text: string;
  readonly ofParameter: boolean;
}

/** Shorter stubs than this say nothing. */
const MIN_KEPT = 12;

/** Copies with shortened descriptions; the given objects when they fit. @throws RangeError for a budget that is no number of tokens. */
export function fitDescriptions<T extends Described>(tools: readonly T[], budget: DescriptionBudget): readonly T[] {
  const { descriptionTokens: limit, overflow = "truncate", countTokens = estimateTokens } = budget;
  if (limit === undefined) return tools;
  if (!(limit >= 0)) throw new RangeError(`descriptionTokens is a number of tokens, 0 or more; it is ${String(limit)}`);
  const slots = tools.flatMap((tool) => [{ text: tool.description, ofParameter: false }, ...schemaSlots(tool.schema)]);
  const total = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + (text === "" ? 0 : countTokens(text)), 0);
  if (total(slots.map(({ text }) => text)) <= limit) return tools;
  const kept = overflow === "drop" ? dropLongest(slots, limit, countTokens) : truncateLongest(slots, limit, total);
  let at = 0;
  // Both walks go the same way, so the n-th description gets the n-th text.
  return tools.map((tool) => ({ ...tool, description: kept[at++]!, schema: mapDescriptions(tool.schema, () => kept[at++]!) }));
}

/** The largest common length at which everything fits: short descriptions stay whole, the longest give way. */
function truncateLongest(slots: readonly Slot[], limit: number, total: (texts: readonly string[]) => number): string[] {
  const cutAt = (length: number): string[] => slots.map(({ text }) => shorten(text, length));
  let [low, high] = [0, Math.max(...slots.map(({ text }) => text.length))];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (total(cutAt(middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  return cutAt(low);
}

function dropLongest(slots: readonly Slot[], limit: number, countTokens: (text: string) => number): string[] {
  const costs = slots.map(({ text }) => (text === "" ? 0 : countTokens(text)));
  const order = slots.map((_, index) => index).sort((a, b) => Number(slots[b]!.ofParameter) - Number(slots[a]!.ofParameter) || costs[b]! - costs[a]!);
  const kept = slots.map(({ text }) => text);
  let sum = costs.reduce((a, b) => a + b, 0);
  for (const index of order) {
    if (sum <= limit) break;
    kept[index] = "";
    sum -= costs[index]!;
  }
  return kept;
}

/** At most `length` UTF-16 units, ending at a word with an ellipsis; nothing when too little would be left. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  if (length < MIN_KEPT) return "";
  const cut = text.slice(0, length - 1);
  const word = cut.search(/\s\S*$/);
  return `${(word > length / 2 ? cut.slice(0, word) : cut.replace(/[\ud800-\udbff]$/, "")).trimEnd()}…`;
}

function schemaSlots(schema: JsonSchema): Slot[] {
  const slots: Slot[] = [];
  mapDescriptions(schema, (text) => {
    slots.push({ text, ofParameter: true });
    return text;
  });
  return slots;
}

const SCHEMA_MAPS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
/** Their values are data: a `description` in there is not ours. */
const DATA = new Set(["enum", "const", "default", "examples", "required"]);

/** A copy in which every description is what `change` says; an empty one is left out. */
function mapDescriptions(schema: JsonSchema, change: (text: string) => string): JsonSchema {
  return mapNode(schema, change) as JsonSchema;
}

function mapNode(node: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(node)) return node.map((part) => mapNode(part, change));
  if (typeof node !== "object" || node === null) return node;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === "description" && typeof value === "string") {
      const text = change(value);
      if (text !== "") copy[key] = text;
    } else if (DATA.has(key)) copy[key] = value;
    else if (SCHEMA_MAPS.has(key) && typeof value === "object" && value !== null)
      copy[key] = Object.fromEntries(Object.entries(value as Record<string, unknown>).map(([name, part]) => [name, mapNode(part, change)]));
    else copy[key] = mapNode(value, change);
  }
  return copy;
}

function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
