/** Turns an argument schema into one check: picks the form of every schema, strings its keywords together, follows references, applies marks. Serves compilation. */
import type { BuiltinForm, Constructor, HydrationMark, Transform } from "../model/hydration.js";
import type { JsonSchema } from "../model/json-schema.js";
import { compileApplicators } from "./applicators.js";
import { compileInstanceMaker } from "./build-instance.js";
import type { InstanceMaker } from "./build-instance.js";
import { checkAny } from "./check-any.js";
import { allowedLiterals, compileLiteral } from "./check-literal.js";
import { checkNothing } from "./check-scalar.js";
import { hydrateBuiltin, hydrateInstance } from "./hydrate.js";
import { equalityKey } from "./json-equality.js";
import type { Compiler, Site } from "./site.js";
import { atRef, followPointer, inside, toPointer, unusable } from "./site.js";
import { sequence } from "./sequence.js";
import { compileTypes, compileUntyped } from "./type-form.js";
import { refuseUnknownKeywords } from "./keywords.js";
import { transformInstance, withoutDefaults } from "./transform-instance.js";
import type { Check } from "./walk.js";
import { UnusableSchemaError } from "./unusable-schema.js";

type Target = Constructor | BuiltinForm;

/** Keywords beside which an object is not built into its class at once, but when all of them have spoken. */
const COMPOSING = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "enum", "const"];

/** @throws UnusableSchemaError, with a pointer to what cannot be used. */
export function compileSchema(schema: JsonSchema, marks: readonly HydrationMark[]): Check {
  return new SchemaCompiler(schema, marks).compileAt("", { pointer: "", chain: [], json: true });
}

class SchemaCompiler implements Compiler {
  readonly #root: JsonSchema;
  readonly #marks: ReadonlyMap<string, Target>;
  readonly #transforms: ReadonlyMap<string, Transform>;
  /** Where class-transformer makes what is wanted of plain values. */
  readonly #plain: ReadonlySet<string>;
  #unmarked: SchemaCompiler | undefined;
  /** By pointer: what a reference means is compiled once, and may refer to itself. */
  readonly #compiled = new Map<string, { check?: Check }>();

  constructor(root: JsonSchema, marks: readonly HydrationMark[]) {
    this.#root = root;
    this.#marks = new Map(marks.map(([pointer, target]) => [this.#checkMark(pointer, target), target]));
    this.#transforms = new Map(marks.flatMap(([pointer, , transform]) => (transform === undefined ? [] : [[pointer, transform] as const])));
    this.#plain = new Set([...this.#transforms].flatMap(([pointer, { plain }]) => plain.map((key) => pointer + toPointer(["properties", key]))));
  }

  get buildsInstances(): boolean {
    return this.#marks.size > 0;
  }

