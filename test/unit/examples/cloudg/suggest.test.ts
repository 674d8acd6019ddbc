import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { editDistance, suggest } from "../../../../examples/cloudg/src/data/suggest.js";

const guess = (wanted: string, texts: string[]): string[] =>
  suggest(
    wanted,
    texts.map((text) => ({ text, suggestion: text })),
  );

describe("suggest", () => {
  it.each([
    ["bastoin", ["bastion", "web", "bastion-role"], ["bastion"]],
    ["Web_Server", ["web-server", "db-server"], ["web-server", "db-server"]],
    ["invoice", ["invoice-worker", "old-invoices", "orders"], ["invoice-worker", "old-invoices"]],
    ["prod-shop-database", ["shop-database", "shop-cache"], ["shop-database", "shop-cache"]],
    ["ab", ["xy", "abcdefgh"], []],
    ["", ["a"], []],
    ["...", ["a", "..."], []],
  ])("%j among %j: %j", (wanted, texts, expected) => {
    expect(guess(wanted, texts)).toEqual(expected);
  });

  it("suggests a subject once, in its likeliest spelling", () => {
    const candidates = [
      { text: "shop-db", suggestion: "shop-db", subject: "1" },
      { text: "aws_db_instance.shop", suggestion: "aws_db_instance.shop", subject: "1" },
    ];
    expect(suggest("aws_db_instance.shp", candidates)).toEqual(["aws_db_instance.shop"]);
  });

  it("gives at most five, never crashes, and always the thing itself first", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.string()), (wanted, others) => {
        const found = guess(wanted, [...others, wanted]);
        expect(found.length).toBeLessThanOrEqual(5);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,20}$/), fc.array(fc.stringMatching(/^[A-Z]{30,40}$/)), (wanted, others) =>
        expect(guess(wanted, [...others, wanted])[0]).toBe(wanted),
      ),
    );
  });
});

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["ab", "ba", 1],
    ["bastoin", "bastion", 1],
  ])("of %j and %j is %d", (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
  });

  it("is symmetric, and nothing only between equals", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(editDistance(one, other)).toBe(editDistance(other, one));
        expect(editDistance(one, other) === 0).toBe(one === other);
      }),
    );
  });
});
