import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { toJsonValue, UnserializableError } from "../../../src/model/json-value.js";

class WithToJson {
  toJSON(): unknown {
    return { own: new Date(0) };
  }
}
class WithToDict {
  toDict(): unknown {
    return { own: 1n };
  }
}
class Plain {
  visible = 1;
  #hidden = 2;
  get derived(): number {
    return this.#hidden;
  }
}
class Itself {
  value = 1;
  toJSON(): this {
    return this;
  }
}

describe("toJsonValue", () => {
  it.each<[string, unknown, unknown]>([
    ["undefined", undefined, null],
    ["NaN", NaN, null],
    ["-Infinity", -Infinity, null],
    ["a safe bigint", 5n, 5],
    ["a large bigint", 2n ** 64n, "18446744073709551616"],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["an invalid date", new Date(NaN), null],
    ["a map with string keys", new Map<unknown, unknown>([["a", new Set([1])]]), { a: [1] }],
    ["a map with other keys", new Map([[1, "x"]]), [[1, "x"]]],
    ["a set", new Set(["a"]), ["a"]],
    ["bytes", Buffer.from("hi"), "aGk="],
    ["an error", new TypeError("no"), { name: "TypeError", message: "no" }],
    ["a regular expression", /a/g, "/a/g"],
    ["a URL", new URL("https://example.com/x"), "https://example.com/x"],
    ["a function", () => 1, null],
    ["a symbol", Symbol("x"), null],
    ["a boxed string", Object("x"), "x"],
    ["toJSON", new WithToJson(), { own: "1970-01-01T00:00:00.000Z" }],
    ["toDict", new WithToDict(), { own: 1 }],
    ["an own form that is itself", new Itself(), { value: 1 }],
    ["a class instance", new Plain(), { visible: 1 }],
    ["holes and functions in arrays", [1, , () => 1, undefined], [1, null, null, null]], // eslint-disable-line no-sparse-arrays
    ["functions in objects", { a: 1, f: () => 1, u: undefined }, { a: 1 }],
    ["no prototype", Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
  ])("%s", (_, value, expected) => {
    expect(toJsonValue(value)).toEqual(expected);
  });

  it("returns plain JSON as it is, not a copy", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(toJsonValue(value)).toBe(value)));
  });

  it("gives what JSON.stringify gives, for everything JSON.stringify accepts", () => {
    const value = fc.anything({
      withDate: true,
      withMap: false,
      withSet: false,
      withTypedArray: false,
      withBigInt: false,
      withBoxedValues: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(value, (given) => {
        expect(JSON.stringify(toJsonValue(given))).toBe(JSON.stringify(given) ?? "null");
      }),
    );
  });

  it("never touches the value", () => {
    const value = Object.freeze({ when: new Date(0), list: Object.freeze([1n]) });
    expect(toJsonValue(value)).toEqual({ when: "1970-01-01T00:00:00.000Z", list: [1] });
  });

  it("says where a cycle is", () => {
    const value: Record<string, unknown> = { a: [{}, {}] };
    (value["a"] as Record<string, unknown>[])[1]!["back"] = value;
    expect(() => toJsonValue(value)).toThrow(UnserializableError);
    expect(() => toJsonValue(value)).toThrow("a cycle) at a[1].back");
  });

  it("allows one object in two places", () => {
    const shared = { x: 1 };
    expect(toJsonValue({ a: shared, b: [shared] })).toEqual({ a: { x: 1 }, b: [{ x: 1 }] });
  });

  it("refuses absurd depth instead of overflowing the stack", () => {
    let value: unknown = 1;
    for (let i = 0; i < 100_000; i++) value = { n: value };
    expect(() => toJsonValue(value)).toThrow(/deeper than 1000 levels/);
  });

  it("keeps a __proto__ key as data", () => {
    const value = JSON.parse('{"__proto__": {"polluted": 1}, "when": 0}') as Record<string, unknown>;
    value["when"] = new Date(0);
    const json = toJsonValue(value) as Record<string, unknown>;
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect(JSON.stringify(json)).toBe('{"__proto__":{"polluted":1},"when":"1970-01-01T00:00:00.000Z"}');
  });
});
