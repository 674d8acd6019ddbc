/** Opens a port, and says what to do when it cannot be opened. */
import type { Server } from "node:http";

/** @param port 0 = any free one. @throws Error with the remedy in its message. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => reject(new Error(explain(error, port, host), { cause: error }));
    server.once("error", onError);
    server.listen(port, host, () => {
      server.off("error", onError);
      resolve();
    });
  });
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken; stop the other server or choose another with --port`;
    case "EACCES":
      return `Port ${port} on ${host} may not be opened by this user; choose one from 1024 up with --port`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine; choose another with --host`;
    default:
      return `Port ${port} on ${host} cannot be opened: ${error.message}`;
  }
}
