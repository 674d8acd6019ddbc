/** The shape of request parameters. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ErrorCode, isLayerError } from "../../../src/errors.js";
import { completionParams, objectParam, stringParam } from "../../../src/adapters/params.js";

describe("stringParam", () => {
  it("gives the string, the empty one too", () => {
    expect([stringParam("m", { name: "x" }, "name"), stringParam("m", { name: "" }, "name")]).toEqual(["x", ""]);
  });

  it.each([{}, { name: 5 }, { name: null }, { name: ["x"] }, { name: new String("x") }])("refuses %j", (params) => {
    expect(() => stringParam("tools/call", params, "name")).toThrow("Invalid params of tools/call: params.name must be a string");
  });

  it("does not find what is inherited", () => {
    expect(() => stringParam("m", {}, "constructor")).toThrow("must be a string");
    expect(() => stringParam("m", Object.create({ name: "x" }) as Record<string, unknown>, "name")).toThrow("must be a string");
  });
});

describe("objectParam", () => {
  it("gives the object, and an empty one for none", () => {
    expect([objectParam("m", { a: { b: 1 } }, "a"), objectParam("m", {}, "a"), objectParam("m", { a: undefined }, "a")]).toEqual([{ b: 1 }, {}, {}]);
  });

  it.each([null, [], "x", 5, true])("refuses %j", (value) => {
    expect(() => objectParam("tools/call", { arguments: value }, "arguments")).toThrow("Invalid params of tools/call: params.arguments must be an object");
  });
});

describe("completionParams", () => {
  const argument = { name: "a", value: "" };
  it("takes the other arguments that the client sent along, and only what is text", () => {
    const context = { arguments: { region: "eu", depth: 3, "": "x" } };
    const { argument: read } = completionParams("m", { ref: { type: "ref/prompt", name: "p" }, argument, context });
    expect(read.others).toEqual({ region: "eu", "": "x" });
  });
  it("gives the reference and the argument, and nothing that came beside them", () => {
    expect(completionParams("m", { ref: { type: "ref/prompt", name: "p", x: 1 }, argument: { ...argument, x: 1 } })).toEqual({
      ref: { type: "ref/prompt", name: "p" },
      argument: { ...argument, others: {} },
    });
    expect(completionParams("m", { ref: { type: "ref/resource", uri: "a://{b}" }, argument }).ref).toEqual({ type: "ref/resource", uri: "a://{b}" });
  });

  it.each([
    [{ argument }, 'params.ref.type must be "ref/prompt" or "ref/resource"'],
    [{ ref: { type: "ref/tool" }, argument }, 'params.ref.type must be "ref/prompt" or "ref/resource"'],
    [{ ref: { type: "ref/prompt" }, argument }, "params.ref.name must be a string"],
    [{ ref: { type: "ref/resource", name: "p" }, argument }, "params.ref.uri must be a string"],
    [{ ref: { type: "ref/prompt", name: "p" } }, "params.argument.name must be a string"],
    [{ ref: { type: "ref/prompt", name: "p" }, argument: { name: "a" } }, "params.argument.value must be a string"],
    [{ ref: [], argument }, "params.ref must be an object"],
  ])("refuses %j", (params, problem) => {
    expect(() => completionParams("completion/complete", params)).toThrow(`Invalid params of completion/complete: ${problem}`);
  });

  it("ends in a value or in -32602, and never repeats what it was given", () => {
    const value = fc.oneof(fc.constant("SECRET"), fc.jsonValue({ maxDepth: 2 }), fc.record({ type: fc.constantFrom("ref/prompt", "ref/resource", "SECRET") }));
    fc.assert(
      fc.property(fc.record({ ref: value, argument: value }), (params) => {
        try {
          completionParams("m", params);
        } catch (error) {
          expect(isLayerError(error) && error.code).toBe(ErrorCode.InvalidParams);
          expect((error as Error).message).not.toContain("SECRET");
        }
      }),
    );
  });
});
