/** Finds what a local `$ref` points at, and joins what `allOf` says into one schema. Serves the conversions into the providers' dialects. */
import type { JsonSchema } from "../../model/json-schema.js";

/** `#`, `#/$defs/Node`: the schema there; undefined where there is none, or where the reference leaves the document. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  let node: unknown = root;
  for (const part of ref.split("/").slice(1)) {
    const key = decodePart(part);
    if (key === undefined || typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return isSchema(node) ? node : undefined;
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One schema that says what `schema` and all of its `allOf` say. Where two parts speak of one keyword the first is kept: the layer checks them all. */
export function joinAllOf(schema: JsonSchema, root: JsonSchema, open: readonly JsonSchema[] = []): JsonSchema {
  if (!Array.isArray(schema.allOf) || open.includes(schema)) return schema;
  const { allOf, ...rest } = schema;
  return allOf
    .filter(isSchema)
    .map((part) => joinAllOf(part.$ref === undefined ? part : (resolveRef(root, part.$ref) ?? {}), root, [...open, schema]))
    .reduce(joinTwo, rest);
}

/** Everything both say; properties and required names are those of either. */
export function joinTwo(a: JsonSchema, b: JsonSchema): JsonSchema {
  const joined: JsonSchema = { ...b, ...a };
  if (a.properties !== undefined || b.properties !== undefined) joined.properties = { ...a.properties, ...b.properties };
  if (a.required !== undefined || b.required !== undefined) joined.required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  return joined;
}
