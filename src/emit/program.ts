/** tsconfig → program: the first step of the emit stage. No diagnostics are asked of the compiler, so a half-broken project still gets its schemas. */
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type TS from "typescript";
import { ts } from "./compiler.js";
import { compare, DiagnosticBag, failEmit } from "./diagnostics.js";
import type { EmitMemory } from "./emit-memory.js";
import type { InputLog } from "./input-log.js";
import { hashBytes, listSources } from "./input-log.js";
import { packageFolderOf } from "./package-of.js";
import { PublishedClasses } from "./packages/published-classes.js";
import { locateManifest, MANIFEST_NAME } from "./packages/read-manifest.js";
import { recordingHost, recordingSystem } from "./recording-host.js";
import { listSourceFolders } from "./source-folders.js";

const OUT_NAME = "schemas.generated.ts";

/** One run over one project, as every later step sees it. */
export interface Project {
  /** Folder of the tsconfig. */
  readonly dir: string;
  readonly out: string;
  readonly manifest: string;
  readonly program: TS.Program;
  readonly checker: TS.TypeChecker;
  /** The project's own sources by path, the generated module left out. */
  readonly files: readonly TS.SourceFile[];
  readonly diagnostics: DiagnosticBag;
  /** What the packages it builds on say about their classes. */
  readonly published: PublishedClasses;
}

export interface ProjectOptions {
  readonly project: string;
  readonly out?: string;
  readonly manifest?: string;
  readonly memory?: EmitMemory;
}

/** @param inputs Takes what is read. @throws EmitError CG9003 */
export function openProject(options: ProjectOptions, inputs: InputLog): Project {
  const configFile = resolve(options.project);
  const dir = dirname(configFile);
  inputs.ask("text", configFile);
  const config = readConfig(configFile, inputs);
  const out = resolve(options.out ?? join(defaultFolder(dir, config.options, inputs), OUT_NAME));
  for (const folder of listSourceFolders(config.wildcardDirectories ?? {})) inputs.note("names", folder, hashBytes(sourcesWith(folder, out).join("\n")));
  options.memory?.begin(config.options);
  const program = ts.createProgram({
    rootNames: config.fileNames.filter((name) => resolve(name) !== out),
    options: config.options,
    host: createHost(out, config.options, inputs, options.memory),
    oldProgram: options.memory?.program,
  });
  const roots = new Set(config.fileNames.map((name) => resolve(name)));
  const files = program
    .getSourceFiles()
    .filter((file) => isOwnSource(program, file, dir, roots) && resolve(file.fileName) !== out)
    .sort((a, b) => compare(a.fileName, b.fileName));
  const manifest = resolve(options.manifest ?? join(dir, MANIFEST_NAME));
  const diagnostics = new DiagnosticBag(dir);
  const published = new PublishedClasses(dir, manifest, diagnostics);
  return { dir, out, manifest, program, checker: program.getTypeChecker(), files, diagnostics, published };
}

/** What the tsconfig lists and what that reaches, but for the sources of a workspace (reached through `paths`) that publishes schemas of its own. */
function isOwnSource(program: TS.Program, file: TS.SourceFile, dir: string, roots: ReadonlySet<string>): boolean {
  if (file.isDeclarationFile || program.isSourceFileFromExternalLibrary(file)) return false;
  const folder = packageFolderOf(dirname(file.fileName));
  if (roots.has(resolve(file.fileName)) || folder === undefined || folder === packageFolderOf(dir)) return true;
  return !existsSync(locateManifest(folder));
}

/** As it will be once the generated module is there: the first run must not be news to the second. */
function sourcesWith(folder: string, out: string): string[] {
  const names = listSources(folder);
  return dirname(out) === resolve(folder) ? [...new Set([...names, basename(out)])].sort() : names;
}

/** What the project says, minus what would write files, plus what the schemas need. */
const OVERRIDES: TS.CompilerOptions = {
  noEmit: true,
  strictNullChecks: true,
  skipLibCheck: true,
  declaration: false,
  declarationMap: false,
  composite: false,
  incremental: false,
  sourceMap: false,
  tsBuildInfoFile: undefined,
};

function readConfig(configFile: string, inputs: InputLog): TS.ParsedCommandLine {
  if (!existsSync(configFile)) failEmit("CG9003", `There is no ${configFile}. Pass the project's tsconfig with --project.`);
  let fatal: string | undefined;
  const host: TS.ParseConfigFileHost = { ...recordingSystem(inputs), onUnRecoverableConfigFileDiagnostic: (diagnostic) => (fatal = flatten(diagnostic)) };
  const config = ts.getParsedCommandLineOfConfigFile(configFile, OVERRIDES, host);
  if (config === undefined) failEmit("CG9003", `${configFile} cannot be read: ${fatal ?? "it is not a tsconfig"}. Mend it, or pass another with --project.`);
  if (config.fileNames.length === 0) {
    for (const folder of listSourceFolders(config.wildcardDirectories ?? {})) inputs.ask("names", folder);
    const reason = config.projectReferences?.length ? "it only references other projects" : config.errors.map(flatten).join("; ");
    failEmit("CG9003", `${configFile} lists no source files (${reason}). Pass the tsconfig that includes the plugins with --project.`);
  }
  return config;
}

function flatten(diagnostic: TS.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(diagnostic.messageText, " ");
}

function defaultFolder(dir: string, { rootDir }: TS.CompilerOptions, inputs: InputLog): string {
  if (rootDir !== undefined) return rootDir;
  const src = join(dir, "src");
  inputs.ask("folder", src);
  return existsSync(src) ? src : dir;
}

/** Files whose comments nobody reads: they are half of the text of most projects. */
const UNREAD_COMMENTS = /[\\/](?:typescript[\\/]lib|@types[\\/]node|class-validator)[\\/]/;

/** The generated module reads as an empty one, whether it exists yet or not: yesterday's output is no input. */
function createHost(out: string, options: TS.CompilerOptions, inputs: InputLog, memory: EmitMemory | undefined): TS.CompilerHost {
  const host = recordingHost(options, inputs);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.fileExists = (fileName) => resolve(fileName) === out || fileExists(fileName);
  host.getSourceFile = (fileName, versionOrOptions, ...rest) => {
    if (resolve(fileName) === out) return ts.createSourceFile(fileName, "export {};", versionOrOptions);
    const isUnread = UNREAD_COMMENTS.test(fileName) && typeof versionOrOptions === "object";
    const parse = (): TS.SourceFile | undefined =>
      getSourceFile(fileName, isUnread ? { ...versionOrOptions, jsDocParsingMode: ts.JSDocParsingMode.ParseNone } : versionOrOptions, ...rest);
    const format = typeof versionOrOptions === "object" ? versionOrOptions.impliedNodeFormat : undefined;
    return memory === undefined ? parse() : memory.parseOnce(fileName, format, inputs, parse);
  };
  return host;
}
