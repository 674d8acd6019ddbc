/** The stdio transport over streams of our own. */
import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { LineTransport } from "../../../src/server/line-transport.js";

async function open(maxLineBytes?: number) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const log: string[] = [];
  const transport = new LineTransport({
    input,
    output,
    onEnd: () => log.push("end"),
    onSkipped: (reason) => log.push(reason),
    ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
  });
  transport.onmessage = (message) => log.push((message as { method: string }).method);
  transport.onclose = () => log.push("closed");
  await transport.start();
  const written = (): string => String(output.read() ?? "");
  return { input, output, log, transport, written };
}

describe("LineTransport", () => {
  it("gives messages, names what it skips, and tells the end once", async () => {
    const { input, log } = await open();
    input.write('{"jsonrpc":"2.0","method":"a"}\r\nnope\n[]\n{"jsonrpc":"2.0",');
    input.end('"method":"b"}');
    await turn();
    input.destroy();
    await turn();
    expect(log).toEqual(["a", "a line of 4 characters that is not JSON", "a line of 2 characters: batches are not served", "b", "end"]);
  });

  it("answers a malformed request, writing one line", async () => {
    const { input, written } = await open();
    input.write('{"jsonrpc":"2.0","id":"x","method":"a","params":3}\n');
    await turn();
    expect(written()).toBe('{"jsonrpc":"2.0","id":"x","error":{"code":-32600,"message":"Invalid Request: params must be an object"}}\n');
  });

  it("skips a line that is too long", async () => {
    const { input, log } = await open(20);
    input.write(`${"x".repeat(21)}\n{"jsonrpc":"2.0","method":"a"}\n`);
    await turn();
    expect(log).toEqual(["a line of 21 bytes, which is too long", "a line of 30 bytes, which is too long"]);
  });

  it("ends when the reader of its output goes, and rejects what is sent after", async () => {
    const { output, log, transport } = await open();
    output.on("error", () => undefined);
    output.destroy(new Error("EPIPE"));
    await turn();
    expect(log).toEqual(["end"]);
    await expect(transport.send({ jsonrpc: "2.0", method: "late" })).rejects.toThrow();
  });

  it("tells the end of an input that ended before it began", async () => {
    const input = new PassThrough();
    input.destroy();
    await turn();
    const log: string[] = [];
    await new LineTransport({ input, output: new PassThrough(), onEnd: () => log.push("end"), onSkipped: () => undefined }).start();
    await turn();
    expect(log).toEqual(["end"]);
  });

  it("hears and says nothing once closed", async () => {
    const { input, log, transport, written } = await open();
    await transport.close();
    await transport.close();
    input.end('{"jsonrpc":"2.0","method":"a"}\n');
    await turn();
    await expect(transport.send({ jsonrpc: "2.0", method: "late" })).rejects.toThrow("closed");
    expect([log, written()]).toEqual([["closed"], ""]);
  });

  it("rejects a message that has no JSON form instead of writing half of it", async () => {
    const { transport, written } = await open();
    await expect(transport.send({ jsonrpc: "2.0", method: "a", params: { big: 1n } as never })).rejects.toThrow();
    expect(written()).toBe("");
  });
});
