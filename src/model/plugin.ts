/** The base class of plugins. Everything a plugin offers comes from decorated methods; this adds only its life cycle. */
import type { LayerHandle } from "./tool-context.js";

export abstract class Plugin {
  /** Called once before the first request is served; opens what the plugin needs. */
  onStart?(layer: LayerHandle): void | Promise<void>;
  /** One line on what the plugin holds, such as what it has loaded; shown to whoever starts a server. */
  describe?(): string;
  /** Called once after the last request; closes it again. */
  onStop?(): void | Promise<void>;
}
