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
    ["^[a-z]*$", 16384],
    ["[a-z]+", 128],
    ["^a*b*$", 128],
    ["^[a-z]+:[a-z]+$", 16384],
    ["^\\d+\\.\\d+\\.\\d+$", 16384],
    ["^\\d+.\\d+$", 128],
    ["^arn:[a-z]+:[a-z0-9-]*:\\d*:.+$", 16384],
    ["^https?://", Infinity],
    ["^a?a*$", 8192],
    ["^[a+]*?$", 16384],
    ["^\\p{L}+$", 16384],
    ["^(a+)+$", 14],
    ["^(a|b)*$", 14],
    ["^(?:a|aa){2,9}$", 14],
    ["^([a-z]+-)*$", 14],
    ["^(?<word>a*)*$", 14],
    ["^(a)\\1$", 14],
    ["(?=a)b", 14],
    ["^(a?){30}$", 13],
    ["a?".repeat(20), 0],
  ])("%s: %p", (source, length) => {
    expect(longestSafeText(source)).toBe(length);
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
