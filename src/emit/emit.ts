/** The emit stage from end to end: a tsconfig in, the generated schema module and its JSON twin out. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type TS from "typescript";
import type { SchemaMeta } from "../schema/manifest.js";
import { MANIFEST_FORMAT } from "../schema/manifest.js";
import { ClassReferences } from "./class-reference.js";
import type { ClassNode } from "./class-reference.js";
import { generateModule } from "./codegen.js";
import { engineFiles, loadCompiler } from "./compiler.js";
import { compare, relativePath } from "./diagnostics.js";
import type { Diagnostic } from "./diagnostics.js";
import { discoverClasses } from "./discover.js";
import type { EmitMemory } from "./emit-memory.js";
import type { EmittedClass } from "./emitted-class.js";
import { findGenericMembers } from "./generic-members.js";
import { DefinitionGraph } from "./inline.js";
import { InputLog } from "./input-log.js";
import type { InputFact } from "./input-log.js";
import { generateManifestFile } from "./manifest-file.js";
import { splitMarks } from "./marks.js";
import { buildEntry } from "./member-entry.js";
import type { EmittedMember, EntrySources } from "./member-entry.js";
import type { DecoratedClass } from "./members.js";
import { checkNames } from "./names.js";
import type { NamedMember } from "./names.js";
import { normaliseSchema } from "./normalise.js";
import { findInheritedMembers } from "./overrides.js";
import { packageFiles } from "./package-of.js";
import { openProject } from "./program.js";
import type { Project } from "./program.js";
import { openRunCache } from "./run-cache.js";
import { reportSyntax } from "./syntax.js";
import { createTypeSchemas } from "./type-schema.js";

export interface EmitOptions {
  /** Path of the tsconfig, absolute or relative to the working directory. */
  readonly project: string;
  /** @default `schemas.generated.ts` in the project's rootDir, else in `src` beside the tsconfig, else beside the tsconfig */
  readonly out?: string;
  /** @default `cloudg-mcp.schemas.json` beside the tsconfig */
  readonly manifest?: string;
  /** Compare only, write nothing. @default false */
  readonly check?: boolean;
  /** Emit although nothing has changed since the last run. @default false */
  readonly force?: boolean;
  /** For several runs in one process: unchanged files are not parsed again, and every run is done. */
  readonly memory?: EmitMemory;
  /** Keep what is on disk while a source has a syntax error, as in the middle of an edit. @default false */
  readonly refuseBrokenSyntax?: boolean;
}

export interface EmitResult {
  readonly out: string;
  readonly manifest: string;
  readonly members: number;
  readonly classes: number;
  /** What is on disk differs (with `check`) or differed from the sources. */
  readonly changed: boolean;
  /** Nothing was read but the inputs' hashes: all of them, and what was written, are as the last run left them. */
  readonly skipped: boolean;
  /** By file, then position. With an error among them nothing is written. */
  readonly diagnostics: readonly Diagnostic[];
}

/** @throws EmitError when nothing can be emitted at all: no tsconfig, no compiler. Faults in the sources are diagnostics. */
export function emitSchemas(options: EmitOptions): EmitResult {
  const { out, manifest } = options;
  const cache = options.memory === undefined ? openRunCache({ project: resolve(options.project), out, manifest, generator: ownVersion() }) : undefined;
  const cached = options.force === true ? undefined : cache?.find();
  if (cached !== undefined) return { ...cached, changed: false, skipped: true };
  const { result, facts } = runEmit(options);
  const { changed, skipped: _, ...run } = result;
  const isOnDisk = !hasError(result.diagnostics) && !(options.check === true && changed);
  if (isOnDisk) cache?.store(run, facts);
  return result;
}

function runEmit(options: EmitOptions): { readonly result: EmitResult; readonly facts: readonly InputFact[] } {
  const inputs = new InputLog();
  // What was read before a failure is what has to change for the next run to fare better.
  try {
    return emitProject(options, inputs);
  } finally {
    options.memory?.remember(inputs.facts());
  }
}

