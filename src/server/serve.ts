/** Serves a layer: starts its plugins, then opens the transport. */
import type { Layer } from "../layer/layer.js";
import type { ServeOptions, Serving } from "./options.js";
import { checkHttpOptions } from "./options.js";

/**
 * Starts the layer, unless it has been started, and serves it. When that fails the layer is still open: serve it elsewhere, or close it.
 * On stdio, call `takeStdout()` before any code that may print is loaded: stdout belongs to the protocol.
 * @throws TypeError for options that cannot be used; Error that says what to do when the port cannot be opened; whatever a plugin's onStart throws.
 */
export async function serve(layer: Layer, options: ServeOptions): Promise<Serving> {
  const { transport } = options;
  if (transport === "http") {
    const settings = checkHttpOptions(options);
    await layer.start();
    // Each transport brings its own part of the SDK; a server needs one, and starting quickly is a feature.
    const { serveHttp } = await import("./http-server.js");
    return serveHttp(layer, settings);
  }
  if (transport !== "stdio") throw new TypeError(`transport is "stdio" or "http"; it is ${JSON.stringify(transport)}`);
  await layer.start();
  const { serveStdio } = await import("./stdio-server.js");
  return serveStdio(layer, options.principal);
}
