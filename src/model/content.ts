/** Content blocks of tool results and prompt messages, each with its wire form. Plain wire objects are accepted wherever these are. */
import type { ContentAnnotations } from "./annotations.js";
import { contentAnnotationsToWire } from "./annotations.js";
import type { Icon } from "./icon.js";
import { iconToWire } from "./icon.js";
import type { BlobResourceContents, TextResourceContents } from "./resource-contents.js";

export type WireObject = Record<string, unknown>;

export interface ContentOptions {
  readonly annotations?: ContentAnnotations | undefined;
  readonly meta?: Readonly<WireObject> | undefined;
}

/** `annotations` only when one is set, `_meta` only when given. */
function tail({ annotations, meta }: ContentOptions): WireObject {
  const wire = contentAnnotationsToWire(annotations);
  return { ...(wire === undefined ? {} : { annotations: wire }), ...(meta === undefined ? {} : { _meta: meta }) };
}

abstract class ContentBlock {
  readonly annotations: ContentAnnotations | undefined;
  readonly meta: Readonly<WireObject> | undefined;

  constructor({ annotations, meta }: ContentOptions) {
    this.annotations = annotations;
    this.meta = meta;
  }

  abstract toWire(): WireObject;
}

export class TextContent extends ContentBlock {
  readonly type = "text";

  constructor(
    readonly text: string,
    options: ContentOptions = {},
  ) {
    super(options);
  }

  toWire(): WireObject {
    return { type: "text", text: this.text, ...tail(this) };
  }
}

/** `data` is base64, or bytes that become base64. */
abstract class BinaryContent extends ContentBlock {
  readonly data: string;

  constructor(
    data: string | Uint8Array,
    readonly mimeType: string,
    options: ContentOptions = {},
  ) {
    super(options);
    this.data = typeof data === "string" ? data : Buffer.from(data).toString("base64");
  }

  protected binaryToWire(type: string): WireObject {
    return { type, data: this.data, mimeType: this.mimeType, ...tail(this) };
  }
}

export class ImageContent extends BinaryContent {
  readonly type = "image";

  toWire(): WireObject {
    return this.binaryToWire("image");
  }
}

export class AudioContent extends BinaryContent {
  readonly type = "audio";

  toWire(): WireObject {
    return this.binaryToWire("audio");
  }
}

export interface ResourceLinkOptions extends ContentOptions {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  /** Bytes. */
  readonly size?: number | undefined;
  readonly icons?: readonly Icon[] | undefined;
}

/** A pointer to a resource the client may read next. Empty optional fields are left out. */
export class ResourceLink extends ContentBlock {
  readonly type = "resource_link";

  constructor(
    readonly uri: string,
    readonly name: string,
    readonly options: ResourceLinkOptions = {},
  ) {
    super(options);
  }

  toWire(): WireObject {
    const { title, description, mimeType, size, icons } = this.options;
    return {
      type: "resource_link",
      uri: this.uri,
      name: this.name,
      ...(title ? { title } : {}),
      ...(description ? { description } : {}),
      ...(mimeType ? { mimeType } : {}),
      ...(size === undefined ? {} : { size }),
      ...(icons === undefined || icons.length === 0 ? {} : { icons: icons.map(iconToWire) }),
      ...tail(this),
    };
  }
}

/** A whole resource inside a result. */
export class EmbeddedResource extends ContentBlock {
  readonly type = "resource";

  constructor(
    readonly resource: TextResourceContents | BlobResourceContents,
    options: ContentOptions = {},
  ) {
    super(options);
  }

  toWire(): WireObject {
    return { type: "resource", resource: this.resource.toWire(), ...tail(this) };
  }
}

export type Content = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/** Anything a content list may hold: our classes, another copy's, or plain wire objects. */
export type ContentLike = Content | (WireObject & { readonly type: string });

export function contentToWire(content: ContentLike): WireObject {
  return typeof (content as Partial<Content>).toWire === "function" ? (content as Content).toWire() : (content as WireObject);
}
