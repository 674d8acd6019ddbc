/** Checks the shape of request parameters before the layer sees them. Whoever brings them hands them over unparsed, so this is the only check. */
import { MCPLayerError, ErrorCode } from "../errors.js";
import type { CompletionArgument, CompletionRef } from "../layer/complete.js";

export type Params = Readonly<Record<string, unknown>>;

/** @throws MCPLayerError -32602 that names the method and the parameter, never its value. */
export function stringParam(method: string, params: Params, key: string): string {
  const value = Object.hasOwn(params, key) ? params[key] : undefined;
  if (typeof value === "string") return value;
  throw malformed(method, `params.${key} must be a string`);
}

/** An absent object is an empty one. */
export function objectParam(method: string, params: Params, key: string): Params {
  const value = Object.hasOwn(params, key) ? params[key] : undefined;
  if (value === undefined) return {};
  if (isRecord(value)) return value;
  throw malformed(method, `params.${key} must be an object`);
}

export function completionParams(method: string, params: Params): { ref: CompletionRef; argument: CompletionArgument } {
  const ref = objectParam(method, params, "ref");
  const argument = objectParam(method, params, "argument");
  const others = textsOf(objectParam(method, objectParam(method, params, "context"), "arguments"));
  const named = { name: nestedString(method, argument, "argument", "name"), value: nestedString(method, argument, "argument", "value"), others };
  if (ref["type"] === "ref/prompt") return { ref: { type: "ref/prompt", name: nestedString(method, ref, "ref", "name") }, argument: named };
  if (ref["type"] === "ref/resource") return { ref: { type: "ref/resource", uri: nestedString(method, ref, "ref", "uri") }, argument: named };
  throw malformed(method, 'params.ref.type must be "ref/prompt" or "ref/resource"');
}

/** What is no string is no value of an argument. */
function textsOf(container: Params): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(container).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function nestedString(method: string, container: Params, path: string, key: string): string {
  const value = Object.hasOwn(container, key) ? container[key] : undefined;
  if (typeof value === "string") return value;
  throw malformed(method, `params.${path}.${key} must be a string`);
}

export function isRecord(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function malformed(method: string, problem: string): MCPLayerError {
  return new MCPLayerError(`Invalid params of ${method}: ${problem}`, { code: ErrorCode.InvalidParams });
}
