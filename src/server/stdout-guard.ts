/** On stdio, stdout belongs to the protocol: the real one is kept for it, and whatever else is written there goes to stderr. */
import { Writable } from "node:stream";

let kept: Writable | undefined;

/** Takes stdout, before user code is loaded; the first call does it, later calls return the same stream. */
export function takeStdout(): Writable {
  if (kept !== undefined) return kept;
  const write = process.stdout.write.bind(process.stdout);
  const real = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, encoding, done) => void write(chunk, encoding, done),
  });
  // A client that closed its end is no reason for a stack trace; reading stdin to its end stops the server.
  process.stdout.on("error", (error: Error) => real.destroy(error));
  real.on("error", () => undefined);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return (kept = real);
}
