/** Applies one hydration mark: the JSON a schema lets through becomes the instance its author asked for. Serves compilation. */
import type { BuiltinForm } from "../model/hydration.js";
import type { JsonSchema } from "../model/json-schema.js";
import type { InstanceMaker } from "./build-instance.js";
import { setField } from "./build-instance.js";
import { isPlain } from "./check-any.js";
import { compileBigint, compileMap, compileSet } from "./hydrate-collection.js";
import { compileTextForm, isTextForm } from "./hydrate-text.js";
import type { Site } from "./site.js";
import { unusable } from "./site.js";
import type { Check } from "./walk.js";
import { FAIL, refusePart } from "./walk.js";

/** @param compile The check of a schema without its mark. */
export function hydrateBuiltin(form: BuiltinForm, schema: JsonSchema, site: Site, compile: (schema: JsonSchema) => Check): Check {
  if (isTextForm(form)) {
    const { format: _judgedByTheForm, ...plain } = schema;
    return compileTextForm(form, compile(schema.type === undefined ? schema : plain), schema.type === "string");
  }
  switch (form) {
    case "Set":
      return compileSet(compile(schema));
    case "Map":
      return compileMap(compile(schema), schema.type === "object");
    case "bigint":
      return compileBigint(schema, site);
    default:
      throw unusable(site, undefined, "asks for a form that is unknown", "emit the schemas with the version of cloudg-mcp that reads them");
  }
}

/** For schemas composed of several: their object, complete and checked, is poured into an instance. */
export function hydrateInstance({ cls, make }: InstanceMaker, check: Check): Check {
  return (value, walk) => {
    if (value instanceof cls) return value;
    const result = check(value, walk);
    if (typeof result !== "object" || result === null || !isPlain(result)) return result;
    const instance = make();
    let failed = false;
    for (const [key, field] of Object.entries(result)) {
      if (setField(instance, key, field)) continue;
      refusePart(walk, key, "value_error", "the class refuses this value");
      failed = true;
    }
    return failed ? FAIL : instance;
  };
}
