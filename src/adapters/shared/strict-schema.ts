/**
 * Any JSON Schema → the subset that OpenAI's strict mode takes, and the way back for the arguments: every property required, optional ones nullable, objects closed.
 * What the subset has no form for gets one that it has: a map becomes a list of entries, a tuple an object of numbered items, anything-goes a JSON text.
 */
import type { JsonSchema, JsonSchemaType, JsonValue } from "../../model/json-schema.js";
import { describeWith, noteKeywords } from "./schema-notes.js";
import { isSchema, joinAllOf, joinTwo, resolveRef } from "./schema-refs.js";
import { fitsStrict, MAX_DEPTH } from "./strict-fit.js";
import type { Undo } from "./strict-undo.js";
import { dropRepeated, entriesToObject, itemsToTuple, parseJsonText, undoItems, undoProperties } from "./strict-undo.js";

export interface StrictSchema {
  readonly schema: JsonSchema;
  /** Arguments as a strict model gives them → arguments as the tool's own schema wants them. What does not have the strict form is left as it is. */
  readonly undo: (args: unknown) => unknown;
}

/** A converted part; `undo` is absent where the value is already right. Undefined stands for a schema that no value fits. */
interface Part {
  readonly schema: JsonSchema;
  readonly undo?: Undo | undefined;
}

interface Conversion {
  readonly root: JsonSchema;
  /** By reference; an entry is there while its schema is still being converted, so that recursion ends. */
  readonly refs: Map<string, { readonly name: string; part: Part | undefined }>;
  /** Converted definitions; the same object becomes `$defs` of the result. */
  readonly defs: Record<string, JsonSchema>;
  /** The result's root, for references in it. */
  readonly strictRoot: JsonSchema;
}

const FORMATS = new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);
/** By type, the keywords that strict mode takes. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  string: ["pattern", "format"],
  number: ["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  integer: ["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  array: ["minItems", "maxItems"],
};
const NULL: JsonSchema = { type: "null" };

const converted = new WeakMap<JsonSchema, StrictSchema>();

/** Converted once per schema: a spec's schema is one frozen object. */
export function toStrictSchema(schema: JsonSchema): StrictSchema {
  let result = converted.get(schema);
  if (result === undefined) converted.set(schema, (result = convertRoot(schema)));
  return result;
}

function convertRoot(given: JsonSchema): StrictSchema {
  const strictRoot: JsonSchema = {};
  const conversion: Conversion = { root: given, refs: new Map(), defs: {}, strictRoot };
  const { schema, undo } = convertObject(withoutRootUnions(joinAllOf(given, given), given), conversion, true);
  Object.assign(strictRoot, schema, Object.keys(conversion.defs).length === 0 ? {} : { $defs: conversion.defs });
  return { schema: strictRoot, undo: (args) => (undo === undefined ? args : undo(args, 0)) };
}

/** The root may be no union: it offers what any branch offers, and the layer says which go together. */
function withoutRootUnions(root: JsonSchema, document: JsonSchema): JsonSchema {
  const { anyOf, oneOf, ...rest } = root;
  const branches = [...(anyOf ?? []), ...(oneOf ?? [])].filter(isSchema).map((branch) => joinAllOf(follow(branch, document), document));
  const properties = Object.assign({}, ...branches.map((branch) => branch.properties ?? {}), rest.properties ?? {}) as Record<string, JsonSchema>;
  return branches.length === 0 ? root : { ...rest, type: "object", properties };
}

function follow(schema: JsonSchema, document: JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : (resolveRef(document, schema.$ref) ?? {});
}

function convert(given: unknown, conversion: Conversion): Part | undefined {
  if (given === false || (isSchema(given) && isNever(given))) return undefined;
  if (!isSchema(given)) return anything({});
  if (typeof given.$ref === "string") return convertRef(given, given.$ref, conversion);
  const schema = joinAllOf(given, conversion.root);
  if (schema.const !== undefined) return literals(schema, [schema.const], "const");
  if (Array.isArray(schema.enum)) return literals(schema, schema.enum, "enum");
  const branches = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches)) return convertUnion(schema, branches, conversion);
  if (Array.isArray(schema.type)) return convertTypes(schema, schema.type, conversion);
  return convertType(schema, schema.type ?? impliedType(schema), conversion);
}

