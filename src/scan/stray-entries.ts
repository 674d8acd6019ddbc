/** Entries of a class that no decorated method stands behind any more. Serves the scan. */
import type { Fault } from "../errors.js";
import type { Link } from "../metadata/lineage.js";
import { memberName } from "../metadata/lineage.js";
import type { SchemaIndex } from "../schema/lookup.js";

/** @param links Of the class, base first: a subclass may have entries of its own for methods that it inherits. */
export function strayEntries(links: readonly Link[], index: SchemaIndex): Fault[] {
  const known = new Set(links.flatMap(({ record }) => [...(record?.members.keys() ?? [])].map(memberName)));
  return links.flatMap(({ cls }) =>
    Object.entries(index.entriesOf(cls) ?? {})
      .filter(([name]) => !known.has(name))
      .map(([name, [{ source }]]) => ({
        where: `${cls.name}.${name}`,
        problem: "there is an emitted schema for it, and no decorated method of that name",
        remedy: "run `npx cloudg-mcp schemas`, or put the decorator back",
        ...(source === undefined ? {} : { source }),
      })),
  );
}
