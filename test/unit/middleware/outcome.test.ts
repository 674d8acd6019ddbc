import { describe, expect, it } from "@jest/globals";
import { AccessDeniedError, CancelledError, InvalidArgumentsError, MCPLayerError, RateLimitedError, TimeoutError, ToolResult } from "cloudg-mcp";
import { endingOfError, endingOfResult, knownCode } from "../../../src/middleware/outcome.js";

describe("the ending of a call", () => {
  it.each<[unknown, string, unknown]>([
    [new AccessDeniedError("no"), "denied", -31001],
    [new RateLimitedError("no"), "rate_limited", -31029],
    [new InvalidArgumentsError([]), "rejected", -32602],
    [new CancelledError("no"), "cancelled", "cancelled"],
    [new TimeoutError("no"), "error", "timeout"],
    [new MCPLayerError("no"), "error", -32603],
    [new MCPLayerError("no", { code: "mine" }), "error", "mine"],
    [new RangeError("no"), "exception", -32603],
    [undefined, "exception", -32603],
  ])("%p", (error, outcome, code) => {
    expect(endingOfError(error, "resource")).toEqual({ outcome, code });
  });

  it("an exception from a tool has the code that its result gets", () => {
    expect(endingOfError(new Error("no"), "tool")).toEqual({ outcome: "exception", code: "handler_error" });
  });

  it.each<[unknown, string, unknown]>([
    [new ToolResult({}), "ok", undefined],
    [[], "ok", undefined],
    [{ values: [] }, "ok", undefined],
    [ToolResult.error("no"), "error", undefined],
    [ToolResult.error("no", { "x/error_code": "timeout" }), "error", "timeout"],
    [ToolResult.error("no", { "x/error_code": -32602 }), "rejected", -32602],
    [ToolResult.error("no", { "x/error_code": "handler_error" }), "exception", "handler_error"],
    [ToolResult.error("no", { "x/error_code": { odd: true } }), "error", undefined],
    [ToolResult.error("no", { "cloudg/error_code": "timeout" }), "error", undefined],
  ])("of the result %j", (result, outcome, code) => {
    expect(endingOfResult(result, "x/")).toEqual({ outcome, code });
  });

  it("codes are those of the table, or other", () => {
    expect([-32602, -31001, -31029, -32603, "timeout", "handler_error", "cancelled", "mine", -1].map(knownCode)).toEqual([
      -32602,
      -31001,
      -31029,
      -32603,
      "timeout",
      "handler_error",
      "cancelled",
      "other",
      "other",
    ]);
  });
});
