import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson } from "../../../src/middleware/canonical-json.js";

describe("canonicalJson", () => {
  it("is the same text whatever the order of keys, and parses to the same value", () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, shuffled(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)!;
        expect(canonicalJson(shuffled(value))).toBe(text);
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(JSON.parse(canonicalJson(JSON.parse(JSON.stringify(value)))!)));
      }),
    );
  });

  it("is another text for another value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
        if (canonicalJson(a) === canonicalJson(b)) expect(JSON.parse(JSON.stringify(a))).toEqual(JSON.parse(JSON.stringify(b)));
      }),
    );
  });

  it("keeps a key named __proto__", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
  });

  it("is undefined for what is not plain JSON", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    for (const value of [undefined, NaN, Infinity, 1n, new Date(0), new Map(), { a: new Set() }, { a: undefined }, () => 1, cycle, hostile]) {
      expect(canonicalJson(value)).toBeUndefined();
    }
    expect(canonicalJson(JSON.parse("[".repeat(5000) + "]".repeat(5000)))).toBeUndefined();
  });
});
