/** One decorated method → its entry in the manifest. Serves the emitter's main loop. */
import type TS from "typescript";
import type { MemberEntry } from "../schema/manifest.js";
import { closeWhole, readArguments } from "./arguments.js";
import type { ClassNode } from "./class-reference.js";
import { readDescription } from "./descriptions.js";
import { relativePath } from "./diagnostics.js";
import type { DefinitionGraph } from "./inline.js";
import { splitMarks } from "./marks.js";
import type { Mark } from "./marks.js";
import type { DecoratedMember } from "./members.js";
import { normaliseSchema } from "./normalise.js";
import { deriveOutput, findOutputOption } from "./output-schema.js";
import type { PublishedMember } from "./packages/published-classes.js";
import type { TypeSchemas } from "./type-schema.js";
import { readWireFacts } from "./wire-facts.js";
import type { Lineage, WireFacts } from "./wire-facts.js";

export interface EmittedMember {
  readonly member: DecoratedMember;
  /** The class the entry is written for: the owner, or a subclass that says what a generic owner's types are. */
  readonly cls: ClassNode;
  readonly entry: MemberEntry;
  readonly marks: readonly Mark[];
  readonly wire: WireFacts;
}

export interface EntrySources {
  readonly input: TypeSchemas;
  readonly output: TypeSchemas;
  readonly inputGraph: DefinitionGraph;
  readonly outputGraph: DefinitionGraph;
}

/**
 * @param lineage The member, then the decorated methods it overrides, nearest first.
 * @param signature The method's own, or as `cls` sees it.
 */
export function buildEntry(sources: EntrySources, lineage: Lineage, cls: ClassNode, signature: TS.Signature): EmittedMember {
  const { input, output, inputGraph, outputGraph } = sources;
  const { checker, diagnostics, dir } = input.project;
  const [member] = lineage;
  const { params, schema: raw, whole } = readArguments(input, member, signature);
  const { schema: marked, residual } = normaliseSchema(raw, inputGraph, diagnostics);
  const { schema, marks } = splitMarks(whole === undefined ? marked : closeWhole(input, member, marked, whole));
  const symbol = checker.getSymbolAtLocation(member.node.name);
  const own = symbol === undefined ? "" : readDescription(checker, symbol);
  const description = own === "" ? (lineage.find(({ published }) => published !== undefined)?.published?.entry.description ?? "") : own;
  const derived = member.kind === "tool" ? deriveOutput(output, outputGraph, member, findOutputOption(checker, lineage), signature) : undefined;
  const entry: MemberEntry = {
    kind: member.kind,
    ...(description === "" ? {} : { description }),
    params,
    ...(member.node.parameters.some(({ dotDotDotToken }) => dotDotDotToken !== undefined) ? { hasRest: true } : {}),
    schema,
    ...(derived === undefined ? {} : { output: derived }),
    ...(residual ? { residual } : {}),
    source: member.published === undefined ? sourceOf(dir, member.node) : publishedSource(member.published),
  };
  return { member, cls, entry, marks, wire: readWireFacts(checker, lineage) };
}

/** The package's own word, under its name: paths into node_modules differ from machine to machine. */
function publishedSource({ package: { name }, entry }: PublishedMember): string {
  return entry.source === undefined ? name : `${name}/${entry.source}`;
}

/** `path:line` of the method's name, where an editor should land. */
function sourceOf(dir: string, node: TS.MethodDeclaration): string {
  const file = node.getSourceFile();
  return `${relativePath(dir, file.fileName)}:${file.getLineAndCharacterOfPosition(node.name.getStart(file)).line + 1}`;
}
