import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { JsonSchema } from "../../../src/model/json-schema.js";
import type { EmittedFiles } from "./emit-files.js";
import { emitFiles, entriesOf, removeProjects } from "./emit-files.js";

afterAll(removeProjects);

const HEAD = `import { arg, tool } from "cloudg-mcp"; import type { Email, Int, Items, Str, ToolContext } from "cloudg-mcp"; import * as v from "class-validator"; import { IsInt as Whole, Min } from "class-validator"; import { IsEven } from "./custom.js";
enum Level { Low, High = 10 } enum Kind { Asset = "asset", Edge = "edge" } const LIMITS = { max: 50 } as const; const OPTIONS = { each: true }; class IsOdd { validate() { return true; } }\n`;

interface Case {
  readonly name: string;
  /** A parameter, decorators and all; its name is `x`. */
  readonly parameter: string;
  readonly schema: JsonSchema;
  readonly optional?: true;
  readonly residual?: true;
  readonly codes?: readonly string[];
}

const CASES: readonly Case[] = [
  // Validators, on their own and with arguments from elsewhere.
  { name: "IsInt narrows a number", parameter: "@arg(v.IsInt()) x: number", schema: { type: "integer" } },
  { name: "an alias and a plain import are the same validator", parameter: "@arg(Whole(), Min(2)) x: number", schema: { minimum: 2, type: "integer" } },
  { name: "IsNumber keeps an integer", parameter: "@arg(v.IsNumber()) x: Int", schema: { type: "integer" } },
  { name: "IsNumber on a number", parameter: "@arg(v.IsNumber()) x: number", schema: { type: "number" } },
  { name: "a type for a value of any type", parameter: "@arg(v.IsString(), v.MinLength(1)) x: unknown", schema: { minLength: 1, type: "string" } },
  {
    name: "arguments from consts and arithmetic",
    parameter: "@arg(v.Min(-1), v.Max(LIMITS.max * 2)) x: number",
    schema: { maximum: 100, minimum: -1, type: "number" },
  },
  {
    name: "IsPositive, IsNegative, IsDivisibleBy",
    parameter: "@arg(v.IsPositive(), v.IsNegative(), v.IsDivisibleBy(5)) x: number",
    schema: { exclusiveMaximum: 0, exclusiveMinimum: 0, multipleOf: 5, type: "number" },
  },
  { name: "Length with one and two arguments", parameter: "@arg(v.Length(2)) x: string", schema: { minLength: 2, type: "string" } },
  { name: "Length with both", parameter: "@arg(v.Length(2, 4)) x: string", schema: { maxLength: 4, minLength: 2, type: "string" } },
  { name: "IsNotEmpty says nothing about numbers", parameter: "@arg(v.IsNotEmpty()) x: number", schema: { type: "number" } },
  { name: "IsNotEmpty on a string", parameter: "@arg(v.IsNotEmpty()) x: string", schema: { minLength: 1, type: "string" } },
  {
    name: "arrays",
    parameter: "@arg(v.IsArray(), v.ArrayMinSize(1), v.ArrayMaxSize(9), v.ArrayUnique()) x: string[]",
    schema: { items: { type: "string" }, maxItems: 9, minItems: 1, type: "array", uniqueItems: true },
  },
  {
    name: "each goes to the elements",
    parameter: "@arg(v.IsInt({ each: true }), v.Max(9, { each: true, message: (a) => a.value })) x: number[]",
    schema: { items: { maximum: 9, type: "integer" }, type: "array" },
  },
  { name: "options in a const", parameter: "@arg(v.MinLength(3, OPTIONS)) x: string[]", schema: { items: { minLength: 3, type: "string" }, type: "array" } },
  {
    name: "each on a nullable array",
    parameter: "@arg(v.MinLength(3, { each: true })) x: string[] | null",
    schema: { anyOf: [{ items: { minLength: 3, type: "string" }, type: "array" }, { type: "null" }] },
  },
  { name: "IsIn on a string", parameter: '@arg(v.IsIn(["a", "b"])) x: string', schema: { enum: ["a", "b"], type: "string" } },
  { name: "IsIn narrows literals", parameter: '@arg(v.IsIn(["c", "a"])) x: "a" | "b" | "c"', schema: { enum: ["a", "c"], type: "string" } },
  { name: "IsIn leaves null alone", parameter: '@arg(v.IsIn(["a"])) x: string | null', schema: { anyOf: [{ enum: ["a"], type: "string" }, { type: "null" }] } },
  { name: "IsEnum of a string enum", parameter: "@arg(v.IsEnum(Kind)) x: string", schema: { enum: ["asset", "edge"], type: "string" } },
  { name: "IsEnum of a numeric enum, typed", parameter: "@arg(v.IsEnum(Level)) x: Level", schema: { enum: [0, 10], type: "integer" } },
  { name: "Equals and NotEquals", parameter: '@arg(v.NotEquals("x")) x: string', schema: { not: { const: "x" }, type: "string" } },
  { name: "Matches", parameter: "@arg(v.Matches(/^[a-z]+$/u)) x: string", schema: { pattern: "^[a-z]+$", type: "string" } },
  { name: "Matches of text", parameter: '@arg(v.Matches("^a")) x: string', schema: { pattern: "^a", type: "string" } },
  { name: "Contains is escaped", parameter: '@arg(v.Contains("a.b")) x: string', schema: { pattern: "a\\.b", type: "string" } },
  { name: "formats", parameter: "@arg(v.IsEmail()) x: string", schema: { format: "email", type: "string" } },
  {
    name: "a UUID of one version",
    parameter: '@arg(v.IsUUID("4")) x: string',
    schema: { format: "uuid", pattern: "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[089ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$", type: "string" },
  },
  { name: "IsIP(6)", parameter: "@arg(v.IsIP(6)) x: string", schema: { format: "ipv6", type: "string" } },
  { name: "IsOptional", parameter: "@arg(v.IsOptional()) x: string", schema: { type: "string" }, optional: true },
  {
    name: "constraints find the right branch",
    parameter: "@arg(v.Min(1), v.MaxLength(3)) x: string | number",
    schema: {
      anyOf: [
        { maxLength: 3, type: "string" },
        { minimum: 1, type: "number" },
      ],
    },
  },

  // What has no form.
  { name: "no form", parameter: "@arg(v.IsCreditCard()) x: string", schema: { type: "string" }, residual: true, codes: ["CG3001"] },
  {
    name: "options that change the meaning",
    parameter: "@arg(v.IsEmail({ allow_display_name: true })) x: string",
    schema: { type: "string" },
    residual: true,
    codes: ["CG3001"],
  },
  { name: "flags", parameter: "@arg(v.Matches(/a/i)) x: string", schema: { type: "string" }, residual: true, codes: ["CG3001"] },
  {
    name: "a second pattern",
    parameter: "@arg(v.Matches(/a/), v.Matches(/b/)) x: string",
    schema: { pattern: "a", type: "string" },
    residual: true,
    codes: ["CG3001"],
  },
  { name: "not static", parameter: "@arg(v.Max(Date.now())) x: number", schema: { type: "number" }, residual: true, codes: ["CG3002"] },
  {
    name: "an author's own validator",
    parameter: "@arg(IsEven(), v.Min(1)) x: number",
    schema: { minimum: 1, type: "number" },
    residual: true,
    codes: ["CG3001"],
  },
  { name: "a class of the author's", parameter: "@arg(v.Validate(IsOdd)) x: number", schema: { type: "number" }, residual: true, codes: ["CG3001"] },
  {
    name: "flags for each element",
    parameter: "@arg(v.Matches(/a/i, { each: true })) x: string[]",
    schema: { items: { type: "string" }, type: "array" },
    residual: true,
    codes: ["CG3001"],
  },
  {
    name: "groups are refused, unless the validator holds always",
    parameter: "@arg(v.Min(1, { groups: ['a'] }), v.Max(9, { groups: ['a'], always: true }), v.IsCreditCard({ groups: ['a'] })) x: number",
    schema: { maximum: 9, type: "number" },
    codes: ["CG3009", "CG3009"],
  },
  { name: "a misfit is left to class-validator", parameter: "@arg(v.Min(1)) x: string", schema: { type: "string" }, residual: true, codes: ["CG3003"] },
  {
    name: "ValidateIf makes the others conditional",
    parameter: "@arg(v.ValidateIf(() => true), v.Min(1)) x: number",
    schema: { type: "number" },
    residual: true,
    codes: ["CG3001"],
  },

  // @arg's other parts.
  {
    name: "description and keywords",
    parameter: '@arg("Rows.", { examples: [10], title: "Rows", minimum: 3, completion: () => [] }) x: number',
    schema: { description: "Rows.", examples: [10], minimum: 3, title: "Rows", type: "number" },
  },
  {
    name: "a keyword on the fitting branch",
    parameter: "@arg({ minimum: 3 }) x: number | null",
    schema: { anyOf: [{ minimum: 3, type: "number" }, { type: "null" }] },
  },

  // Tagged types and precedence.
  { name: "a tagged type", parameter: "x: Int<1, 100>", schema: { maximum: 100, minimum: 1, type: "integer" } },
  { name: "a validator beats a tagged type", parameter: "@arg(v.Max(5)) x: Int<1, 100>", schema: { maximum: 5, minimum: 1, type: "integer" } },
  { name: "elements of a tagged array", parameter: "x: Items<Str<2>, 1>", schema: { items: { minLength: 2, type: "string" }, minItems: 1, type: "array" } },
  {
    name: "an alias of a tagged type, with its comment",
    parameter: "x: Port",
    schema: { description: "A port.", maximum: 65535, minimum: 1, type: "integer" },
  },
  { name: "a tag of the alias", parameter: "x: Limit", schema: { maximum: 100, minimum: 1, type: "integer" } },
  {
    name: "a validator beats the alias's tag",
    parameter: "@arg(v.Min(7)) x: Limit | null",
    schema: { anyOf: [{ maximum: 100, minimum: 7, type: "integer" }, { type: "null" }] },
  },
  { name: "aliases of aliases, the outer one wins", parameter: "x: Small", schema: { maximum: 9, minimum: 1, type: "integer" } },
  {
    name: "elements of an alias",
    parameter: "x: Limit[][]",
    schema: { items: { items: { maximum: 100, minimum: 1, type: "integer" }, type: "array" }, type: "array" },
  },
  {
    name: "elements of an alias, written long",
    parameter: "x: ReadonlyArray<Limit>",
    schema: { items: { maximum: 100, minimum: 1, type: "integer" }, type: "array" },
  },
  { name: "inline tags of an alias", parameter: "x: Inline", schema: { description: "Inline.", minimum: 2, type: "number" } },
  { name: "integer", parameter: "x: integer", schema: { type: "integer" } },
  {
    name: "JSON examples",
    parameter: "x: Region",
    schema: { description: "A region.", examples: ["eu-west-1", "us-east-1"], pattern: "^[a-z]{2}-", type: "string" },
  },
];

