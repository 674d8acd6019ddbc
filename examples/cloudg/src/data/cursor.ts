/** Pages through a list with cursors that notice when the list is another one: they carry the dataset, its version and the filter they belong to. */
import { createHash } from "node:crypto";
import { EstateError } from "./errors.js";
import { getOwn, isObject, quote } from "./json.js";
import type { JsonValue } from "./json.js";
import type { Dataset } from "./model.js";

export interface Page<Item> {
  items: Item[];
  /** Items on all pages. */
  total: number;
  /** For the next page; absent on the last. */
  nextCursor?: string;
}

export interface PageRequest {
  /** Items per page. @default 25 */
  limit?: number | undefined;
  /** `nextCursor` of the page before; empty or absent = the first page. */
  cursor?: string | undefined;
}

export const DEFAULT_LIMIT = 25;
/** Longer texts are no cursors of ours. */
const MAX_CURSOR = 1000;

/**
 * @param list What is listed and how it is filtered; a cursor of another list is refused.
 * @throws EstateError when the cursor is not one of this list in this version.
 */
export function takePage<Item>(
  items: readonly Item[],
  dataset: Pick<Dataset, "name" | "version">,
  list: JsonValue,
  { limit = DEFAULT_LIMIT, cursor = "" }: PageRequest,
): Page<Item> {
  const filter = hash(list);
  const start = cursor === "" ? 0 : readCursor(cursor, dataset, filter, items.length);
  const end = start + (limit >= 1 ? Math.floor(limit) : 1);
  const page = { items: items.slice(start, end), total: items.length };
  return end < items.length ? { ...page, nextCursor: writeCursor(dataset, filter, end) } : page;
}

function writeCursor({ name, version }: Pick<Dataset, "name" | "version">, filter: string, offset: number): string {
  return Buffer.from(JSON.stringify({ d: hash(name), v: version, f: filter, o: offset })).toString("base64url");
}

function readCursor(cursor: string, { name, version }: Pick<Dataset, "name" | "version">, filter: string, total: number): number {
  const fields = decode(cursor);
  const offset = getOwn(fields, "o");
  if (fields === undefined || typeof offset !== "number" || !Number.isSafeInteger(offset)) throw bad("it is none that this server gave out");
  if (getOwn(fields, "d") !== hash(name)) throw stale(`another dataset than ${quote(name)} is paged through with it`);
  if (getOwn(fields, "v") !== version) throw stale(`the dataset ${quote(name)} was loaded anew since`);
  if (getOwn(fields, "f") !== filter) throw stale("it belongs to a question with other filters");
  if (offset < 1 || offset >= total) throw bad("it points behind the end");
  return offset;
}

function decode(cursor: string): { [key: string]: JsonValue } | undefined {
  if (cursor.length > MAX_CURSOR) return undefined;
  try {
    const fields = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as JsonValue;
    return isObject(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

function bad(why: string): EstateError {
  return new EstateError("bad-cursor", `The cursor cannot be used: ${why}. Start again without a cursor.`);
}

function stale(why: string): EstateError {
  return new EstateError("stale-cursor", `The cursor cannot be used: ${why}. Start again without a cursor.`);
}

function hash(value: JsonValue): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 12);
}
