/** What works here and not with every client or model API: warnings CG5001 to CG5008, on members that are otherwise right. */
import { estimateTokenCount } from "tokenx";
import type { JsonSchema } from "../model/json-schema.js";
import type { DiagnosticCode } from "./diagnostics.js";
import { isSuppressed } from "./lint-suppression.js";
import type { EmittedMember } from "./member-entry.js";
import { describeMember } from "./members.js";
import type { Project } from "./program.js";
import { mapSubschemas } from "./schema-walk.js";
import { toolDefinition } from "./surface.js";

export interface LintOptions {
  /** Characters of a name that are kept for what hosts and clients put before it (`mcp__cloudg__`). @default 20 */
  readonly prefixBudget?: number;
  /** Tokens that the definitions of all tools together may take. @default 20_000 */
  readonly tokenBudget?: number;
}

const MAX_NAME = 64;
const DEFAULTS: Required<LintOptions> = { prefixBudget: 20, tokenBudget: 20_000 };
const SHOWN = 3;

export function lintMembers({ diagnostics }: Project, members: readonly EmittedMember[], options: LintOptions): void {
  const { prefixBudget, tokenBudget } = { ...DEFAULTS, ...options };
  const report = ({ member }: EmittedMember, code: DiagnosticCode, problem: string, remedy: string): void => {
    if (!isSuppressed(member, code)) diagnostics.report(code, member.node.name, `${describeMember(member)}: ${problem}. ${remedy}.`);
  };
  for (const emitted of members) {
    lintName(emitted, prefixBudget, report);
    lintDescriptions(emitted, report);
    if (emitted.member.kind === "tool") lintSchema(emitted, inputOf(emitted), report);
  }
  lintTokens(members, tokenBudget, report);
}

type Report = (emitted: EmittedMember, code: DiagnosticCode, problem: string, remedy: string) => void;

function lintName(emitted: EmittedMember, prefixBudget: number, report: Report): void {
  const { kind } = emitted.member;
  const { key } = emitted.wire;
  if (key === undefined || (kind !== "tool" && kind !== "prompt")) return;
  if (key.length + prefixBudget > MAX_NAME)
    report(
      emitted,
      "CG5001",
      `the ${kind} name has ${key.length} characters; clients allow ${MAX_NAME}, of which ${prefixBudget} are kept for prefixes`,
      "Shorten it, or say with --prefix-budget how much yours take",
    );
  if (kind === "tool" && key.includes("."))
    report(emitted, "CG5002", `the tool name ${key} has a dot, which several model APIs refuse`, `Write ${key.replaceAll(".", "_")}`);
}

function lintDescriptions(emitted: EmittedMember, report: Report): void {
  const { member, wire, entry } = emitted;
  if (member.kind !== "tool" && member.kind !== "prompt") return;
  if ((wire.description ?? entry.description ?? "") === "")
    report(emitted, "CG5003", `the ${member.kind} has no description, so a model has to guess what it is for`, "Write a doc comment");
  const schema = inputOf(emitted);
  const silent = Object.entries(schema.properties ?? {}).filter(([, argument]) => describe(argument, schema) === undefined);
  if (silent.length > 0) {
    const names = silent.map(([name]) => name).join(", ");
    report(emitted, "CG5004", `no description for ${names}`, 'Write `@param name - text`, or @arg("text")');
  }
}

function describe(argument: JsonSchema, { $defs = {} }: JsonSchema): string | undefined {
  return argument.description ?? (argument.$ref === undefined ? undefined : $defs[argument.$ref.slice("#/$defs/".length)]?.description);
}

function lintSchema(emitted: EmittedMember, schema: JsonSchema, report: Report): void {
  const arrays = findArrays(schema);
  if (arrays.length > 0)
    report(
      emitted,
      "CG5005",
      `${list(arrays)} ${arrays.length === 1 ? "is an array" : "are arrays"} without \`items\`, for which some model APIs refuse the tool`,
      "Declare what the elements are; make a tuple an object, or an array of one type",
    );
  if (schema.anyOf !== undefined || schema.oneOf !== undefined)
    report(emitted, "CG5006", "the arguments are a union at the root, where many clients look for `properties` only", "Put the union under one argument");
  const recursive = Object.keys(schema.$defs ?? {});
  if (recursive.length > 0)
    report(
      emitted,
      "CG5007",
      `the schema refers to itself (${list(recursive)}) with \`$ref\`, which many clients do not follow`,
      "Take a fixed number of levels, or a flat list with ids",
    );
}

/** Dotted paths of arrays whose schema has no `items`. */
function findArrays(schema: JsonSchema): string[] {
  const found: string[] = [];
  const visit = (at: JsonSchema, path: string): JsonSchema => {
    if (at.type === "array" && at.items === undefined) found.push(path);
    return mapSubschemas(at, (subschema, pointer) => {
      const name = /^\/properties\/(.*)$/.exec(pointer)?.[1];
      return visit(subschema, name === undefined ? path : path === "" ? name : `${path}.${name}`);
    });
  };
  visit(schema, "");
  return [...new Set(found)];
}

/** Reported at the largest tool, where shortening pays most. */
function lintTokens(members: readonly EmittedMember[], budget: number, report: Report): void {
  const sizes = members
    .filter(({ member }) => member.kind === "tool")
    .map((emitted) => ({ emitted, name: emitted.wire.key ?? emitted.member.key, tokens: tokensOf(emitted) }))
    .sort((a, b) => b.tokens - a.tokens);
  const total = sizes.reduce((sum, { tokens }) => sum + tokens, 0);
  const [largest] = sizes;
  if (largest === undefined || total <= budget) return;
  const shown = sizes.slice(0, SHOWN).map(({ name, tokens }) => `${name} ≈ ${tokens}`);
  report(
    largest.emitted,
    "CG5008",
    `the ${sizes.length} tools of the project take ≈ ${total} tokens of every conversation, over the budget of ${budget}; the largest are ${shown.join(", ")}`,
    "Shorten descriptions and schemas (`cloudg-mcp schemas --stats` shows all), or raise --token-budget",
  );
}

function tokensOf(emitted: EmittedMember): number {
  const { wire, entry, member } = emitted;
  const definition = toolDefinition({
    key: wire.key ?? member.key,
    description: wire.description ?? entry.description ?? "",
    input: inputOf(emitted),
  });
  return estimateTokenCount(JSON.stringify(definition));
}

function inputOf({ wire, entry }: EmittedMember): JsonSchema {
  return wire.inputSchema ?? entry.schema;
}

function list(names: readonly string[]): string {
  return names.join(", ");
}
