/** The code of a missing resource on the wires of the 2025 era. */
import { expect, it } from "@jest/globals";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { NotFoundIds } from "../../../../src/adapters/mcp-sdk/legacy-not-found.js";

it("is put back for the request that was noted, once, and for no other", async () => {
  const sent: JSONRPCMessage[] = [];
  const notFound = new NotFoundIds();
  const transport = notFound.mend({ send: async (message: JSONRPCMessage) => void sent.push(message) } as Transport);
  const error = (id: string | number): JSONRPCMessage => ({ jsonrpc: "2.0", id, error: { code: -32602, message: "m", data: { uri: "a://b" } } });
  notFound.note(1);
  notFound.note(2);
  for (const message of [error("1"), error(1), error(1), { jsonrpc: "2.0", id: 2, result: {} } as JSONRPCMessage]) await transport.send(message);
  expect(sent.map((message) => ("error" in message ? message.error.code : undefined))).toEqual([-32602, -32002, -32602, undefined]);
  expect(sent[1]).toEqual({ ...error(1), error: { code: -32002, message: "m", data: { uri: "a://b" } } });
});
