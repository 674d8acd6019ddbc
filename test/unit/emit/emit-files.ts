/** Runs the emitter over sources given as text, in a folder of their own. Serves the emitter's tests. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { emitSchemas } from "../../../src/emit/emit.js";
import type { EmitOptions } from "../../../src/emit/emit-options.js";
import type { EmitResult } from "../../../src/emit/emit.js";
import type { ManifestFile, ManifestFileMember } from "../../../src/emit/manifest-file.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const FIXTURES = path.join(ROOT, "test/fixtures/emit");

export interface EmittedFiles {
  readonly dir: string;
  readonly result: EmitResult;
  /** Undefined when nothing was written. */
  readonly manifest: ManifestFile;
  readonly module: string;
  /** `code file:line:column message`, in order. */
  readonly diagnostics: readonly string[];
}

const folders: string[] = [];

/** Removes every folder that {@link writeProject} made. */
export function removeProjects(): void {
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true });
}

export function writeProject(files: Readonly<Record<string, string>>, compilerOptions: object = {}): string {
  const dir = mkdtempSync(path.join(tmpdir(), "cloudg-emit-"));
  folders.push(dir);
  const tsconfig = {
    compilerOptions: {
      target: "ES2022",
      lib: ["ES2023"],
      module: "NodeNext",
      strict: true,
      skipLibCheck: true,
      experimentalDecorators: true,
      types: [],
      rootDir: ".",
      paths: {
        "cloudg-mcp": [path.join(FIXTURES, "framework/index.ts")],
        "class-validator": [path.join(ROOT, "node_modules/class-validator/types/index.d.ts")],
        "class-transformer": [path.join(ROOT, "node_modules/class-transformer/types/index.d.ts")],
      },
      ...compilerOptions,
    },
    include: ["**/*"],
  };
  const all = { "package.json": JSON.stringify({ name: "project", type: "module" }), "tsconfig.json": JSON.stringify(tsconfig), ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), text);
  }
  return dir;
}

export function emitFiles(files: Readonly<Record<string, string>>, compilerOptions: object = {}): EmittedFiles {
  return emitProject(writeProject(files, compilerOptions));
}

export function emitProject(dir: string, options: Partial<EmitOptions> = {}): EmittedFiles {
  const result = emitSchemas({ project: path.join(dir, "tsconfig.json"), ...options });
  const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  return {
    dir,
    result,
    manifest: JSON.parse(read(result.manifest) ?? "null") as ManifestFile,
    module: read(result.out) ?? "",
    diagnostics: result.diagnostics.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`),
  };
}

/** The entries of one class, `file#Export`. */
export function entriesOf({ manifest }: EmittedFiles, name: string): Readonly<Record<string, ManifestFileMember>> {
  const entries = manifest.classes[name];
  if (entries === undefined) throw new Error(`No class ${name} among ${Object.keys(manifest.classes).join(", ")}`);
  return entries;
}
