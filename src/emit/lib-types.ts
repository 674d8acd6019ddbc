/** Types of the language and of Node that have a JSON form of their own: a table from name to schema. Serves the type engine. */
import type TS from "typescript";
import type { BuiltinForm } from "../model/hydration.js";
import type { JsonSchema } from "../model/json-schema.js";
import { ts } from "./compiler.js";
import { MARK } from "./constraints/constraint.js";

/** What a rule may ask: the type's arguments, as schemas or as they are. */
export interface LibTypeArguments {
  /** The schema of the nth type argument; `{}` when there is none. */
  schema(index: number): JsonSchema;
  type(index: number): TS.Type | undefined;
}
export type LibTypeRule = (args: LibTypeArguments) => JsonSchema;

const marked = (form: BuiltinForm, schema: JsonSchema): JsonSchema => ({ ...schema, [MARK]: form });
const bytes =
  (form: BuiltinForm): LibTypeRule =>
  () =>
    marked(form, { type: "string", contentEncoding: "base64" });

const arrayOf: LibTypeRule = (args) => ({ type: "array", items: args.schema(0) });
const setOf: LibTypeRule = (args) => marked("Set", { type: "array", uniqueItems: true, items: args.schema(0) });

/** An object when the keys are strings, else an array of pairs. */
const mapOf: LibTypeRule = (args) => {
  const key = args.type(0);
  if (key === undefined || key.flags & ts.TypeFlags.String) return marked("Map", { type: "object", additionalProperties: openSchema(args.schema(1)) });
  const keySchema = args.schema(0);
  if (keySchema.type === "string") return marked("Map", { type: "object", propertyNames: keySchema, additionalProperties: openSchema(args.schema(1)) });
  return marked("Map", { type: "array", items: { type: "array", prefixItems: [keySchema, args.schema(1)], minItems: 2, maxItems: 2 } });
};

const RULES: Readonly<Record<string, LibTypeRule>> = {
  Date: () => marked("Date", { type: "string", format: "date-time" }),
  URL: () => marked("URL", { type: "string", format: "uri" }),
  RegExp: () => marked("RegExp", { type: "string", format: "regex" }),
  Map: mapOf,
  ReadonlyMap: mapOf,
  Set: setOf,
  ReadonlySet: setOf,
  Iterable: arrayOf,
  ArrayLike: arrayOf,
  Uint8Array: bytes("Uint8Array"),
  Buffer: bytes("Buffer"),
  Promise: (args) => args.schema(0),
  PromiseLike: (args) => args.schema(0),
  String: () => ({ type: "string" }),
  Number: () => ({ type: "number" }),
  Boolean: () => ({ type: "boolean" }),
  Object: () => ({ type: "object", additionalProperties: true }),
};

/** The rule for a type of the language's or Node's library. */
export function findLibRule(type: TS.Type): LibTypeRule | undefined {
  const symbol = type.getSymbol();
  return symbol !== undefined && Object.hasOwn(RULES, symbol.name) && isFromLib(symbol) ? RULES[symbol.name] : undefined;
}

const LIB_FILE = /[\\/](?:typescript[\\/]lib[\\/]lib\.[\w.]+\.d\.ts|@types[\\/]node[\\/].+)$/;

export function isFromLib(symbol: TS.Symbol): boolean {
  const declaration = symbol.declarations?.[0];
  return declaration !== undefined && LIB_FILE.test(declaration.getSourceFile().fileName);
}

/** As the value of `additionalProperties`, where `{}` is written `true`. */
export function openSchema(schema: JsonSchema): JsonSchema | true {
  return Object.keys(schema).length === 0 ? true : schema;
}
