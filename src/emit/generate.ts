/** A tsconfig → what the emit stage would write, and what it has to say: program, discovery, schemas, texts. Nothing is written here. */
import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import type TS from "typescript";
import type { SchemaMeta } from "../schema/manifest.js";
import { MANIFEST_FORMAT } from "../schema/manifest.js";
import { findBaseSchemas } from "./base-packages.js";
import type { BaseSchemas } from "./base-packages.js";
import type { ClassDeclaration } from "./class-declaration.js";
import { ClassReferences } from "./class-reference.js";
import type { ClassNode } from "./class-reference.js";
import { generateModule } from "./codegen.js";
import { engineFiles, loadCompiler } from "./compiler.js";
import { readDeclarations } from "./declarations.js";
import { compare, relativePath } from "./diagnostics.js";
import type { Diagnostic } from "./diagnostics.js";
import { discoverClasses } from "./discover.js";
import type { EmitOptions } from "./emit-options.js";
import type { EmittedClass } from "./emitted-class.js";
import { findGenericMembers } from "./generic-members.js";
import { DefinitionGraph } from "./inline.js";
import type { InputLog } from "./input-log.js";
import { lintMembers } from "./lint.js";
import type { LintOptions } from "./lint.js";
import { generateManifestFile } from "./manifest-file.js";
import { splitMarks } from "./marks.js";
import { buildEntry } from "./member-entry.js";
import type { EmittedMember, EntrySources } from "./member-entry.js";
import type { DecoratedClass } from "./members.js";
import { checkNames } from "./names.js";
import type { NamedMember } from "./names.js";
import { normaliseSchema } from "./normalise.js";
import { findInheritedMembers, findPublishedMembers } from "./overrides.js";
import { ownVersion } from "./own-version.js";
import { packageFiles } from "./package-of.js";
import { openProject } from "./program.js";
import type { Project } from "./program.js";
import { reportSyntax } from "./syntax.js";
import { createTypeSchemas } from "./type-schema.js";

