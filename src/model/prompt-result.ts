/** What getting a prompt yields: messages for the model. */
import type { ContentLike, WireObject } from "./content.js";
import { contentToWire, TextContent } from "./content.js";

export type PromptRole = "user" | "assistant";

export class PromptMessage {
  readonly content: ContentLike;

  constructor(
    readonly role: PromptRole,
    content: ContentLike | string,
  ) {
    this.content = typeof content === "string" ? new TextContent(content) : content;
  }

  static user(content: ContentLike | string): PromptMessage {
    return new PromptMessage("user", content);
  }

  static assistant(content: ContentLike | string): PromptMessage {
    return new PromptMessage("assistant", content);
  }

  toWire(): WireObject {
    return { role: this.role, content: contentToWire(this.content) };
  }
}

export interface PromptResultInit {
  readonly messages: readonly PromptMessage[];
  readonly description?: string | undefined;
  readonly meta?: Readonly<WireObject> | undefined;
}

const BRAND = Symbol.for("cloudg-mcp:prompt-result");

export class PromptResult {
  readonly messages: readonly PromptMessage[];
  readonly description: string | undefined;
  readonly meta: Readonly<WireObject> | undefined;

  constructor({ messages, description, meta }: PromptResultInit) {
    this.messages = messages;
    this.description = description;
    this.meta = meta;
  }

  toWire(): WireObject {
    const wire: WireObject = {};
    if (this.description !== undefined) wire["description"] = this.description;
    wire["messages"] = this.messages.map((message) => message.toWire());
    if (this.meta !== undefined) wire["_meta"] = this.meta;
    return wire;
  }
}
Object.defineProperty(PromptResult.prototype, BRAND, { value: true });

/** Whether `value` is a PromptResult, also from another copy of this package. */
export function isPromptResult(value: unknown): value is PromptResult {
  return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}