function isNever({ not }: JsonSchema): boolean {
  return (not as unknown) === true || (isSchema(not) && Object.keys(not).length === 0);
}

function impliedType(schema: JsonSchema): JsonSchemaType | undefined {
  if (schema.properties !== undefined || schema.patternProperties !== undefined || isSchema(schema.additionalProperties)) return "object";
  if (schema.items !== undefined || schema.prefixItems !== undefined) return "array";
  return schema.pattern === undefined && schema.minLength === undefined && schema.maxLength === undefined ? undefined : "string";
}

function convertType(schema: JsonSchema, type: JsonSchemaType | undefined, conversion: Conversion): Part {
  if (type === undefined) return anything(schema);
  if (type === "object") return convertObject(schema, conversion, false);
  if (type === "array") return schema.prefixItems === undefined ? convertArray(schema, conversion) : convertTuple(schema, schema.prefixItems, conversion);
  return { schema: keep(schema, type) };
}

/** The type with the keywords strict mode takes; the others go into the description. */
function keep(schema: JsonSchema, type: JsonSchemaType, extra: JsonSchema = {}, notes: readonly string[] = []): JsonSchema {
  const kept = (KEPT[type] ?? []).filter((keyword) => schema[keyword] !== undefined && (keyword !== "format" || FORMATS.has(schema[keyword])));
  const said = new Set([...kept, "type", "properties", "required", "items", "prefixItems", "patternProperties", "propertyNames", ...Object.keys(extra)]);
  return {
    type,
    ...describeWith(schema.description, [...notes, ...noteKeywords(schema, said)]),
    ...Object.fromEntries(kept.map((keyword) => [keyword, schema[keyword]])),
    ...extra,
  };
}

function anything(schema: JsonSchema): Part {
  const { type: _, ...rest } = schema;
  return { schema: keep(rest, "string", {}, ["any JSON value, written as JSON text"]), undo: parseJsonText };
}

function literals(schema: JsonSchema, values: readonly JsonValue[], keyword: string): Part {
  const said = new Set([keyword, "type", "enum"]);
  const described = describeWith(schema.description, noteKeywords(schema, said));
  if (values.some((value) => typeof value === "object" && value !== null)) {
    // Objects and lists as literals: their JSON texts are strings, which may be literals.
    return { schema: { type: "string", ...described, enum: values.map((value) => JSON.stringify(value)) }, undo: parseJsonText };
  }
  const types = [...new Set(values.map(typeOf))];
  return { schema: { type: types.length === 1 ? types[0]! : types, ...described, enum: [...values] } };
}

function typeOf(value: JsonValue): JsonSchemaType {
  if (value === null) return "null";
  return typeof value === "number" ? (Number.isInteger(value) ? "integer" : "number") : (typeof value as "string" | "boolean");
}

function convertRef(given: JsonSchema, ref: string, conversion: Conversion): Part | undefined {
  const target = resolveRef(conversion.root, ref);
  if (target === undefined) return anything(given);
  let entry = conversion.refs.get(ref);
  if (entry === undefined) {
    entry = {
      name: freeName(
        ref
          .split("/")
          .at(-1)!
          .replace(/[^\w.-]/g, "_") || "root",
        conversion,
      ),
      part: undefined,
    };
    conversion.refs.set(ref, entry);
    // Taken before converting, so that no definition inside gets the name.
    conversion.defs[entry.name] = NULL;
    entry.part = convert(target, conversion) ?? { schema: NULL };
    conversion.defs[entry.name] = entry.part.schema;
  }
  const link: JsonSchema = { $ref: `#/$defs/${entry.name}` };
  const described = describeWith(given.description, noteKeywords(given, new Set(["$ref"])));
  // Beside a $ref strict mode allows nothing.
  return { schema: described.description === undefined ? link : { ...described, anyOf: [link] }, undo: undoRef(entry) };
}