export interface Generated {
  readonly out: string;
  readonly manifest: string;
  readonly members: number;
  readonly classes: number;
  /** By the file they belong in; none when a source has a syntax error and that was asked about. */
  readonly texts: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** @param inputs Learns of everything that was read. @throws EmitError */
export function generate(options: EmitOptions, inputs: InputLog): Generated {
  loadCompiler(dirname(resolve(options.project)));
  const project = openProject(options, inputs);
  options.memory?.keepProgram(project.program);
  if (options.refuseBrokenSyntax === true && reportSyntax(project)) return describe(project, options, [], new Map());
  const references = new ClassReferences(project);
  const sources = openSources(project, references);
  const decorated = discoverClasses(project, references);
  const classes = emitClasses(project, references, sources, decorated, options.lint);
  if (countMembers(classes) === 0 && project.diagnostics.list().length === 0) {
    project.diagnostics.report(
      "CG9004",
      undefined,
      `None of the ${project.files.length} source files of the project has a decorated member. Does the tsconfig include the plugins?`,
    );
  }
  const texts = generateTexts(project, references, sources, {
    classes,
    bases: findBaseSchemas(project),
    declarations: readDeclarations(project, references, decorated),
  });
  for (const file of [...packageFiles(), ...engineFiles, ...project.published.files]) inputs.ask("text", file);
  return describe(project, options, classes, texts);
}

function describe(project: Project, { allow = [] }: EmitOptions, classes: readonly EmittedClass[], texts: ReadonlyMap<string, string>): Generated {
  const { out, manifest } = project;
  const diagnostics = project.diagnostics.list().filter(({ severity, code }) => severity === "error" || !allow.includes(code));
  return { out, manifest, members: countMembers(classes), classes: classes.length, texts, diagnostics };
}

function countMembers(classes: readonly EmittedClass[]): number {
  return classes.reduce((sum, cls) => sum + cls.members.length, 0);
}

function openSources(project: Project, references: ClassReferences): EntrySources {
  const input = createTypeSchemas(project, references, "input");
  const output = createTypeSchemas(project, references, "output");
  return { input, output, inputGraph: new DefinitionGraph(input.ReffedDefinitions), outputGraph: new DefinitionGraph(output.ReffedDefinitions) };
}

function emitClasses(
  project: Project,
  references: ClassReferences,
  sources: EntrySources,
  decorated: readonly DecoratedClass[],
  lint: LintOptions | undefined,
): EmittedClass[] {
  const named: NamedMember[] = [];
  const classes = decorated.map((cls): EmittedClass => {
    const own = emitOwnMembers(project, sources, cls);
    named.push(...own);
    const members = [...own.map(({ emitted }) => emitted), ...emitGenericMembers(project, sources, cls)];
    return { node: cls.node, reference: references.of(cls.node)!, members };
  });
  checkNames(project, named, findPublishedMembers(project, decorated));
  if (lint !== undefined)
    lintMembers(
      project,
      named.map(({ emitted }) => emitted),
      lint,
    );
  return classes.filter((cls) => cls.members.length > 0);
}

function emitOwnMembers(project: Project, sources: EntrySources, { node, type, members }: DecoratedClass): NamedMember[] {
  const { checker } = project;
  return members.flatMap((member) => {
    const signature = checker.getSignatureFromDeclaration(member.node);
    if (signature === undefined) return [];
    const lineage = findInheritedMembers(project, type, member);
    return [{ emitted: buildEntry(sources, [member, ...lineage], node, signature), lineage }];
  });
}

/** Only where the type arguments change something: otherwise the owner's entry holds for the subclass too. */
function emitGenericMembers(project: Project, sources: EntrySources, cls: DecoratedClass): EmittedMember[] {
  const { checker } = project;
  return findGenericMembers(project, cls).flatMap(({ member, signature }) => {
    const emitted = buildEntry(sources, [member], cls.node, signature);
    const owner = buildEntry(sources, [member], member.cls, checker.getSignatureFromDeclaration(member.node) ?? signature);
    return isSame(emitted, owner) ? [] : [emitted];
  });
}

function isSame(a: EmittedMember, b: EmittedMember): boolean {
  const hasSameMarks =
    a.marks.length === b.marks.length && a.marks.every(({ pointer, target }, i) => b.marks[i]!.pointer === pointer && b.marks[i]!.target === target);
  return hasSameMarks && JSON.stringify(a.entry) === JSON.stringify(b.entry);
}

interface Emitted {
  readonly classes: readonly EmittedClass[];
  readonly bases: readonly BaseSchemas[];
  readonly declarations: ReadonlyMap<string, ClassDeclaration>;
}

function generateTexts(project: Project, references: ClassReferences, sources: EntrySources, emitted: Emitted): Map<string, string> {
  const { classes, bases, declarations } = emitted;
  const { out, manifest, dir, checker, diagnostics, program } = project;
  const meta: SchemaMeta = { format: MANIFEST_FORMAT, generator: ownVersion(), sources: hashSources(dir, classes) };
  const definitionOf = (node: ClassNode) => {
    const type = checker.getDeclaredTypeOfSymbol(node.name === undefined ? checker.getTypeAtLocation(node).symbol : checker.getSymbolAtLocation(node.name)!);
    return splitMarks(normaliseSchema(sources.input.schemaOf(type, node), sources.inputGraph, diagnostics).schema).schema;
  };
  return new Map([
    [out, generateModule({ out, classes, bases, references, options: program.getCompilerOptions(), meta })],
    [manifest, generateManifestFile({ dir, meta, classes, references, declarations, definitionOf })],
  ]);
}

/** Of the files that hold decorated methods, which is what a run can check again: entries name them in `source`. */
function hashSources(dir: string, classes: readonly EmittedClass[]): string {
  const files = new Map<string, TS.SourceFile>();
  for (const { members } of classes) {
    for (const { member } of members)
      if (member.published === undefined) files.set(relativePath(dir, member.node.getSourceFile().fileName), member.node.getSourceFile());
  }
  const hash = createHash("sha256");
  for (const [path, file] of [...files].sort(([a], [b]) => compare(a, b))) hash.update(`${path}\n${file.text.replace(/\r\n/g, "\n")}\n`);
  return hash.digest("hex").slice(0, 16);
}
