/** What turns arguments in the forms of strict mode back into those a tool's own schema describes. A value of another form is left for the layer to refuse. */
import { isRecord } from "../params.js";
import { MAX_DEPTH } from "./strict-fit.js";

/** `depth` counts nested objects and lists: a hostile value must not overflow the stack. */
export type Undo = (value: unknown, depth: number) => unknown;

interface UndoPart {
  readonly undo?: Undo | undefined;
  /** A null means that it was not given. */
  readonly optional: boolean;
}

export function parseJsonText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

export function undoItems(item: Undo | undefined, after: (items: unknown[]) => unknown[] = (items) => items): Undo {
  return (value, depth) => {
    if (!Array.isArray(value) || depth > MAX_DEPTH) return value;
    return after(item === undefined ? value : value.map((one) => item(one, depth + 1)));
  };
}

/** For lists that are sets: strict mode cannot ask for distinct items. */
export function dropRepeated(items: unknown[]): unknown[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

export function undoProperties(parts: ReadonlyMap<string, UndoPart>, rest: { readonly key: string; readonly undo: Undo } | undefined): Undo {
  return (value, depth) => {
    if (!isRecord(value) || depth > MAX_DEPTH) return value;
    const entries: [string, unknown][] = [];
    for (const [key, given] of Object.entries(value)) {
      const part = parts.get(key);
      if (rest?.key === key) {
        const others = rest.undo(given, depth + 1);
        // A named property is never overridden by an entry that claims its name.
        if (isRecord(others)) entries.push(...Object.entries(others).filter(([name]) => !Object.hasOwn(value, name)));
        else entries.push([key, given]);
      } else if (part === undefined) entries.push([key, given]);
      else if (!(given === null && part.optional)) entries.push([key, part.undo === undefined ? given : part.undo(given, depth + 1)]);
    }
    // fromEntries defines own properties, so a key like __proto__ stays a key that the layer refuses.
    return Object.fromEntries(entries);
  };
}

/** `[{key, value}, …]` → an object; the last entry of a key counts. */
export function entriesToObject(undoValue: Undo): Undo {
  return (value, depth) => {
    if (!Array.isArray(value) || depth > MAX_DEPTH || !value.every(isEntry)) return value;
    return Object.fromEntries(value.map((entry) => [entry.key, undoValue(entry.value, depth + 1)]));
  };
}

function isEntry(value: unknown): value is { key: string; value: unknown } {
  return isRecord(value) && typeof value["key"] === "string" && Object.hasOwn(value, "value");
}

/** `{item_1, item_2, rest}` → a list that ends at the first item that was not given. */
export function itemsToTuple(parts: readonly UndoPart[], rest: Undo | undefined): Undo {
  return (value, depth) => {
    if (!isRecord(value) || depth > MAX_DEPTH) return value;
    const items: unknown[] = [];
    for (const [index, { undo, optional }] of parts.entries()) {
      const given = value[`item_${index + 1}`];
      if (given === undefined || (given === null && optional)) return items;
      items.push(undo === undefined ? given : undo(given, depth + 1));
    }
    const others = value["rest"];
    if (!Array.isArray(others)) return items;
    return [...items, ...((rest === undefined ? others : rest(others, depth + 1)) as unknown[])];
  };
}
