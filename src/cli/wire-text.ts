/** Wire objects in words: what the tables and the answers to people say of them. Serves the listing commands, `call` and `read`. */
import type { WireObject } from "../model/content.js";

/** Names of the arguments of a tool, with `?` behind those that may be left out. */
export function describeArguments(schema: unknown): string {
  const { properties = {}, required = [] } = asRecord(schema) as { properties?: object; required?: readonly string[] };
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(", ");
}

/** The first paragraph of the description, on one line; the title where there is none. */
export function summarise({ title, description }: Readonly<WireObject>): string {
  const text = typeof description === "string" && description.trim() !== "" ? description : title;
  if (typeof text !== "string") return "";
  const [paragraph = ""] = text.trim().split(/\n\s*\n/);
  return paragraph.replace(/\s+/g, " ");
}

/** A content block as text: text as it is, anything else as one line that says what it is. */
export function describeContent(block: Readonly<WireObject>): string {
  switch (block["type"]) {
    case "text":
      return String(block["text"]);
    case "image":
    case "audio":
      return `[${block["type"]}: ${String(block["mimeType"])}, ${decodedSize(block["data"])} bytes; --json has the data]`;
    case "resource_link":
      return `[link] ${String(block["name"])}: ${String(block["uri"])}`;
    case "resource": {
      const { uri, text, mimeType, blob } = asRecord(block["resource"]);
      return typeof text === "string" ? text : `[resource: ${String(uri)}, ${String(mimeType ?? "no type")}, ${decodedSize(blob)} bytes; --json has the data]`;
    }
    default:
      return JSON.stringify(block);
  }
}

/** Bytes behind a base64 text. */
function decodedSize(data: unknown): number {
  return typeof data === "string" ? Buffer.byteLength(data, "base64") : 0;
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** `1 tool`, `3 tools`, `2 classes`. */
export function count(n: number, noun: string): string {
  return n === 1 ? `1 ${noun}` : `${n} ${noun}${noun.endsWith("s") ? "es" : "s"}`;
}
