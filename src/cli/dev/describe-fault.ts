/** Why a generation could not be loaded, with the line of the source it is about. Serves `dev`. */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CliFailure, describeError, isDefinitionError, isError } from "../failure.js";
import { sourceExcerpt } from "./source-excerpt.js";

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** @param dir Folder of the project, from which the emitter's places count. */
export function describeFault(error: unknown, dir: string, cwd: string): string {
  const message = error instanceof CliFailure ? error.message : describeError(error);
  const cause = error instanceof CliFailure && error.cause !== undefined ? error.cause : error;
  const places = isDefinitionError(cause) ? placesOfFaults(cause.faults, dir) : placeOfError(cause);
  const excerpts = places.slice(0, MAX_PLACES).map((place) => showPlace(place, cwd));
  return [message, ...excerpts].join("\n");
}

const MAX_PLACES = 5;

function showPlace({ file, line, column }: Place, cwd: string): string {
  const relative = path.relative(cwd, file);
  const name = relative.startsWith("..") || path.isAbsolute(relative) ? file : relative;
  const excerpt = sourceExcerpt(file, line, column);
  return `${name}:${line}${column === undefined ? "" : `:${column}`}${excerpt === "" ? "" : `\n${excerpt}`}`;
}

function placesOfFaults(faults: unknown, dir: string): Place[] {
  if (!Array.isArray(faults)) return [];
  return faults.flatMap((fault: { source?: unknown }): Place[] => {
    const [, file, line] = /^(.+):(\d+)$/.exec(typeof fault.source === "string" ? fault.source : "") ?? [];
    return file === undefined ? [] : [{ file: path.resolve(dir, file), line: Number(line) }];
  });
}

/** A syntax error names its place in the message (esbuild) or before it (Node); anything else was thrown somewhere. */
function placeOfError(error: unknown): Place[] {
  if (!isError(error)) return [];
  const { message, stack = "" } = error;
  const [, file, line, column] = /^(.+):(\d+):(\d+): ERROR: /m.exec(message) ?? [];
  // esbuild counts columns from 0.
  if (file !== undefined) return [{ file: path.resolve(file), line: Number(line), column: Number(column) + 1 }];
  const [, first, firstLine] = /^((?:file:|[A-Za-z]:[\\/]|\/)[^\n]*?):(\d+)\n/.exec(stack) ?? [];
  if (first !== undefined) return [{ file: toPath(first), line: Number(firstLine) }];
  return frames(stack).slice(0, 1);
}

/** The author's own: not Node's, not a package's, and still there. */
function frames(stack: string): Place[] {
  const found = [...stack.matchAll(/^\s+at .*?\(?((?:file:\/\/|[A-Za-z]:[\\/]|\/)[^()\n]*?):(\d+):(\d+)\)?$/gm)];
  return found
    .map(([, file, line, column]) => ({ file: toPath(file!), line: Number(line), column: Number(column) }))
    .filter(({ file }) => !/[\\/]node_modules[\\/]/.test(file) && !file.startsWith(OWN) && existsSync(file));
}

const OWN = fileURLToPath(new URL("../../", import.meta.url));

function toPath(address: string): string {
  const [clean = ""] = address.split("?", 1);
  return clean.startsWith("file:") ? fileURLToPath(clean) : clean;
}