function emitProject(options: EmitOptions, inputs: InputLog): { readonly result: EmitResult; readonly facts: readonly InputFact[] } {
  loadCompiler(dirname(resolve(options.project)));
  const project = openProject(options, inputs);
  options.memory?.keepProgram(project.program);
  const { out, manifest } = project;
  if (options.refuseBrokenSyntax === true && reportSyntax(project)) {
    return {
      result: { out, manifest, members: 0, classes: 0, changed: false, skipped: false, diagnostics: project.diagnostics.list() },
      facts: inputs.facts(),
    };
  }
  const references = new ClassReferences(project);
  const sources = openSources(project, references);
  const classes = emitClasses(project, references, sources);
  const members = classes.reduce((sum, cls) => sum + cls.members.length, 0);
  if (members === 0 && project.diagnostics.list().length === 0) {
    project.diagnostics.report(
      "CG9004",
      undefined,
      `None of the ${project.files.length} source files of the project has a decorated member. Does the tsconfig include the plugins?`,
    );
  }
  const texts = generateTexts(project, references, sources, classes);
  const diagnostics = project.diagnostics.list();
  const changed = [...texts].filter(([file, text]) => readText(file) !== text);
  if (!hasError(diagnostics) && options.check !== true) for (const [file, text] of changed) writeText(file, text);
  for (const file of [...packageFiles(), ...engineFiles]) inputs.ask("text", file);
  return { result: { out, manifest, members, classes: classes.length, changed: changed.length > 0, skipped: false, diagnostics }, facts: inputs.facts() };
}

function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

function openSources(project: Project, references: ClassReferences): EntrySources {
  const input = createTypeSchemas(project, references, "input");
  const output = createTypeSchemas(project, references, "output");
  return { input, output, inputGraph: new DefinitionGraph(input.ReffedDefinitions), outputGraph: new DefinitionGraph(output.ReffedDefinitions) };
}

function emitClasses(project: Project, references: ClassReferences, sources: EntrySources): EmittedClass[] {
  const named: NamedMember[] = [];
  const classes = discoverClasses(project, references).map((cls): EmittedClass => {
    const own = emitOwnMembers(project, sources, cls);
    named.push(...own);
    const members = [...own.map(({ emitted }) => emitted), ...emitGenericMembers(project, sources, cls)];
    return { node: cls.node, reference: references.of(cls.node)!, members };
  });
  checkNames(project, named);
  return classes.filter((cls) => cls.members.length > 0);
}

function emitOwnMembers({ checker }: Project, sources: EntrySources, { node, type, members }: DecoratedClass): NamedMember[] {
  return members.flatMap((member) => {
    const signature = checker.getSignatureFromDeclaration(member.node);
    if (signature === undefined) return [];
    const lineage = findInheritedMembers(checker, type, member);
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

function generateTexts(project: Project, references: ClassReferences, sources: EntrySources, classes: readonly EmittedClass[]): Map<string, string> {
  const { out, manifest, dir, checker, diagnostics, program } = project;
  const meta: SchemaMeta = { format: MANIFEST_FORMAT, generator: ownVersion(), sources: hashSources(dir, classes) };
  const definitionOf = (node: ClassNode) => {
    const type = checker.getDeclaredTypeOfSymbol(node.name === undefined ? checker.getTypeAtLocation(node).symbol : checker.getSymbolAtLocation(node.name)!);
    return splitMarks(normaliseSchema(sources.input.schemaOf(type, node), sources.inputGraph, diagnostics).schema).schema;
  };
  return new Map([
    [out, generateModule({ out, classes, references, options: program.getCompilerOptions(), meta })],
    [manifest, generateManifestFile({ dir, meta, classes, references, definitionOf })],
  ]);
}

/** Of the files that hold decorated methods, which is what a run can check again: entries name them in `source`. */
function hashSources(dir: string, classes: readonly EmittedClass[]): string {
  const files = new Map<string, TS.SourceFile>();
  for (const { members } of classes) {
    for (const { member } of members) files.set(relativePath(dir, member.node.getSourceFile().fileName), member.node.getSourceFile());
  }
  const hash = createHash("sha256");
  for (const [path, file] of [...files].sort(([a], [b]) => compare(a, b))) hash.update(`${path}\n${file.text.replace(/\r\n/g, "\n")}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** Version of this package, two folders up from `src/emit` and from `dist/emit` alike. */
function ownVersion(): string {
  return (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }).version;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Not emitted yet.
    return undefined;
  }
}

function writeText(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
