/** Lines out of bytes, however the bytes were cut. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { LineSplitter } from "../../../src/server/line-splitter.js";

/** Everything a splitter gives for these chunks, the unfinished end included. */
function split(chunks: Buffer[], maxBytes = 1000): { lines: string[]; dropped: number[] } {
  const dropped: number[] = [];
  const splitter = new LineSplitter(maxBytes, (bytes) => dropped.push(bytes));
  const lines = chunks.flatMap((chunk) => [...splitter.push(chunk)]);
  const rest = splitter.rest();
  return { lines: rest === undefined ? lines : [...lines, rest], dropped };
}

/** Cuts a buffer at the given places. */
function cut(whole: Buffer, places: number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return at.slice(1).map((end, i) => whole.subarray(at[i], end));
}

describe("LineSplitter", () => {
  it("gives the same lines wherever the stream is cut, inside characters too", () => {
    const line = fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.replaceAll("\n", "").toWellFormed());
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 8 }), (lines, places) => {
        const whole = Buffer.from(lines.map((one) => `${one}\n`).join(""));
        expect(split(cut(whole, places)).lines).toEqual(lines);
      }),
    );
  });

  it("gives the end that has no line end, and nothing for an empty one", () => {
    expect(split([Buffer.from("a\nb")]).lines).toEqual(["a", "b"]);
    expect(split([Buffer.from("a\n")]).lines).toEqual(["a"]);
    expect(split([]).lines).toEqual([]);
  });

  it("drops a line that is too long, wherever it is cut, and keeps its neighbours", () => {
    const whole = Buffer.from(`before\n${"x".repeat(11)}\nafter`);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 8 }), (places) => {
        expect(split(cut(whole, places), 10)).toEqual({ lines: ["before", "after"], dropped: [11] });
      }),
    );
    expect(split([Buffer.from("x".repeat(10))], 10)).toEqual({ lines: ["x".repeat(10)], dropped: [] });
  });
});
