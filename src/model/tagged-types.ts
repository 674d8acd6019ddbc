/**
 * Types that carry their constraint: `limit: Int<1, 100> = 10`. Types only, read by the emitter at build time; at run time an `Int` is a plain number.
 * A plain value is assignable without a cast, and the constraint survives in a package's `.d.ts`, where decorators and initialisers do not.
 */
import type { JsonSchema } from "./json-schema.js";

declare const schemaTag: unique symbol;

/** `Base`, constrained by JSON Schema keywords. A keyword of type `never` is left out. */
export type Tagged<Base, Keywords extends { readonly [K in keyof Keywords]: unknown } & Partial<Record<keyof JsonSchema, unknown>>> = Base & {
  readonly [schemaTag]?: Keywords;
};

/** An integer, from `Min` to `Max` inclusive: `Int`, `Int<0>`, `Int<1, 100>`. */
export type Int<Min extends number = never, Max extends number = never> = Tagged<number, { type: "integer"; minimum: Min; maximum: Max }>;

/** A number, from `Min` to `Max` inclusive. */
export type Num<Min extends number = never, Max extends number = never> = Tagged<number, { minimum: Min; maximum: Max }>;

/** A string of `Min` to `Max` characters that matches `Pattern` (ECMAScript, unanchored). */
export type Str<Min extends number = never, Max extends number = never, Pattern extends string = never> = Tagged<
  string,
  { minLength: Min; maxLength: Max; pattern: Pattern }
>;

export type Email = Tagged<string, { format: "email" }>;
/** An absolute URI. */
export type Url = Tagged<string, { format: "uri" }>;
export type Uuid = Tagged<string, { format: "uuid" }>;
/** A day, `2026-01-31`. */
export type DateOnly = Tagged<string, { format: "date" }>;

/** An array of `Min` to `Max` elements. */
export type Items<T, Min extends number = never, Max extends number = never> = Tagged<T[], { minItems: Min; maxItems: Max }>;
