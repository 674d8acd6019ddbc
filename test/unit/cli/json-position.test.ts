/** The JSON fault finder: where it points, and that it agrees with the engine about what is JSON at all. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { findJsonFault, positionOf } from "../../../src/cli/json-position.js";

describe("findJsonFault", () => {
  it.each([
    ["", 0, "a value"],
    ["{", 1, 'a property name in double quotes or "}"'],
    ["{limit:3}", 1, 'a property name in double quotes or "}"'],
    ['{"a":}', 5, "a value"],
    ['{"a" 1}', 5, '":"'],
    ['{"a":1,}', 7, "a property name in double quotes"],
    ['{"a":1 "b":2}', 7, '"," or the closing bracket'],
    ["[1,]", 3, "a value"],
    ["[1}", 2, '"," or the closing bracket'],
    ['{"a":[1,2}', 9, '"," or the closing bracket'],
    ["[", 1, 'a value or "]"'],
    ["{} x", 3, "the end"],
    ["01", 1, "the end"],
    ["'a'", 0, "a value"],
    ['{"a":"line\nbreak"}', 5, "a value"],
    ['{"a":"\\x"}', 5, "a value"],
    ['{"a":NaN}', 5, "a value"],
  ])("%j breaks at %d", (text, offset, expected) => {
    expect(findJsonFault(text)).toEqual({ offset, expected });
  });

  it("finds nothing in JSON, however deep", () => {
    fc.assert(fc.property(fc.json(), (text) => findJsonFault(text) === undefined));
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(findJsonFault(deep)).toBeUndefined();
  });

  it("agrees with JSON.parse on mutilated JSON", () => {
    const mutilated = fc
      .tuple(fc.json(), fc.nat(), fc.nat(3), fc.constantFrom("", "{", "}", "[", "]", '"', ",", ":", "\\", "1", "-", ".", "e", " ", "t", "\n", "\u0001"))
      .map(([text, at, cut, put]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + put + text.slice(start + cut);
      });
    fc.assert(
      fc.property(mutilated, (text) => {
        expect(findJsonFault(text) === undefined).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });
});

it("counts lines and columns from 1", () => {
  expect(positionOf("ab\ncd", 0)).toEqual({ line: 1, column: 1 });
  expect(positionOf("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
  expect(positionOf("ab\n", 3)).toEqual({ line: 2, column: 1 });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
