/** A tool's result as what model APIs take: texts and images, no larger than a message may be. Serves every adapter that answers a model. */
import { cutText } from "../../layer/render-text.js";
import type { ContentLike, WireObject } from "../../model/content.js";
import { contentToWire } from "../../model/content.js";
import type { JsonObject } from "../../model/json-schema.js";
import type { ToolResult } from "../../model/tool-result.js";
import { isRecord } from "../params.js";

export interface ResultLimits {
  /** Characters of text of one result; longer text is cut with a mark. @default 100_000 */
  readonly maxResultChars?: number | undefined;
  /** Bytes of one image; a larger one is replaced by a line that says so. @default 5_000_000 */
  readonly maxImageBytes?: number | undefined;
}

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}
export type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";
export interface ImagePart {
  readonly type: "image";
  /** Base64. */
  readonly data: string;
  readonly mimeType: ImageType;
}
export type ResultPart = TextPart | ImagePart;

const IMAGE_TYPES: readonly string[] = ["image/jpeg", "image/png", "image/gif", "image/webp"] satisfies ImageType[];
const DEFAULT_CHARS = 100_000;
const DEFAULT_IMAGE_BYTES = 5_000_000;

/** In the order of the result. What a model cannot take (sound, bytes, links) becomes a line that says what it is. */
export function toResultParts({ content }: ToolResult, limits: ResultLimits = {}): ResultPart[] {
  const { maxResultChars = DEFAULT_CHARS, maxImageBytes = DEFAULT_IMAGE_BYTES } = limits;
  let left = maxResultChars;
  const parts: ResultPart[] = [];
  for (const block of content) {
    const part = toPart(block, maxImageBytes);
    if (part.type === "image") parts.push(part);
    else if (left > 0) {
      parts.push({ type: "text", text: cutText(part.text, left) });
      left -= part.text.length;
    }
  }
  return parts;
}

export function joinTexts(parts: readonly ResultPart[]): string {
  return parts
    .filter((part) => part.type === "text")
    .map(({ text }) => text)
    .join("\n");
}

export function imagesOf(parts: readonly ResultPart[]): ImagePart[] {
  return parts.filter((part) => part.type === "image");
}

/** The structured value, for APIs that take JSON; undefined where there is none or where its text is longer than a result may be. */
export function structuredWithin({ structuredContent }: ToolResult, { maxResultChars = DEFAULT_CHARS }: ResultLimits): JsonObject | undefined {
  return structuredContent === undefined || JSON.stringify(structuredContent).length > maxResultChars ? undefined : structuredContent;
}

/** For the APIs that have no mark for errors. */
export function errorText(text: string): string {
  return /^\w*error\b/i.test(text) ? text : `Error: ${text}`;
}

function toPart(block: ContentLike, maxImageBytes: number): ResultPart {
  const wire = contentToWire(block);
  switch (wire["type"]) {
    case "text":
      return { type: "text", text: String(wire["text"]) };
    case "image":
      return toImage(wire, wire["data"], maxImageBytes);
    case "audio":
      return note(`sound, ${String(wire["mimeType"])}`);
    case "resource_link":
      return { type: "text", text: `Resource ${JSON.stringify(wire["name"])}: ${String(wire["uri"])}` };
    case "resource":
      return toEmbedded(isRecord(wire["resource"]) ? wire["resource"] : {}, maxImageBytes);
    default:
      return { type: "text", text: JSON.stringify(wire) };
  }
}

function toEmbedded(resource: WireObject, maxImageBytes: number): ResultPart {
  if (typeof resource["text"] === "string") return { type: "text", text: resource["text"] };
  return toImage(resource, resource["blob"], maxImageBytes);
}

function toImage({ mimeType }: WireObject, data: unknown, maxBytes: number): ResultPart {
  if (typeof data !== "string" || !IMAGE_TYPES.includes(String(mimeType))) return note(`bytes, ${String(mimeType ?? "of no known type")}`);
  const bytes = Buffer.byteLength(data, "base64");
  if (bytes > maxBytes) return note(`image, ${String(mimeType)}, ${bytes} bytes: larger than the ${maxBytes} that may be shown`);
  return { type: "image", data, mimeType: mimeType as ImageType };
}

function note(what: string): TextPart {
  return { type: "text", text: `[${what}; not shown]` };
}
