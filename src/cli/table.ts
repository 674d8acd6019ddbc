/** Tables as wide as the terminal, the last column wrapped at words. Serves the commands that list. */
import Table from "cli-table3";
import type { Terminal } from "./terminal.js";
import { printable } from "./terminal.js";

const GAP = 2;
/** What the last column keeps when the ones before it want everything. */
const MIN_LAST = 24;

const NO_BORDERS = Object.fromEntries(
  [
    "top",
    "top-mid",
    "top-left",
    "top-right",
    "bottom",
    "bottom-mid",
    "bottom-left",
    "bottom-right",
    "left",
    "left-mid",
    "mid",
    "mid-mid",
    "right",
    "right-mid",
    "middle",
  ].map((name) => [name, ""]),
);

/** The last column is prose. Control characters are made visible: what is listed came with the plugin's data. */
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
  const lastColumn = head.length - 1;
  table.push(head.map((text) => bold(text)));
  for (const row of shown) table.push(row.map((text, column) => ({ content: column === 0 ? cyan(text) : text, wrapOnWordBoundary: column === lastColumn })));
  return trimLines(table.toString());
}

/** Natural widths where they fit; else the earlier columns share what the last one leaves them, the widest giving way first. */
export function columnWidths(rows: readonly (readonly string[])[], total: number): number[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => longestLine(row[column] ?? ""))) + GAP);
  const last = widths.length - 1;
  const excess = (): number => widths.reduce((sum, width) => sum + width, 0) - total;
  widths[last] = Math.max(Math.min(widths[last]!, widths[last]! - excess()), Math.min(widths[last]!, MIN_LAST));
  while (excess() > 0) {
    const widest = widths.slice(0, last).reduce((best, width, column) => (width > widths[best]! ? column : best), 0);
    if (widths[widest]! <= MIN_LAST / 2) break;
    widths[widest]!--;
  }
  return widths;
}

function longestLine(text: string): number {
  return Math.max(...text.split("\n").map((line) => line.length));
}

/** cli-table3 pads the last column, which only makes lines wrap that need not. */
function trimLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}
