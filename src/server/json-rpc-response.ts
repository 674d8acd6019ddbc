/** Error answers that are given before a message reaches the protocol: JSON-RPC in the body, HTTP in the status. */
export function jsonRpcError(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers });
}
