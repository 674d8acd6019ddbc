/** Tables as wide as the terminal, wrapped at words. Serves the commands that list. */
import Table from "cli-table3";
import type { Terminal } from "./terminal.js";
import { printable } from "./terminal.js";

const GAP = 2;
/** Of the width, for the last column, which is prose, when the ones before it want everything. */
const LAST_SHARE = 0.45;
const MIN_WIDTH = 8;

const NO_BORDERS = Object.fromEntries(
  "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle"
    .split(" ")
    .map((name) => [name, ""]),
);

/** Control characters are made visible: what is listed came with the plugin's data. */
export function renderTable(terminal: Terminal, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(printable));
  const widths = columnWidths([head, ...shown], terminal.width);
  const { bold, cyan } = terminal.colours;
  const table = new Table({
    chars: NO_BORDERS,
    style: { "padding-left": 0, "padding-right": GAP, head: [], border: [] },
    colWidths: widths,
    wordWrap: true,
  });
  table.push(head.map((text) => bold(text)));
  // A word that fits on no line is broken, never cut: names are there to be copied.
  const fits = (text: string, column: number): boolean => longest(text, /\s+/) <= widths[column]! - GAP;
  for (const row of shown) table.push(row.map((text, column) => ({ content: column === 0 ? cyan(text) : text, wrapOnWordBoundary: fits(text, column) })));
  return trimLines(table.toString());
}

/** Natural widths where they fit; else the last column is kept at its share and the widest of the others give way, to their longest word where they can. */
export function columnWidths(rows: readonly (readonly string[])[], total: number): number[] {
  const widest = (separator: RegExp): number[] => rows[0]!.map((_, column) => Math.max(...rows.map((row) => longest(row[column] ?? "", separator))) + GAP);
  const widths = widest(/\n/);
  const words = widest(/\s+/);
  const last = widths.length - 1;
  const excess = (): number => widths.reduce((sum, width) => sum + width, 0) - total;
  widths[last] = Math.max(widths[last]! - Math.max(excess(), 0), Math.min(widths[last]!, Math.floor(total * LAST_SHARE)));
  for (const floors of [words, words.map(() => MIN_WIDTH)]) {
    while (excess() > 0) {
      const column = widestAbove(widths.slice(0, last), floors);
      if (column === undefined) break;
      widths[column]!--;
    }
  }
  return widths;
}

/** Of the columns that are wider than their floor. */
function widestAbove(widths: readonly number[], floors: readonly number[]): number | undefined {
  return widths.reduce<number | undefined>(
    (best, width, column) => (width > floors[column]! && (best === undefined || width > widths[best]!) ? column : best),
    undefined,
  );
}

function longest(text: string, separator: RegExp): number {
  return Math.max(...text.split(separator).map((part) => part.length));
}

/** cli-table3 pads the last column, which only makes lines wrap that need not. */
function trimLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}
