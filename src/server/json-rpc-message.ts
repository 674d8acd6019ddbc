/** Tells a JSON-RPC message from any other JSON value, where the SDK does not do it for us. */
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { isRecord } from "../adapters/params.js";

/** A message; or what is wrong with it, and the id to answer to if it was meant as a request. */
export type Classified =
  | { readonly message: JSONRPCMessage; readonly problem?: undefined; readonly id?: undefined }
  | { readonly message?: undefined; readonly problem: string; readonly id: string | number | undefined };

/** Only the envelope is looked at; what is in `params` is for the method to judge. */
export function classifyMessage(value: unknown): Classified {
  if (Array.isArray(value)) return { problem: "batches are not served", id: undefined };
  if (!isRecord(value)) return { problem: "a message is an object", id: undefined };
  const problem = "method" in value ? problemOfCall(value) : problemOfAnswer(value);
  if (problem === undefined) return { message: value as unknown as JSONRPCMessage };
  return { problem, id: "method" in value && isId(value["id"]) ? value["id"] : undefined };
}

function problemOfCall({ jsonrpc, id, method, params }: Readonly<Record<string, unknown>>): string | undefined {
  if (jsonrpc !== "2.0") return 'jsonrpc must be "2.0"';
  if (typeof method !== "string") return "method must be a string";
  if (id !== undefined && !isId(id)) return "id must be a string or a whole number";
  if (params !== undefined && !isRecord(params)) return "params must be an object";
  return undefined;
}

function problemOfAnswer({ jsonrpc, id, result, error }: Readonly<Record<string, unknown>>): string | undefined {
  if (jsonrpc !== "2.0") return 'jsonrpc must be "2.0"';
  if (!isId(id) && (id !== undefined || error === undefined)) return "id must be a string or a whole number";
  return isRecord(result) || isRecord(error) ? undefined : "it has no method, no result and no error";
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}