  #checkMark(pointer: string, target: Target | undefined): string {
    if (followPointer(this.#root, pointer) === undefined)
      throw new UnusableSchemaError(pointer, "is nothing for a class to be built from", "emit the schemas again: `npx cloudg-mcp schemas`");
    if (target !== undefined) return pointer;
    throw new UnusableSchemaError(
      pointer,
      "the class to build is undefined",
      "break the import cycle between the module that declares it and the generated schemas",
    );
  }

  markAt(pointer: string): Target | undefined {
    return this.#marks.get(pointer);
  }

  resolve(ref: string, site: Site): JsonSchema | boolean {
    const found = followPointer(this.#root, atRef(site, ref).pointer);
    if (typeof found === "boolean" || (typeof found === "object" && found !== null)) return found as JsonSchema | boolean;
    throw unusable(site, "$ref", `points to nothing ("${ref}")`, "define what it points to, under $defs say");
  }

  /** The check of the schema at `pointer`, compiled once. */
  compileAt(pointer: string, site: Site): Check {
    const key = `${site.json ? "+" : "-"}${pointer}`;
    const known = this.#compiled.get(key);
    if (known !== undefined) return known.check ?? ((value, walk) => known.check!(value, walk));
    const entry: { check?: Check } = {};
    this.#compiled.set(key, entry);
    return (entry.check = this.compile(followPointer(this.#root, pointer), site));
  }

  compile(schema: unknown, site: Site): Check {
    if (schema === true) return checkAny;
    if (schema === false) return checkNothing;
    if (this.#plain.has(site.pointer)) return (this.#unmarked ??= new SchemaCompiler(this.#root, [])).compile(schema, site);
    if (typeof schema !== "object" || schema === null || Array.isArray(schema))
      throw unusable(site, undefined, "is no schema", "write an object, true or false");
    refuseUnknownKeywords(schema, site);
    return this.#compileMarked(schema as JsonSchema, this.markAt(site.pointer), site);
  }

  #compileMarked(schema: JsonSchema, target: Target | undefined, site: Site): Check {
    if (target === undefined) return this.#compileKeywords(schema, undefined, site);
    if (typeof target === "string") return hydrateBuiltin(target, schema, site, (plain) => this.#compileKeywords(plain, undefined, site));
    const transform = this.#transforms.get(site.pointer);
    if (transform !== undefined) return this.#compileTransformed(schema, target, transform, site);
    const maker = compileInstanceMaker(target);
    const atOnce = schema.type === "object" && !COMPOSING.some((keyword) => Object.hasOwn(schema, keyword));
    return atOnce ? this.#compileKeywords(schema, maker, site) : hydrateInstance(maker, this.#compileKeywords(schema, undefined, site));
  }

  /** What class-transformer makes is checked as the plain object it is; absent properties stay absent, for the class to fill. */
  #compileTransformed(schema: JsonSchema, cls: Constructor, transform: Transform, site: Site): Check {
    const { plain, defaults } = withoutDefaults(schema);
    const keys = Object.keys(schema.properties ?? {});
    const made = keys.filter((key) => !transform.plain.includes(key) && this.#buildsAt(inside(site, "properties", key).pointer, new Set()));
    const isOpen =
      COMPOSING.some((keyword) => Object.hasOwn(schema, keyword)) || schema.additionalProperties !== undefined || schema.patternProperties !== undefined;
    const accepted = isOpen ? undefined : new Set(keys);
    return transformInstance({ cls, transform, accepted, made: new Set(made), defaults }, this.#compileKeywords(plain, undefined, site));
  }

  /** Whether something at or below `pointer` becomes an instance, references followed. */
  #buildsAt(pointer: string, seen: Set<string>): boolean {
    if (seen.has(pointer)) return false;
    seen.add(pointer);
    if ([...this.#marks.keys()].some((mark) => mark === pointer || mark.startsWith(`${pointer}/`))) return true;
    return referencesIn(followPointer(this.#root, pointer)).some((ref) => this.#buildsAt(ref.slice(1), seen));
  }

  #compileKeywords(schema: JsonSchema, maker: InstanceMaker | undefined, site: Site): Check {
    const stages: Check[] = [];
    if (schema.$ref !== undefined) stages.push(this.#compileRef(schema.$ref, site));
    const typed = schema.type === undefined ? undefined : compileTypes(schema, maker, site, this);
    const literals = readLiterals(schema, site);
    const form = literals === undefined ? (typed ?? compileUntyped(schema, site, this)) : compileLiteral(allowedLiterals(literals, typed), typed);
    if (form !== undefined) stages.push(form);
    stages.push(...compileApplicators(schema, site, this));
    return sequence(stages, this);
  }

  #compileRef(ref: string, site: Site): Check {
    const target = atRef(site, ref);
    this.resolve(ref, site);
    if (target.chain.includes(target.pointer)) throw unusable(site, "$ref", "leads back to itself", "put a property or a list between");
    return this.compileAt(target.pointer, target);
  }
}

/** Every `$ref` in a schema, wherever it is: of a property called so, too, which does no harm. */
function referencesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { $ref } = schema as { $ref?: unknown };
  return [...(typeof $ref === "string" && $ref.startsWith("#") ? [$ref] : []), ...Object.values(schema).flatMap(referencesIn)];
}

/** The values of `enum` and `const`, or undefined where the schema has neither. */
function readLiterals(schema: JsonSchema, site: Site): readonly unknown[] | undefined {
  const values = schema.enum;
  if (values !== undefined && !Array.isArray(values)) throw unusable(site, "enum", "is no list", "list the values");
  if (!Object.hasOwn(schema, "const")) return values;
  const only = equalityKey(schema.const);
  return values === undefined ? [schema.const] : values.filter((value) => equalityKey(value) === only);
}