const ALIASES = `
/** A port. */
export type Port = Int<1, 65535>;
/** @minimum 1
 * @maximum 100
 * @TJS-type integer */
export type Limit = number;
/** Inline. {@minimum 2} */
export type Inline = number;
/** @maximum 9 */
export type Small = Limit;
export type integer = number;
/** A region.
 * @pattern ^[a-z]{2}-
 * @examples ["eu-west-1", "us-east-1"] */
export type Region = string;
`;

const CUSTOM = `import { registerDecorator } from "class-validator";
export function IsEven(): PropertyDecorator { return (target, key) => registerDecorator({ target: target.constructor, propertyName: String(key), validator: { validate: () => true } }); }`;

describe("constraints of a parameter", () => {
  let emitted: EmittedFiles;
  beforeAll(() => {
    const methods = CASES.map(({ parameter }, i) => `@tool() m${i}(ctx: ToolContext, ${parameter}) {}`);
    emitted = emitFiles({ "custom.ts": CUSTOM, "a.ts": `${HEAD}${ALIASES}\nexport class A {\n${methods.join("\n")}\n}` });
  });

  it.each(CASES.map((one, i) => ({ ...one, i })))("$name: $parameter", ({ i, schema, optional, residual, codes = [] }) => {
    const entry = entriesOf(emitted, "a.ts#A")[`m${i}`]!;
    expect(entry.schema.properties).toEqual({ x: schema });
    expect(entry.schema.required).toEqual(optional ? undefined : ["x"]);
    expect(entry.residual).toBe(residual);
    const line = emitted.module === "" ? 0 : Number(entry.source!.split(":")[1]);
    expect(emitted.result.diagnostics.filter((d) => d.line === line && d.file === "a.ts").map((d) => d.code)).toEqual(codes);
  });
});

