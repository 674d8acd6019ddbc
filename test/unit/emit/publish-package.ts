/** Makes what a package publishes out of its sources: `.d.ts` files as tsc writes them, and the emitted schemas. Serves the tests of packages that build on packages. */
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { emitProject, writeProject } from "./emit-files.js";

export interface Published {
  /** `node_modules/NAME/…` → text, for the project that installs it. */
  readonly files: Readonly<Record<string, string>>;
  readonly manifest: string;
  readonly diagnostics: readonly string[];
}

/** @param sources Of `src`, with an `index.ts`. @param installed What the package itself has under node_modules. */
export function publishPackage(
  name: string,
  sources: Readonly<Record<string, string>>,
  {
    installed = {},
    packageJson = {},
    compilerOptions = {},
  }: { installed?: Readonly<Record<string, string>>; packageJson?: object; compilerOptions?: object } = {},
): Published {
  const json = JSON.stringify({
    name,
    version: "1.2.0",
    type: "module",
    exports: { ".": "./dist/index.js", "./*": "./dist/*.js" },
    peerDependencies: { "cloudg-mcp": "*" },
    ...packageJson,
  });
  const files = Object.fromEntries(Object.entries(sources).map(([file, text]) => [`src/${file}`, text]));
  const dir = writeProject({ "package.json": json, ...files, ...installed }, { rootDir: "src", ...compilerOptions });
  const { diagnostics, result } = emitProject(dir);
  const manifest = readFileSync(result.manifest, "utf8");
  const published: Record<string, string> = { [`node_modules/${name}/package.json`]: json, [`node_modules/${name}/cloudg-mcp.schemas.json`]: manifest };
  for (const [file, text] of declarationsOf(dir, Object.keys(files))) published[`node_modules/${name}/dist/${file}`] = text;
  return { files: published, manifest, diagnostics };
}

function declarationsOf(dir: string, files: readonly string[]): Map<string, string> {
  const config = ts.getParsedCommandLineOfConfigFile(path.join(dir, "tsconfig.json"), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined })!;
  const options = { ...config.options, declaration: true, emitDeclarationOnly: true, outDir: path.join(dir, "dist"), rootDir: path.join(dir, "src") };
  const written = new Map<string, string>();
  const program = ts.createProgram({ rootNames: files.map((file) => path.join(dir, file)), options });
  for (const file of files) {
    program.emit(program.getSourceFile(path.join(dir, file)), (name, text) =>
      written.set(path.relative(path.join(dir, "dist"), name).split(path.sep).join("/"), text),
    );
  }
  return written;
}
