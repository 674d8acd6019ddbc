import { describe, expect, it } from "@jest/globals";
import { suggestKey } from "../../../src/schema/suggest-key.js";

describe("suggestKey", () => {
  it.each([
    ["limt", ["limit", "kinds"], "limit"],
    ["maxRows", ["max_rows", "max_cols"], "max_rows"],
    ["datset", ["dataset", "datasets"], "dataset"],
    ["windwo", ["window"], "window"],
    ["ip", ["id", "up"], undefined],
    ["query", ["limit"], undefined],
    ["name", ["node"], undefined],
    ["limit", [], undefined],
    ["x".repeat(65), ["x".repeat(64)], undefined],
  ])("%s among %p: %p", (key, expected, suggestion) => {
    expect(suggestKey(key, expected)).toBe(suggestion);
  });
});
