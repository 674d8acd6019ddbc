/** Tables: as wide as the terminal, nothing lost, nothing interpreted. */
import { PassThrough } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { columnWidths, renderTable } from "../../../src/cli/table.js";
import { printable, Terminal } from "../../../src/cli/terminal.js";

function terminalOf(columns: number, isTTY = false, env: Record<string, string> = {}): Terminal {
  return new Terminal(new PassThrough(), { isTTY, columns }, new PassThrough(), env);
}

const LONG = "Lists what was found, ordered by severity, with the assets that are responsible for each of the findings.";

describe("renderTable", () => {
  it("wraps the last column at words and keeps within the width", () => {
    const lines = renderTable(terminalOf(60), ["TOOL", "ARGUMENTS", "DESCRIPTION"], [["list_findings", "severity?", LONG]]).split("\n");
    expect(lines.every((line) => line.length <= 60)).toBe(true);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.map((line) => line.slice(26).trim()).join(" ")).toBe(`DESCRIPTION ${LONG}`);
  });

  it("uses no more lines than rows where all fits, and leaves no spaces at the end of lines", () => {
    expect(
      renderTable(
        terminalOf(200),
        ["A", "B"],
        [
          ["one", "first"],
          ["two", ""],
        ],
      ),
    ).toBe("A    B\none  first\ntwo");
  });

  it("wraps arguments between words, and keeps room for the description", () => {
    const text = renderTable(
      terminalOf(80),
      ["TOOL", "ARGUMENTS", "DESCRIPTION"],
      [["find_assets", "query?, type?, provider?, region?, tag?, limit?, cursor?", LONG]],
    );
    for (const name of ["query?", "type?", "provider?", "region?", "tag?", "limit?", "cursor?"]) expect(text).toContain(name);
    expect(text.split("\n").every((line) => line.length <= 80)).toBe(true);
    expect(text.split("\n").length).toBeLessThan(6);
  });

  it("cuts no word of prose either", () => {
    const url = `https://example.com/${"x".repeat(100)}`;
    expect(renderTable(terminalOf(60), ["A", "B"], [["a", `see ${url}`]]).replace(/\n\s*/g, "")).toContain(url.slice(10));
  });

  it("shows every letter of a name that is wider than its column", () => {
    const name = "n".repeat(128);
    const text = renderTable(terminalOf(60), ["TOOL", "DESCRIPTION"], [[name, LONG]]);
    expect(text.match(/n/g)!.length).toBe(128 + (LONG.match(/n/g)?.length ?? 0));
    expect(text).not.toContain("…");
  });

  it("makes control characters visible", () => {
    expect(renderTable(terminalOf(80), ["A", "B"], [["\u001b[2J", "\u202eevil\u0007"]])).toBe("A          B\n\\u001b[2J  \\u202eevil\\u0007");
  });

  it("colours on a terminal only, and not under NO_COLOR", () => {
    const render = (terminal: Terminal): string => renderTable(terminal, ["A"], [["b"]]);
    expect(render(terminalOf(80, true))).toContain("\u001b[");
    expect(render(terminalOf(80, true, { NO_COLOR: "1" }))).not.toContain("\u001b[");
    expect(render(terminalOf(80, false))).not.toContain("\u001b[");
  });
});

it("columnWidths never exceeds the total while there is room to give", () => {
  const cells = fc.array(fc.tuple(fc.string({ maxLength: 90 }), fc.string({ maxLength: 90 }), fc.string({ maxLength: 300 })), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(cells, fc.integer({ min: 60, max: 200 }), (rows, total) => {
      const widths = columnWidths(rows, total);
      expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(total);
    }),
  );
});

it("printable leaves line breaks, tabs and every script alone", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(printable(printable(text))).toBe(printable(text));
    }),
  );
  expect(printable("é 日本\n\tx\r\ny\rz\u009b1m")).toBe("é 日本\n\tx\ny\\u000dz\\u009b1m");
});

it("width falls back from the terminal to COLUMNS to 100, and is never too narrow to use", () => {
  const piped = (env: Record<string, string>): number => new Terminal(new PassThrough(), {}, new PassThrough(), env).width;
  expect([piped({}), piped({ COLUMNS: "72" }), piped({ COLUMNS: "wide" }), piped({ COLUMNS: "3" })]).toEqual([100, 72, 100, 40]);
  expect(terminalOf(132, true).width).toBe(132);
});
