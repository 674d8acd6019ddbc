/** Says why a plugin's module could not be imported and what to do about it. Serves the loading of plugins. */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CliFailure, describeError, firstPlace, isDefinitionError, isError } from "./failure.js";

const TYPESCRIPT = /\.[cm]?tsx?$/;

/** @param given What `--plugin` was given, as every message names it. */
export function explainImportFailure(given: string, url: URL, error: unknown): CliFailure {
  const fail = (text: string): CliFailure => new CliFailure(`plugin ${given}: ${text}`, undefined, { cause: error });
  const file = fileURLToPath(url);
  const { code } = error as NodeJS.ErrnoException;
  if (isDefinitionError(error)) return fail(error.message);
  if (TYPESCRIPT.test(file) && existsSync(file) && needsLoader(error)) return fail(`Node does not run TypeScript with decorators by itself\n  ${TSX}`);
  if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") return fail(explainMissing(file, describeError(error)));
  return fail(`it could not be imported: ${describeError(error)}${firstPlace(error)}`);
}

const TSX = "compile it and load the .js file, or load it through tsx: npm install --save-dev tsx, then NODE_OPTIONS='--import tsx' npx cloudg-mcp …";

/** Node before type stripping knows no .ts; with it, decorators are what it cannot strip. */
function needsLoader(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === "ERR_UNKNOWN_FILE_EXTENSION" ||
    code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" ||
    code === "ERR_INVALID_TYPESCRIPT_SYNTAX" ||
    (isError(error) && error.name === "SyntaxError")
  );
}

/** The missing module is the plugin itself, a file it imports, or a package it imports. */
function explainMissing(file: string, message: string): string {
  if (!existsSync(file)) return `there is no file ${file}\n  ${buildAdvice(file)}`;
  const generated = message.includes("schemas.generated") ? "\n  run `npx cloudg-mcp schemas` first, and compile again: it writes that module" : "";
  const [, name] = /Cannot find (?:package|module) '((?:@[^/']+\/)?[^./'][^/']*)/.exec(message) ?? [];
  const install = generated === "" && name !== undefined ? `\n  npm install ${name}` : "";
  return `a module it imports is missing: ${message.split("\n")[0]!}${generated}${install}`;
}

function buildAdvice(file: string): string {
  const source = file.replace(/\.([cm]?)js$/, ".$1ts");
  if (source !== file && existsSync(source)) return `${path.basename(source)} is beside it: ${TSX}`;
  return /[/\\](?:dist|build|lib|out)[/\\]/.test(file)
    ? "it looks like the output of a build: run `npm run build` (or `npx tsc`) first"
    : "check the path; it is relative to the working directory";
}
