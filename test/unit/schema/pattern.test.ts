import fc from "fast-check";
import { describe, expect, it } from "@jest/globals";
import { InvalidArgumentsError } from "../../../src/errors.js";
import { attemptArguments } from "../../../src/schema/argument-validator.js";
import { longestSafeText } from "../../../src/schema/pattern-cost.js";
import { compilePattern } from "../../../src/schema/pattern.js";

describe("longestSafeText", () => {
  it.each<[string, number]>([
    ["^abc$", Infinity],
    ["^(aws|azure|gcp)$", Infinity],
    ["^[0-9]{12}$", Infinity],
    ["^\\{a\\*\\}$", Infinity],
    ["^[a-z]*$", Infinity],
    ["[a-z]+", 128],
    ["^a*b*$", 128],
    ["^[a-z]+:[a-z]+$", Infinity],
    ["^\\d+\\.\\d+\\.\\d+$", Infinity],
    ["^\\d+.\\d+$", 128],
    ["^arn:[a-z]+:[a-z0-9-]*:\\d*:.+$", Infinity],
    ["^https?://", Infinity],
    ["^a?a*$", Infinity],
    ["^[a+]*?$", Infinity],
    ["^\\p{L}+$", Infinity],
    ["^\\p{L}+é.*$", 128],
    ["\\p{L}+é", 128],
    ["\\d+é", 128],
    ["^\\d+é", Infinity],
    ["^a|b+c", 128],
    ["^(a|b+c)", Infinity],
    ["^a?b*c*", 90],
    ["^(a+)+$", 14],
    ["^(a|b)*$", 14],
    ["^(?:a|aa){2,9}$", 14],
    ["^([a-z]+-)*$", 14],
    ["^(?<word>a*)*$", 14],
    ["^(a)\\1$", 14],
    ["(?=a)b", 14],
    ["^(a?){30}$", 13],
    ["(?=(a+))*\\1b", 14],
    ["a?".repeat(20), 0],
  ])("%s: %p", (source, length) => {
    expect(longestSafeText(source)).toBe(length);
  });
});

describe("reading the cost of any pattern", () => {
  it("ends, with a length", () => {
    const part = fc.constantFrom(
      "a",
      "[a-z]",
      "[^\\]]",
      "\\d",
      "\\(",
      "(",
      "(?:",
      "(?=",
      "(?<!",
      "(?<n>",
      ")",
      "|",
      "*",
      "+?",
      "{2}",
      "{2,}",
      "{,3}",
      "?",
      ".",
      "^",
      "$",
      "\\1",
      "\\p{L}",
      "\\u{61}",
      "]",
      "}",
      "\\",
      "[",
      "😀",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        expect(longestSafeText(parts.join(""))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("compilePattern", () => {
  it("answers alike whatever the length of the text", () => {
    const { test } = compilePattern("^([a-z]+-)*$");
    const allowance = { patternTime: 500 };
    for (const repeat of [1, 4, 5, 100, 10_000]) {
      expect(test("ab-".repeat(repeat), allowance)).toBe(true);
      expect(test(`${"ab-".repeat(repeat)}!`, { patternTime: 500 })).not.toBe(true);
    }
  });

  it("is aware of unicode, and takes patterns that are not", () => {
    expect(compilePattern("^.$").test("😀", { patternTime: 0 })).toBe(true);
    expect(compilePattern("^\\-$").test("-", { patternTime: 0 })).toBe(true);
    expect(() => compilePattern("(")).toThrow(SyntaxError);
  });

  it("spends no more than its allowance", () => {
    const allowance = { patternTime: 50 };
    const { test } = compilePattern("^(a+)+$");
    expect(test(`${"a".repeat(40)}!`, allowance)).toBeUndefined();
    expect(allowance.patternTime).toBeLessThanOrEqual(0);
    expect(test("a".repeat(40), allowance)).toBeUndefined();
    expect(test("aaa", allowance)).toBe(true);
  });

  it("shares the allowance over all texts of a call", () => {
    const schema = { properties: { list: { type: "array", items: { type: "string", pattern: "^(a+)+$" } } } } as const;
    const outcome = attemptArguments({ schema: schema as never }, { list: new Array<string>(10_000).fill(`${"a".repeat(40)}!`) });
    expect((outcome as InvalidArgumentsError).data[0]!.type).toBe("pattern_timeout");
    expect(outcome).toBeInstanceOf(InvalidArgumentsError);
  });
});
