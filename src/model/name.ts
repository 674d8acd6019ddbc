/** Names of tools and prompts, and the prefix a layer puts before them. */
export const NAME_PATTERN = /^[A-Za-z0-9_.-]{1,128}$/;
const PREFIX_PATTERN = /^[A-Za-z0-9_.-]{0,64}$/;

export function isValidName(name: string): boolean {
  return NAME_PATTERN.test(name);
}

/** @throws TypeError that says what a name may be. */
export function checkName(name: string, what: string): string {
  if (isValidName(name)) return name;
  throw new TypeError(`${what} name ${quoteShort(name)} is not valid: use 1 to 128 of A-Z a-z 0-9 _ . -`);
}

export function checkPrefix(prefix: string): string {
  if (PREFIX_PATTERN.test(prefix)) return prefix;
  throw new TypeError(`prefix ${quoteShort(prefix)} is not valid: use at most 64 of A-Z a-z 0-9 _ . -`);
}

/** A name as it can stand in a message: quoted, escaped, cut at 80 characters. */
export function quoteShort(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