/** A definition may refer to itself, so what undoes it is looked up when a value is there. */
function undoRef(entry: { readonly part: Part | undefined }): Undo {
  return (value, depth) => (entry.part?.undo === undefined || depth > MAX_DEPTH ? value : entry.part.undo(value, depth + 1));
}

function freeName(wanted: string, { defs }: Conversion): string {
  let name = wanted;
  for (let n = 2; Object.hasOwn(defs, name); n++) name = `${wanted}_${n}`;
  return name;
}

function convertTypes(schema: JsonSchema, types: readonly JsonSchemaType[], conversion: Conversion): Part | undefined {
  const { type: _, description, ...rest } = schema;
  const branches = types.map((type): JsonSchema => (type === "null" ? NULL : { ...rest, type }));
  return convertUnion({ ...(description === undefined ? {} : { description }) }, branches, conversion);
}

function convertUnion(schema: JsonSchema, branches: readonly unknown[], conversion: Conversion): Part | undefined {
  const { anyOf: _anyOf, oneOf: _oneOf, description, ...shared } = schema;
  // What stands beside the union holds for every branch of it.
  const isBase = shared.properties !== undefined || shared.type !== undefined;
  const parts = branches
    .map((branch) => convert(isBase && isSchema(branch) ? joinTwo(follow(branch, conversion.root), shared) : branch, conversion))
    .filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  const described = describeWith(description, isBase ? [] : noteKeywords(shared, new Set()));
  if (parts.length === 1 && described.description === undefined) return parts[0]!;
  const union: JsonSchema = { ...described, anyOf: distinct(parts.map((part) => part.schema)) };
  if (parts.every((part) => part.undo === undefined)) return { schema: union };
  return {
    schema: union,
    undo: (value, depth) => {
      const fitting = parts.find((part) => fitsStrict(value, part.schema, conversion.strictRoot));
      return fitting?.undo === undefined ? value : fitting.undo(value, depth);
    },
  };
}

/** Strict mode refuses a union with two equal branches. */
function distinct(schemas: readonly JsonSchema[]): JsonSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

function convertArray(schema: JsonSchema, conversion: Conversion): Part {
  const items = convert(schema.items ?? {}, conversion);
  const unique = schema.uniqueItems === true;
  // A list of what cannot be is an empty list.
  const size: JsonSchema = items === undefined ? { maxItems: 0 } : {};
  return {
    schema: keep(schema, "array", { items: (items ?? { schema: NULL }).schema, ...size }),
    undo: unique || items?.undo !== undefined ? undoItems(items?.undo, unique ? dropRepeated : undefined) : undefined,
  };
}

/** `[string, number, ...boolean[]]` → `{item_1, item_2, rest}`: a list of anyOf would allow them in any order. */
function convertTuple(schema: JsonSchema, prefix: readonly JsonSchema[], conversion: Conversion): Part {
  const needed = schema.minItems ?? 0;
  const items = prefix.map((item) => convert(item, conversion) ?? { schema: NULL });
  const properties: Record<string, JsonSchema> = {};
  const parts = items.map((item, index) => (index < needed ? { ...item, optional: false } : optionalPart(item)));
  parts.forEach((part, index) => (properties[`item_${index + 1}`] = part.schema));
  const isOpen = schema.items !== false && schema.maxItems !== prefix.length;
  const rest = isOpen ? convertArray({ items: schema.items ?? {} }, conversion) : undefined;
  if (rest !== undefined) properties["rest"] = { ...rest.schema, ...describeWith("Further items; an empty list for none.", []) };
  const object = closed(properties);
  return {
    schema: keep({ ...schema, minItems: undefined, maxItems: undefined, items: undefined }, "object", object, ["a list, given item by item"]),
    undo: itemsToTuple(parts, rest?.undo),
  };
}

function closed(properties: Record<string, JsonSchema>): JsonSchema {
  return { properties, required: Object.keys(properties), additionalProperties: false };
}

interface OptionalPart extends Part {
  /** A null means that it was not given. */
  readonly optional: boolean;
}

