/** The compiler's view of the file system, with every question and answer written down. Serves the reading of the project. */
import { readFileSync } from "node:fs";
import type TS from "typescript";
import { ts } from "./compiler.js";
import type { InputLog } from "./input-log.js";
import { hashBytes } from "./input-log.js";

interface Questions {
  readonly fileExists: (path: string) => boolean;
  readonly readFile: (path: string) => string | undefined;
  readonly directoryExists: (path: string) => boolean;
  readonly getDirectories: (path: string) => string[];
  readonly realpath: (path: string) => string;
}

/** For the tsconfig: which sources its patterns find is noted folder by folder, by whoever knows the patterns. */
export function recordingSystem(inputs: InputLog): TS.System {
  return { ...ts.sys, ...recorded(inputs) };
}

export function recordingHost(options: TS.CompilerOptions, inputs: InputLog): TS.CompilerHost {
  // The host reads sources through its own readFile, so they are written down as well.
  return Object.assign(ts.createCompilerHost(options), recorded(inputs));
}

function recorded(inputs: InputLog): Questions {
  return {
    fileExists: (path) => {
      const exists = ts.sys.fileExists(path);
      inputs.noteExistence("file", path, exists);
      return exists;
    },
    directoryExists: (path) => {
      const exists = ts.sys.directoryExists(path);
      inputs.noteExistence("folder", path, exists);
      return exists;
    },
    getDirectories: (path) => {
      inputs.ask("names", path);
      return ts.sys.getDirectories(path);
    },
    realpath: (path) => {
      const real = ts.sys.realpath?.(path) ?? path;
      inputs.note("real", path, real);
      return real;
    },
    readFile: (path) => readText(path, inputs),
  };
}

/** Read once, hashed as it lies on disk, decoded as the compiler does. */
function readText(path: string, inputs: InputLog): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    inputs.ask("text", path);
    return undefined;
  }
  inputs.note("text", path, hashBytes(bytes));
  const isUtf16 = bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (isUtf16) return ts.sys.readFile(path);
  const text = bytes.toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
