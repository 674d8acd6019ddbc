/** Globs as documents write them, against a plain reference, and against input made to be slow. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { compileGlob } from "../../../src/policy/glob.js";
import { GlobList } from "../../../src/policy/glob-list.js";

describe("a glob", () => {
  it.each([
    ["*", "", true],
    ["*", "a/b:c", true],
    ["a", "a", true],
    ["a", "A", false],
    ["a", "aa", false],
    ["a*", "a", true],
    ["a*", "a/b:c d", true],
    ["*a", "ba", true],
    ["*a", "ab", false],
    ["a*c", "abbbc", true],
    ["a*c", "abbbcd", false],
    ["a**c", "ac", true],
    ["*a*b*", "xxaxxbxx", true],
    ["*a*b*", "xxbxxaxx", false],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["a?c", "a/c", true],
    ["?", "😀", true],
    ["??", "😀", false],
    ["[abc]", "b", true],
    ["[abc]", "d", false],
    ["[!abc]", "d", true],
    ["[!abc]", "a", false],
    ["[!abc]", "", false],
    ["[a-c]x", "bx", true],
    ["[a-c]x", "dx", false],
    ["[!a-c]x", "dx", true],
    ["[a-]", "-", true],
    ["[-a]", "-", true],
    ["[]a]", "]", true],
    ["[!]a]", "]", false],
    ["[!]a]", "b", true],
    ["[[]", "[", true],
    ["[^a]", "^", true],
    ["[^a]", "b", false],
    ["[а-я]", "ж", true],
    ["[😀-😂]", "😁", true],
    ["a.c", "abc", false],
    ["a+(b)|c$^{d}\\", "a+(b)|c$^{d}\\", true],
    ["cloudg://assets/{+ref}", "cloudg://assets/{+ref}", true],
    ["cloudg://*/prod-?", "cloudg://assets/arn:x/prod-1", true],
    ["{a,b}", "a", false],
    ["a\nb", "a\nb", true],
    ["*", "line\nbreak", true],
  ])("%j and %j: %j", (pattern, subject, expected) => {
    expect(compileGlob(pattern).matches(subject)).toBe(expected);
  });

  it.each([
    ["", "the pattern is empty"],
    ["[abc", 'the "[" at character 1 is never closed'],
    ["x[", 'the "[" at character 2 is never closed'],
    ["x[]", "never closed"],
    ["x[!]", "never closed"],
    ["[z-a]", "the range z-a runs backwards"],
    ["a".repeat(2001), "2000 are allowed"],
  ])("%j is refused: %s", (pattern, message) => {
    expect(() => compileGlob(pattern)).toThrow(message);
  });

  it("agrees with a backtracking reference", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 10 }).map((parts) => parts.join(""));
    const pattern = fc.array(fc.constantFrom("a", "b", "*", "?", "[ab]", "[!a]", "[a-b]"), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(pattern, letters, (parts, subject) => {
        expect(compileGlob(parts.join("")).matches(subject)).toBe(reference(parts, subject));
      }),
      { numRuns: 2000 },
    );
  });

  it("works across the words that its states are kept in", () => {
    for (const length of [31, 32, 33, 63, 64, 65, 200]) {
      const glob = compileGlob(`?*${"a".repeat(length)}`);
      expect(glob.matches(`b${"a".repeat(length + 3)}`)).toBe(true);
      expect(glob.matches(`b${"a".repeat(length - 1)}`)).toBe(false);
    }
  });

  it("takes one step per character, whatever the pattern", () => {
    // A backtracking matcher would not end within the age of the universe.
    const subject = `${"a".repeat(20_000)}b`;
    expect(compileGlob("*a".repeat(500)).matches(subject)).toBe(false);
    expect(compileGlob(`${"*a?".repeat(300)}*c`).matches(subject)).toBe(false);
    expect(compileGlob(`${"*[ab]".repeat(300)}*c`).matches(subject)).toBe(false);
  });
});

/** The textbook's recursion. */
function reference(parts: readonly string[], subject: string): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return subject === "";
  if (part === "*")
    return (
      rest.length === 0 ||
      (rest[0] !== "*" && Array.from(`${subject}.`).some((_, at) => reference(rest, subject.slice(at)))) ||
      (rest[0] === "*" && reference(rest, subject))
    );
  const accepts: Record<string, RegExp> = { "?": /^.$/, "[ab]": /^[ab]$/, "[a-b]": /^[ab]$/, "[!a]": /^[^a]$/ };
  return subject !== "" && (accepts[part]?.test(subject[0]!) ?? part === subject[0]) && reference(rest, subject.slice(1));
}

describe("a list of globs", () => {
  it.each([
    [[], "a", false],
    [["*"], "a", true],
    [["a", "b"], "b", true],
    [["!a"], "b", false],
    [["!a"], "a", false],
    [["*", "!a"], "b", true],
    [["*", "!a"], "a", false],
    [["!a", "*"], "a", false],
    [["a*", "!ab*", "abc"], "abc", false],
  ] as [string[], string, boolean][])("%j and %j: %j", (patterns, name, expected) => {
    expect(new GlobList(patterns).matches(name)).toBe(expected);
  });

  it("reads a negation against any form when it denies, against every form when it allows", () => {
    const forms = ["x://{+ref}", "x://secret"];
    const list = new GlobList(["x://*", "!x://secret"]);
    expect([list.touches(forms), list.covers(forms)]).toEqual([true, false]);
    expect([list.touches(["x://{+ref}", "x://open"]), list.covers(["x://{+ref}", "x://open"])]).toEqual([true, true]);
    expect([list.touches(["x://secret"]), list.covers(["x://secret"])]).toEqual([false, false]);
  });
});
