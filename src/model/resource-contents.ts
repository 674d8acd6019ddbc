/** What reading a resource yields: text or base64 bytes under a URI. */
export interface ResourceContentsOptions {
  readonly mimeType?: string | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

const BRAND = Symbol.for("cloudg-mcp:resource-contents");

abstract class ContentsBase {
  readonly mimeType: string | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;

  constructor(
    readonly uri: string,
    { mimeType, meta }: ResourceContentsOptions,
  ) {
    this.mimeType = mimeType;
    this.meta = meta;
  }

  protected wireOf(body: Record<string, unknown>): Record<string, unknown> {
    return {
      uri: this.uri,
      ...(this.mimeType === undefined ? {} : { mimeType: this.mimeType }),
      ...body,
      ...(this.meta === undefined ? {} : { _meta: this.meta }),
    };
  }

  abstract toWire(): Record<string, unknown>;
}
Object.defineProperty(ContentsBase.prototype, BRAND, { value: true });

export class TextResourceContents extends ContentsBase {
  constructor(
    uri: string,
    readonly text: string,
    options: ResourceContentsOptions = {},
  ) {
    super(uri, options);
  }

  toWire(): Record<string, unknown> {
    return this.wireOf({ text: this.text });
  }
}

export class BlobResourceContents extends ContentsBase {
  /** Base64. */
  readonly blob: string;

  constructor(uri: string, blob: string | Uint8Array, options: ResourceContentsOptions = {}) {
    super(uri, options);
    this.blob = typeof blob === "string" ? blob : Buffer.from(blob).toString("base64");
  }

  toWire(): Record<string, unknown> {
    return this.wireOf({ blob: this.blob });
  }
}

export type ResourceContents = TextResourceContents | BlobResourceContents;

/** Whether `value` is one of ours, also from another copy of this package. */
export function isResourceContents(value: unknown): value is ResourceContents {
  return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}
