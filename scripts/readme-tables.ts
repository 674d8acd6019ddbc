/** The README's two tables of codes, made from the tables in the sources: `tsx scripts/readme-tables.ts --write` puts them in, a test holds them together. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DIAGNOSTICS } from "../src/emit/diagnostics.js";
import { ERROR_CODES } from "../src/errors.js";

const README = fileURLToPath(new URL("../README.md", import.meta.url));

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

/** The README with both tables as they should be. */
export function withTables(readme: string): string {
  const errors = table(
    ["code", "error", "meaning"],
    ERROR_CODES.map(({ code, error, meaning }) => [`\`${code}\``, error, meaning]),
  );
  const diagnostics = table(
    ["code", "severity", "meaning"],
    Object.entries(DIAGNOSTICS).map(([code, { severity, meaning }]) => [code, severity, meaning]),
  );
  return replaceBetween(replaceBetween(readme, "errors", errors), "diagnostics", diagnostics);
}

function replaceBetween(text: string, name: string, content: string): string {
  return text.replace(new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`), (_all, open: string, close: string) => open + content + close);
}

if (process.argv.includes("--write")) writeFileSync(README, withTables(readFileSync(README, "utf8")));
