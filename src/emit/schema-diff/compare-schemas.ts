/**
 * Does one schema accept everything another accepts? The heart of `cloudg-mcp schemas --diff`; knows nothing of the compiler. The answer is a list of
 * reasons why it does not. An empty list is a proof; what cannot be proven is a reason.
 */
import type { JsonSchema, JsonSchemaType } from "../../model/json-schema.js";
import { compileSchema } from "../../schema/schema-compiler.js";
import { FAIL, Walk } from "../../schema/walk.js";
import type { Branch } from "./branches.js";
import { resolveReference, splitSchema } from "./branches.js";
import { compareArrays, compareObjects } from "./compare-container.js";
import { compareNumbers, compareTexts } from "./compare-scalar.js";
import type { Difference } from "./difference.js";
import { show, unsure } from "./difference.js";
import { assertionsOf, hasReference, isSameKeyword, isSameSchema } from "./same-schema.js";

type Path = readonly string[];

/** Why `to` refuses some of what `from` accepts; empty when it refuses none of it. Both are whole schemas, with their `$defs`. */
export function findNarrowing(from: JsonSchema, to: JsonSchema): Difference[] {
  if (![from, to].every((schema) => typeof schema === "object" && schema !== null)) return [unsure([], "", "it is no schema")];
  return new Comparison(from, to).run();
}

/** Steps before two schemas are too large, or too entangled, to be compared. */
const MAX_STEPS = 50_000;
const MAX_DEPTH = 100;
/** Each says something by itself: where both schemas say the same, nothing is narrowed. The others are understood only together. */
const DEPENDENT = new Set(["properties", "patternProperties", "additionalProperties", "prefixItems", "items", "unevaluatedItems", "unevaluatedProperties"]);
/** `if` alone says nothing, `minContains` changes what `contains` says. */
const GROUPS: readonly (readonly string[])[] = [
  ["if", "then", "else"],
  ["contains", "minContains", "maxContains"],
];
/** What the typed comparison understands; any other assertion is beyond it. */
const UNDERSTOOD = new Set(
  (
    "type $ref allOf anyOf enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format contentEncoding " +
    "items prefixItems minItems maxItems uniqueItems properties required additionalProperties patternProperties propertyNames minProperties maxProperties"
  ).split(" "),
);

class Comparison {
  private steps = 0;
  private readonly hasSameDefs: boolean;
  /** Pairs being compared, by what was reached through a reference, and how deep in the value. */
  private readonly open = new Map<object, Map<object, number>>();

  constructor(
    private readonly from: JsonSchema,
    private readonly to: JsonSchema,
  ) {
    this.hasSameDefs = isSameKeyword("$defs", from.$defs ?? {}, to.$defs ?? {}) && !refersToRoot(from) && !refersToRoot(to);
  }

  run(): Difference[] {
    return this.compare(this.from, this.to, []);
  }

  private compare(from: unknown, to: unknown, path: Path): Difference[] {
    if (from === false || to === true) return [];
    if (to === false) return [{ path, keyword: "not", text: "no longer allowed", reverse: "now allowed" }];
    if (typeof to !== "object" || to === null) return [unsure(path, "", "it is no schema")];
    if (++this.steps > MAX_STEPS || path.length > MAX_DEPTH) return [unsure(path, "", "the schemas are too large to be compared")];
    if (assertionsOf(to).length === 0 || this.isSame(from, to)) return [];
    const left = without(to as JsonSchema, this.sharedKeywords(from, to));
    return dropRepeated(splitSchema(from, this.from).flatMap((branch) => this.compareBranch(branch, left, path)));
  }

  /** The same text means the same only where references lead to the same. */
  private isSame(from: unknown, to: object): boolean {
    return (this.hasSameDefs || !hasReference(to)) && isSameSchema(from, to);
  }

  private sharedKeywords(from: unknown, to: object): ReadonlySet<string> {
    if (typeof from !== "object" || from === null) return new Set();
    const before = from as JsonSchema;
    const after = to as JsonSchema;
    const isShared = (keyword: string) =>
      (this.hasSameDefs || (keyword !== "$ref" && !hasReference(after[keyword]))) && isSameKeyword(keyword, before[keyword], after[keyword]);
    const shared = new Set(assertionsOf(to).filter((keyword) => !DEPENDENT.has(keyword) && isShared(keyword)));
    for (const group of GROUPS) if (!group.every(isShared)) group.forEach((keyword) => shared.delete(keyword));
    return shared;
  }

  private compareBranch(branch: Branch, to: JsonSchema, path: Path): Difference[] {
    if (branch.type === "unsure") return [unsure(path, (branch as { keyword: string }).keyword, (branch as { why: string }).why)];
    if (branch.type === "values") return this.compareValues((branch as { values: readonly unknown[] }).values, to, path);
    return this.compareTyped(branch, to, path);
  }

  /** Values can simply be tried. */
  private compareValues(values: readonly unknown[], to: JsonSchema, path: Path): Difference[] {
    if (hasReference(to) && refersToRoot(this.to)) return [unsure(path, "$ref", "it refers to the whole schema")];
    try {
      const check = compileSchema({ $defs: this.to.$defs ?? {}, allOf: [to] }, []);
      const refused = values.filter((value) => check(value, new Walk(true)) === FAIL);
      if (refused.length === 0) return [];
      const what = refused.length === 2 && refused.includes(true) && refused.includes(false) ? "boolean" : refused.map(show).join(", ");
      return [{ path, keyword: "enum", text: `no longer ${what}`, reverse: `now also ${what}` }];
    } catch {
      return [unsure(path, "", "it has keywords that cannot be tried out")];
    }
  }

