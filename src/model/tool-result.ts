/** What a tool call ends in, whatever the handler returned or threw. */
import type { Content, ContentLike, WireObject } from "./content.js";
import { contentToWire, TextContent } from "./content.js";
import type { JsonObject } from "./json-schema.js";

export interface ToolResultInit {
  readonly content?: readonly ContentLike[];
  /** A JSON object; other values belong under a key of it. */
  readonly structuredContent?: JsonObject | undefined;
  readonly isError?: boolean;
  readonly meta?: Readonly<WireObject> | undefined;
}

const BRAND = Symbol.for("cloudg-mcp:tool-result");

export class ToolResult {
  readonly content: readonly ContentLike[];
  readonly structuredContent: JsonObject | undefined;
  readonly isError: boolean;
  readonly meta: Readonly<WireObject> | undefined;

  constructor({ content = [], structuredContent, isError = false, meta }: ToolResultInit) {
    this.content = content;
    this.structuredContent = structuredContent;
    this.isError = isError;
    this.meta = meta;
  }

  /** An error the model can read and correct. */
  static error(message: string, meta?: Readonly<WireObject>): ToolResult {
    return new ToolResult({ content: [new TextContent(message)], isError: true, meta });
  }

  /** A copy with some fields replaced. */
  with(changes: ToolResultInit): ToolResult {
    return new ToolResult({ content: this.content, structuredContent: this.structuredContent, isError: this.isError, meta: this.meta, ...changes });
  }

  /** All text blocks, joined by newlines: what an API without content blocks can show. */
  get text(): string {
    return this.content
      .filter((block): block is Content & { text: string } => block.type === "text")
      .map((block) => block.text)
      .join("\n");
  }

  toWire(): WireObject {
    const wire: WireObject = { content: this.content.map(contentToWire), isError: this.isError };
    if (this.structuredContent !== undefined) wire["structuredContent"] = this.structuredContent;
    if (this.meta !== undefined) wire["_meta"] = this.meta;
    return wire;
  }
}
Object.defineProperty(ToolResult.prototype, BRAND, { value: true });

/** Whether `value` is a ToolResult, also from another copy of this package. */
export function isToolResult(value: unknown): value is ToolResult {
  return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}
