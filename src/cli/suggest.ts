/** "Did you mean": what is said of a name that nothing visible has. Serves `call` and `read`. */
import { suggestKey } from "../schema/suggest-key.js";
import { quoteShort } from "../model/name.js";

const MAX_LISTED = 10;

/** @param visible The names this caller may see; no other is ever proposed. */
export function unknownName(kind: string, given: string, visible: readonly string[]): string {
  const near = suggestKey(given, visible);
  return `unknown ${kind} ${quoteShort(given)}${near === undefined ? listVisible(kind, visible) : `; did you mean ${near}?`}`;
}

function listVisible(kind: string, visible: readonly string[]): string {
  if (visible.length === 0) return `; there are no ${plural(kind)}`;
  const more = visible.length > MAX_LISTED ? `, and ${visible.length - MAX_LISTED} more` : "";
  return `; the ${plural(kind)} are ${visible.slice(0, MAX_LISTED).join(", ")}${more}`;
}

function plural(kind: string): string {
  return kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
