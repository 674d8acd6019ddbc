/** What validated JSON turns into: DTO classes and the built-in forms that have no JSON type of their own. */

/** A class of any constructor signature, abstract ones included. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the one place that must accept every constructor
export type Constructor<T = object> = abstract new (...args: any[]) => T;

/** JSON forms: Date, URL, RegExp are strings, Map an object or array of pairs, Set an array, bigint an integer or its string, bytes base64. */
export type BuiltinForm = "Date" | "Map" | "Set" | "URL" | "RegExp" | "bigint" | "Uint8Array" | "Buffer";

/** How class-transformer makes an instance, for DTOs that have its decorators. */
export interface Transform {
  /** Class-transformer's own, of the copy that has the decorators of the class. */
  readonly plainToInstance: (cls: new () => object, plain: object, options: { readonly exposeDefaultValues: true }) => unknown;
  /** Name on the wire → name of the property, where they differ. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Names on the wire whose values class-transformer makes: they reach it as plain JSON. */
  readonly plain: readonly string[];
}

/** The value at `pointer` (RFC 6901, into the argument schema) becomes an instance of `target`. Marks are no part of the published schema. */
export type HydrationMark = readonly [pointer: string, target: Constructor | BuiltinForm, transform?: Transform];