describe("constraints of a class's properties", () => {
  let schema: JsonSchema;
  let emitted: EmittedFiles;
  beforeAll(() => {
    emitted = emitFiles({
      "custom.ts": CUSTOM,
      "a.ts": `${HEAD}${ALIASES}
export class Inner { @v.IsInt() n!: number }
export class Outer {
  /**
   * Comment and tag.
   * @minimum 0
   */
  @v.Max(9) tagged!: number;
  @v.IsOptional() @v.Length(1, 5) maybe!: string;
  @v.IsOptional() nullable: string | null = null;
  @v.ValidateNested({ each: true }) inners: Inner[] = [];
  @v.ValidateNested() inner?: Inner;
  @v.IsISO8601() when!: string;
  @v.IsIn(["a", "b"], { each: true }) letters: string[] = ["a"];
  /** @deprecated use tagged */
  old?: string;
  /** @uniqueItems
   * @maxItems 3 */
  tags?: string[];
  /** Inline {@minLength 2}. */
  inline?: string;
  limit: Limit = 10;
}
export class A { @tool() m(ctx: ToolContext, outer: Outer) {} @tool() n(ctx: ToolContext, part: Pick<Outer, "tagged" | "maybe">, other: { [K in keyof Pick<Outer, "tagged">]: string }) {} }`,
    });
    schema = entriesOf(emitted, "a.ts#A").m!.schema.properties!.outer!;
  });

  it("reads comments, validators and initialisers together", () => {
    expect(schema.properties).toEqual({
      tagged: { description: "Comment and tag.", maximum: 9, minimum: 0, type: "number" },
      maybe: { maxLength: 5, minLength: 1, type: "string" },
      nullable: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
      inners: { default: [], items: { properties: { n: { type: "integer" } }, required: ["n"], type: "object" }, type: "array" },
      inner: { properties: { n: { type: "integer" } }, required: ["n"], type: "object" },
      when: { pattern: expect.stringContaining("\\d{4}"), type: "string" },
      letters: { default: ["a"], items: { enum: ["a", "b"], type: "string" }, type: "array" },
      old: { deprecated: true, type: "string" },
      tags: { items: { type: "string" }, maxItems: 3, type: "array", uniqueItems: true },
      inline: { description: "Inline.", minLength: 2, type: "string" },
      limit: { default: 10, maximum: 100, minimum: 1, type: "integer" },
    });
    expect(schema.required).toEqual(["tagged", "when"]);
    expect(emitted.diagnostics).toEqual([]);
  });

  it("keeps them through mapped types that keep the property's type, and drops them where it changes", () => {
    const { part, other } = entriesOf(emitted, "a.ts#A").n!.schema.properties!;
    expect(part).toEqual({ properties: { tagged: schema.properties!.tagged, maybe: schema.properties!.maybe }, required: ["tagged"], type: "object" });
    expect(other).toEqual({ properties: { tagged: { description: "Comment and tag.", type: "string" } }, required: ["tagged"], type: "object" });
  });

  it("takes calendar dates with and without a time for ISO 8601", () => {
    const pattern = new RegExp(schema.properties!.when!.pattern!, "u");
    for (const text of ["2026", "2026-01", "2026-01-31", "2026-01-31T10:20", "2026-01-31T10:20:30.5Z", "2026-01-31T10:20:30+02:00"])
      expect(text).toMatch(pattern);
    for (const text of ["", "yesterday", "2026-1-1", "31.01.2026", "2026-01-31T", "2026-01-31T10"]) expect(text).not.toMatch(pattern);
  });
});
