/** Makes instances of DTOs that have class-transformer's decorators, with class-transformer. Serves compilation. */
import type { Constructor, Transform } from "../model/hydration.js";
import type { JsonSchema, JsonValue } from "../model/json-schema.js";
import { setField } from "./build-instance.js";
import { isPlain } from "./check-any.js";
import type { Check } from "./walk.js";
import { FAIL, refuse, refusePart } from "./walk.js";

export interface TransformPlan {
  readonly cls: Constructor;
  readonly transform: Transform;
  /** Of what callers send, what reaches the class; undefined where the schema speaks of entries beside its properties. */
  readonly accepted: ReadonlySet<string> | undefined;
  /** Properties, by their name on the wire, whose values are instances already and nothing for class-transformer. */
  readonly made: ReadonlySet<string>;
  /** By name on the wire; they hold where the class leaves a property undefined. */
  readonly defaults: ReadonlyMap<string, JsonValue>;
}

/** @param check Of the object as callers send it. */
export function transformInstance({ cls, transform, accepted, made, defaults }: TransformPlan, check: Check): Check {
  const { plainToInstance, renamed } = transform;
  const nameOf = (wire: string): string => (Object.hasOwn(renamed, wire) ? renamed[wire]! : wire);
  return (value, walk) => {
    if (value instanceof cls) return value;
    const checked = check(value, walk);
    if (typeof checked !== "object" || checked === null || !isPlain(checked)) return checked;
    const entries = Object.entries(checked).filter(([key]) => accepted === undefined || accepted.has(key));
    let instance: unknown;
    try {
      const plain = Object.fromEntries(entries.filter(([key]) => !made.has(key)));
      instance = plainToInstance(cls as new () => object, plain, { exposeDefaultValues: true });
    } catch {
      // What it says may quote the value.
      return refuse(walk, "value_error", "the transformation of the class refuses this value");
    }
    if (typeof instance !== "object" || instance === null) return refuse(walk, "value_error", "the transformation of the class refuses this value");
    const fields = instance as Record<string, unknown>;
    let failed = false;
    const set = (wire: string, field: unknown): void => {
      if (setField(fields, nameOf(wire), field)) return;
      refusePart(walk, wire, "value_error", "the class refuses this value");
      failed = true;
    };
    for (const [key, field] of entries) if (made.has(key)) set(key, field);
    for (const [key, preset] of defaults) if (!Object.hasOwn(checked, key) && fields[nameOf(key)] === undefined) set(key, structuredClone(preset));
    return failed ? FAIL : instance;
  };
}

/** The schema with the defaults of its properties taken out. */
export function withoutDefaults(schema: JsonSchema): { readonly plain: JsonSchema; readonly defaults: ReadonlyMap<string, JsonValue> } {
  const defaults = new Map<string, JsonValue>();
  if (schema.properties === undefined) return { plain: schema, defaults };
  const properties = Object.entries(schema.properties).map(([key, property]) => {
    if (typeof property !== "object" || property === null || !Object.hasOwn(property, "default")) return [key, property] as const;
    const { default: value, ...rest } = property;
    defaults.set(key, value as JsonValue);
    return [key, rest] as const;
  });
  return { plain: { ...schema, properties: Object.fromEntries(properties) }, defaults };
}
