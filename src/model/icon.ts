/** MCP `Icon`: a picture clients may show beside a primitive. Prefer `data:` URIs, which need no second request. */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string | undefined;
  /** `WxH` or `any`. */
  readonly sizes?: readonly string[] | undefined;
  readonly theme?: "light" | "dark" | undefined;
}

export function iconToWire({ src, mimeType, sizes, theme }: Icon): Record<string, unknown> {
  return {
    src,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(sizes === undefined ? {} : { sizes: [...sizes] }),
    ...(theme === undefined ? {} : { theme }),
  };
}
