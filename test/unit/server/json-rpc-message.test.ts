/** What is a JSON-RPC message, and whom to answer when it is not. */
import { describe, expect, it } from "@jest/globals";
import { isJSONRPCErrorResponse, isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResultResponse } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { classifyMessage } from "../../../src/server/json-rpc-message.js";

const rpc = (rest: object): object => ({ jsonrpc: "2.0", ...rest });

describe("classifyMessage", () => {
  it.each([
    rpc({ id: 1, method: "ping" }),
    rpc({ id: "", method: "ping", params: {} }),
    rpc({ id: 0, method: "" }),
    rpc({ method: "notifications/initialized" }),
    rpc({ id: 1, result: {} }),
    rpc({ id: 1, error: { code: 1, message: "" } }),
    rpc({ error: { code: 1, message: "" } }),
  ])("takes %j", (value) => {
    expect(classifyMessage(value).message).toBe(value);
  });

  it.each<[unknown, string | number | undefined]>([
    [rpc({ id: 1, method: 5 }), 1],
    [rpc({ id: "a", method: "ping", params: [] }), "a"],
    [rpc({ id: "a", method: "ping", params: null }), "a"],
    [{ id: 1, method: "ping" }, 1],
    [{ jsonrpc: "1.0", id: 1, method: "ping" }, 1],
    [rpc({ id: null, method: "ping" }), undefined],
    [rpc({ id: 1.5, method: "ping" }), undefined],
    [rpc({ id: {}, method: "ping" }), undefined],
    [[rpc({ id: 1, method: "ping" })], undefined],
  ])("refuses %j and answers to %j", (value, id) => {
    const { message, problem, id: answerTo } = classifyMessage(value);
    expect([message, answerTo]).toEqual([undefined, id]);
    expect(problem).toMatch(/\w/);
  });

  it("never answers to what may be an answer itself: its id is of our own request", () => {
    for (const value of [rpc({ id: 1 }), rpc({ id: 1, result: 5 }), { id: 1, result: {} }]) expect(classifyMessage(value)).toMatchObject({ id: undefined });
  });

  it("lets through whatever the SDK can read", () => {
    const part = fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 1 }));
    const candidate = fc.record({
      jsonrpc: fc.constantFrom("2.0", "1.0"),
      id: part,
      method: fc.oneof(part, fc.string()),
      params: part,
      result: part,
      error: part,
    });
    fc.assert(
      fc.property(candidate, (shape) => {
        const value: unknown = JSON.parse(JSON.stringify(shape));
        const readable = [isJSONRPCRequest, isJSONRPCNotification, isJSONRPCResultResponse, isJSONRPCErrorResponse].some((is) => is(value));
        if (readable) expect(classifyMessage(value).message).toBe(value);
      }),
    );
  });
});
