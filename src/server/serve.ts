/** Serves a layer: starts its plugins, then opens the transport. */
import type { Layer } from "../layer/layer.js";
import { serveHttp } from "./http-server.js";
import type { ServeOptions, Serving } from "./options.js";
import { serveStdio } from "./stdio-server.js";

/**
 * @throws Error that says what to do when the port is taken; whatever a plugin's onStart throws.
 */
export async function serve(layer: Layer, options: ServeOptions): Promise<Serving> {
  await layer.start();
  return options.transport === "http" ? serveHttp(layer, options) : serveStdio(layer);
}
