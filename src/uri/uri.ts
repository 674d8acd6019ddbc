/** Checks of concrete URIs at definition time. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s{}]+$/;

/** @throws TypeError that says what a resource URI looks like. */
export function checkUri(uri: string): string {
  if (URI.test(uri)) return uri;
  throw new TypeError(`${JSON.stringify(uri)} is not a resource URI: write a scheme and a path without spaces or braces, like "notes://index".`);
}
