/** `cloudg-mcp read URI`: the contents of one resource on stdout. */
import { isLayerError } from "../../errors.js";
import type { Layer } from "../../layer/layer.js";
import type { Principal } from "../../model/principal.js";
import type { ResourceContents } from "../../model/resource-contents.js";
import type { CommandContext } from "../command-context.js";
import { CliFailure, ExitCode } from "../failure.js";
import { Interrupts } from "../interrupts.js";
import { withLayer } from "../open-layer.js";
import { unknownName } from "../suggest.js";
import type { Terminal } from "../terminal.js";
import { printable } from "../terminal.js";

export function runRead(context: CommandContext, uri: string): Promise<number> {
  return withLayer(context, (layer, { principal }) => readOne(context, layer, principal, uri));
}

async function readOne({ globals, terminal }: CommandContext, layer: Layer, principal: Principal, uri: string): Promise<number> {
  const interrupts = new Interrupts();
  try {
    const contents = await layer.readResource(uri, { principal, context: { signal: interrupts.signal } });
    if (globals.json === true) terminal.printJson({ contents: contents.map((one) => one.toWire()) });
    else for (const one of contents) printContents(terminal, one);
    return ExitCode.Ok;
  } catch (error) {
    if (interrupts.exitCode !== undefined) throw new CliFailure("interrupted", interrupts.exitCode, { cause: error });
    if (!isVisible(layer, uri, principal)) throw new CliFailure(unknownUri(layer, uri, principal), undefined, { cause: error });
    if (isLayerError(error)) throw new CliFailure(`${uri}: ${error.message}`, undefined, { cause: error });
    throw error;
  } finally {
    interrupts.stop();
  }
}

/** Whether a handler was asked: then the error is its own. */
function isVisible(layer: Layer, uri: string, principal: Principal): boolean {
  try {
    layer.checkResource(uri, principal);
    return true;
  } catch {
    return false;
  }
}

function unknownUri(layer: Layer, uri: string, principal: Principal): string {
  const uris = [...layer.resourcesWire(principal).map((wire) => wire["uri"]), ...layer.resourceTemplatesWire(principal).map((wire) => wire["uriTemplate"])];
  return unknownName("resource", uri, uris.map(String));
}

/** Bytes go to a file or a pipe as they are; a terminal would make nonsense of them. */
function printContents(terminal: Terminal, contents: ResourceContents): void {
  if ("text" in contents) terminal.print(terminal.isInteractive ? printable(contents.text) : contents.text);
  else {
    const bytes = Buffer.from(contents.blob, "base64");
    if (!terminal.isInteractive) terminal.printBytes(bytes);
    else terminal.note(`${contents.uri}: ${bytes.length} bytes of ${contents.mimeType ?? "unknown type"}; send stdout to a file (> FILE), or use --json`);
  }
}
