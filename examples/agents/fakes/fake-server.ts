/** A local HTTP server that stands in for a model API: JSON in, JSON or server-sent events out. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Fake {
  readonly url: string;
  /** Bodies of the requests so far. */
  readonly requests: readonly Body[];
  close(): Promise<void>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- wire objects of five APIs, looked into freely
export type Body = Record<string, any>;

export interface FakeRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Body;
}

/** An answer: one JSON object, or events that are streamed. */
export type FakeAnswer = { readonly json: object } | { readonly events: readonly { readonly event?: string; readonly data: object | string }[] };

export async function startFake(answer: (request: FakeRequest) => FakeAnswer): Promise<Fake> {
  const requests: Body[] = [];
  const server = createServer((request, response) => {
    void respond(request, response).catch((error: unknown) => {
      // The shape of errors in every one of these APIs, near enough for their SDKs to show the message.
      response.writeHead(400, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ type: "error", error: { type: "invalid_request_error", code: 400, status: "INVALID_ARGUMENT", message: (error as Error).message } }),
      );
    });
  });
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as Body;
    requests.push(body);
    const given = answer({ path: request.url ?? "", headers: request.headers, body });
    if ("json" in given) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(given.json));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const { event, data } of given.events) {
      response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
    }
    response.end();
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A text in two pieces, as services stream it. */
export function halves(whole: string): [string, string] {
  const middle = Math.ceil(whole.length / 2);
  return [whole.slice(0, middle), whole.slice(middle)];
}
