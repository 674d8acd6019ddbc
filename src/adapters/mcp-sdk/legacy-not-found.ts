/**
 * The 2025 era wants -32002 for a resource that is not there; the SDK rewrites that code to the -32602 of 2026 on its way out.
 * So the ids of such requests are noted where the error is made, and the code is put back where the message leaves.
 */
import type { Transport } from "@modelcontextprotocol/server";
import { ErrorCode } from "../../errors.js";

export class NotFoundIds {
  readonly #ids = new Set<string | number>();

  note(id: string | number): void {
    this.#ids.add(id);
  }

  /** Wraps the transport's send; returns the same transport. */
  mend<T extends Transport>(transport: T): T {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const isNoted = !("method" in message) && message.id !== undefined && this.#ids.delete(message.id);
      if (!isNoted || !("error" in message)) return send(message, options);
      return send({ ...message, error: { ...message.error, code: ErrorCode.ResourceNotFound } }, options);
    };
    return transport;
  }
}