/** Nullable, and null means absent; where null is a value of its own it stays one. */
function optionalPart(part: Part): OptionalPart {
  if (fitsNull(part.schema)) return { ...part, optional: false };
  const { schema } = part;
  const { description, ...rest } = schema;
  const described = describeWith(description, ["null: not given"]);
  if (schema.anyOf !== undefined) return { ...part, schema: { ...rest, ...described, anyOf: [...schema.anyOf, NULL] }, optional: true };
  if (schema.$ref !== undefined) return { ...part, schema: { ...described, anyOf: [rest, NULL] }, optional: true };
  const type = [schema.type!].flat();
  return {
    ...part,
    schema: { ...rest, ...described, type: [...type, "null"], ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }) },
    optional: true,
  };
}

function fitsNull(schema: JsonSchema): boolean {
  return schema.anyOf?.some(fitsNull) ?? [schema.type].flat().includes("null");
}

function convertObject(schema: JsonSchema, conversion: Conversion, isRoot: boolean): Part {
  const given = Object.entries(schema.properties ?? {});
  const open = openPart(schema, conversion);
  if (given.length === 0 && open !== undefined && !isRoot)
    return { schema: keep(schema, "array", open.schema, ["an object, given as a list of its entries"]), undo: open.undo };
  const parts = new Map<string, OptionalPart>();
  for (const [key, property] of given) {
    const part = convert(property, conversion);
    const isRequired = schema.required?.includes(key) === true;
    // An argument that can never be given is not offered; one that must be makes every call fail, as without strict mode.
    if (part === undefined && !isRequired) continue;
    parts.set(key, isRequired ? { ...(part ?? { schema: NULL }), optional: false } : optionalPart(part ?? { schema: NULL }));
  }
  const rest = open === undefined || (isRoot && schema.additionalProperties === undefined) ? undefined : freeKey(parts, "other_properties");
  const properties = Object.fromEntries([...parts].map(([key, part]) => [key, part.schema]));
  if (rest !== undefined)
    properties[rest] = { type: "array", description: "Further properties, as a list of entries; an empty list for none.", ...open!.schema };
  return { schema: keep(schema, "object", closed(properties)), undo: undoProperties(parts, rest === undefined ? undefined : { key: rest, undo: open!.undo }) };
}

function freeKey(taken: ReadonlyMap<string, unknown>, wanted: string): string {
  return taken.has(wanted) ? freeKey(taken, `${wanted}_`) : wanted;
}

/** Properties that have no fixed name, as a list of entries; undefined where there are none. A class, which names its properties, is closed. */
function openPart(schema: JsonSchema, conversion: Conversion): { schema: JsonSchema; undo: Undo } | undefined {
  const patterns = Object.entries(schema.patternProperties ?? {});
  const { additionalProperties = patterns.length === 0 && Object.keys(schema.properties ?? {}).length === 0 } = schema;
  const kinds: { key: JsonSchema; value: Part }[] = [];
  for (const [pattern, value] of patterns) {
    const part = convert(value, conversion);
    if (part !== undefined) kinds.push({ key: { type: "string", pattern }, value: part });
  }
  if (additionalProperties !== false) {
    const value = convert(additionalProperties, conversion);
    const key = schema.propertyNames === undefined ? undefined : convert({ type: "string", ...schema.propertyNames }, conversion);
    if (value !== undefined) kinds.push({ key: key?.schema ?? { type: "string" }, value });
  }
  if (kinds.length === 0) return undefined;
  const entries = kinds.map(({ key, value }): JsonSchema => ({ type: "object", ...closed({ key, value: value.schema }) }));
  const undoValue: Undo = (value, depth) => {
    const fitting = kinds.find((kind) => fitsStrict(value, kind.value.schema, conversion.strictRoot));
    return fitting?.value.undo === undefined ? value : fitting.value.undo(value, depth);
  };
  const size = {
    ...(schema.minProperties === undefined ? {} : { minItems: schema.minProperties }),
    ...(schema.maxProperties === undefined ? {} : { maxItems: schema.maxProperties }),
  };
  return { schema: { items: entries.length === 1 ? entries[0]! : { anyOf: entries }, ...size }, undo: entriesToObject(undoValue) };
}