  private compareTyped(branch: TypedBranch, to: JsonSchema, path: Path): Difference[] {
    const { type, schema } = branch;
    const unknown = assertionsOf(to).filter((keyword) => !UNDERSTOOD.has(keyword));
    if (unknown.length > 0) return unknown.map((keyword) => unsure(path, keyword, `it says ${keyword}`));
    const typeDifference = compareType(type, schema, to, path);
    if (typeDifference !== undefined) return [typeDifference];
    if (to.enum !== undefined || Object.hasOwn(to, "const")) return [onlyValues(type, to, path)];
    const found: Difference[] = [];
    if (to.$ref !== undefined) found.push(...this.compareReference(branch, to, path));
    for (const part of to.allOf ?? []) found.push(...this.compareToAny(branch, [part], path));
    if (to.anyOf !== undefined) found.push(...this.compareToAny(branch, to.anyOf, path));
    return [...found, ...this.compareKeywords(branch, to, path)];
  }

  private compareKeywords({ type, schema }: TypedBranch, to: JsonSchema, path: Path): Difference[] {
    const compareParts = (from: unknown, next: unknown, at: Path) => this.compare(from, next, at);
    if (type === "number" || type === "integer") return compareNumbers(schema, to, type === "integer", path);
    if (type === "string") return compareTexts(schema, to, path);
    if (type === "array") return compareArrays(schema, to, path, compareParts);
    return type === "object" ? compareObjects(schema, to, path, compareParts) : [];
  }

  private compareReference(branch: TypedBranch, to: JsonSchema, path: Path): Difference[] {
    const target = resolveReference(to, this.to);
    if (target === undefined) return [unsure(path, "$ref", `${String(to.$ref)} leads nowhere`)];
    if (typeof target === "boolean") return this.compareToAny(branch, [target], path);
    const seen = this.open.get(target)?.get(branch.schema);
    // Come back deeper in the value, the pair proves itself: every value ends somewhere. At the same depth nothing is proven.
    if (seen !== undefined) return path.length > seen ? [] : [unsure(path, "$ref", "it refers to itself without an end")];
    const depths = this.open.get(target) ?? new Map<object, number>();
    this.open.set(target, depths.set(branch.schema, path.length));
    try {
      return this.compareToAny(branch, [target], path);
    } finally {
      depths.delete(branch.schema);
    }
  }

  /** One alternative that takes the whole branch is enough; where none does, the nearest one's reasons are told. */
  private compareToAny(branch: TypedBranch, alternatives: readonly (JsonSchema | boolean)[], path: Path): Difference[] {
    let best: Difference[] | undefined;
    for (const alternative of alternatives) {
      const found = this.compareToOne(branch, alternative, path);
      if (found.length === 0) return [];
      if (best === undefined || rank(found, path) < rank(best, path)) best = found;
    }
    if (best === undefined) return [unsure(path, "anyOf", "it has no alternatives")];
    return alternatives.length > 1 && isOfOtherType(best, path) ? [noLonger(branch.type, path)] : best;
  }

  private compareToOne(branch: TypedBranch, to: JsonSchema | boolean, path: Path): Difference[] {
    if (typeof to === "boolean") return this.compare({}, to, path);
    if (++this.steps > MAX_STEPS) return [unsure(path, "", "the schemas are too large to be compared")];
    if (this.isSame(branch.schema, to)) return [];
    return this.compareBranch(branch, without(to, this.sharedKeywords(branch.schema, to)), path);
  }
}

interface TypedBranch {
  readonly type: JsonSchemaType;
  readonly schema: JsonSchema;
}

function compareType(type: JsonSchemaType, from: JsonSchema, { type: allowed }: JsonSchema, path: Path): Difference | undefined {
  if (allowed === undefined) return undefined;
  const types = [allowed].flat();
  if (types.includes(type) || (type === "integer" && types.includes("number"))) return undefined;
  const isChange = types.length === 1 && typeof from.type === "string";
  if (isChange || type === "number") return { path, keyword: "type", text: `${type} → ${types.join(" or ")}`, reverse: `${types.join(" or ")} → ${type}` };
  return noLonger(type, path);
}

function noLonger(type: JsonSchemaType, path: Path): Difference {
  return { path, keyword: "type", text: `no longer ${type}`, reverse: `now also ${type}` };
}

function onlyValues(type: JsonSchemaType, to: JsonSchema, path: Path): Difference {
  const values = (to.enum ?? [to.const]).map(show).join(", ");
  return { path, keyword: "enum", text: `any ${type} → only ${values}`, reverse: `only ${values} → any ${type}` };
}

/** Least telling is what is said of an alternative of another type, then of one with another tag. */
function rank(found: readonly Difference[], path: Path): number {
  const tags = found.filter(({ keyword }) => keyword === "enum").length;
  return found.length + 100 * tags + (isOfOtherType(found, path) ? 10_000 : 0);
}

function isOfOtherType(found: readonly Difference[], path: Path): boolean {
  return found.some(({ keyword, path: at }) => keyword === "type" && at.length === path.length);
}

function without(schema: JsonSchema, keywords: ReadonlySet<string>): JsonSchema {
  if (keywords.size === 0) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.has(keyword)));
}

function refersToRoot(schema: JsonSchema): boolean {
  return /"\$ref":"#(?:\/(?!\$defs\/)[^"]*)?"/.test(JSON.stringify(schema));
}

function dropRepeated(found: readonly Difference[]): Difference[] {
  return [...new Map(found.map((difference) => [`${difference.path.join("\0")}\0${difference.text}`, difference])).values()];
}
