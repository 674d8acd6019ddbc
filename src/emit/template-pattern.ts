/** Template literal types → patterns. Serves the type engine. */
import type TS from "typescript";
import { escapeRegExp } from "./constraints/class-validator.js";
import { ts } from "./compiler.js";
import { literalOf, NOT_STATIC } from "./static-value.js";

/** A regular expression for exactly the strings of the type. */
export function templatePattern(type: TS.TemplateLiteralType): string {
  const parts = type.texts.map((text, i) => escapeRegExp(text) + (type.types[i] === undefined ? "" : placeholder(type.types[i])));
  return `^${parts.join("")}$`;
}

function placeholder(type: TS.Type): string {
  const { flags } = type;
  if (flags & ts.TypeFlags.TemplateLiteral) return templatePattern(type as TS.TemplateLiteralType).slice(1, -1);
  if (flags & ts.TypeFlags.Number) return "-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?";
  if (flags & ts.TypeFlags.BigInt) return "-?\\d+";
  if (type.isUnion()) return `(${type.types.map(placeholder).join("|")})`;
  const value = literalOf(type);
  return value === NOT_STATIC ? "[\\s\\S]*" : escapeRegExp(String(value));
}
