/** Percent-encoding as URI templates need it (RFC 3986 section 2, RFC 6570 section 3.2.3). */

/** Everything but the unreserved characters is escaped. Undefined when the text is not well-formed Unicode. */
export function encodeSegment(text: string): string | undefined {
  return encodeComponent(text)?.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

const RESERVED: Readonly<Record<string, string>> = {
  "%2F": "/",
  "%3A": ":",
  "%40": "@",
  "%24": "$",
  "%26": "&",
  "%2B": "+",
  "%2C": ",",
  "%3B": ";",
  "%3D": "=",
};

/** Leaves `/:@!$&'()*+,;=` alone as well. */
export function encodeReserved(text: string): string | undefined {
  return encodeComponent(text)?.replace(/%(?:2F|3A|40|24|26|2B|2C|3B|3D)/g, (escape) => RESERVED[escape]!);
}

function encodeComponent(text: string): string | undefined {
  try {
    return encodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Undefined for a malformed escape. */
export function decodeComponent(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
