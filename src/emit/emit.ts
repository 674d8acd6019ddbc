/** The emit stage from end to end: a tsconfig in, the generated schema module and its JSON twin out, and nothing done when nothing has changed. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Diagnostic } from "./diagnostics.js";
import type { EmitOptions } from "./emit-options.js";
import { generate } from "./generate.js";
import type { Generated } from "./generate.js";
import { InputLog } from "./input-log.js";
import type { ManifestFile } from "./manifest-file.js";
import { ownVersion } from "./own-version.js";
import { openRunCache } from "./run-cache.js";

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
  const { project, out, manifest, lint, allow } = options;
  const subject = { project: resolve(project), out, manifest, lint, allow, generator: ownVersion() };
  const cache = options.memory === undefined ? openRunCache(subject) : undefined;
  const cached = options.force === true ? undefined : cache?.find();
  if (cached !== undefined) return { ...cached, changed: false, skipped: true };
  const inputs = new InputLog();
  const { texts, ...run } = generateFor(options, inputs);
  const changed = [...texts].filter(([file, text]) => readText(file) !== text);
  const failed = run.diagnostics.some(({ severity }) => severity === "error");
  if (!failed && options.check !== true) for (const [file, text] of changed) writeText(file, text);
  const isOnDisk = !failed && !(options.check === true && changed.length > 0);
  if (isOnDisk) cache?.store(run, inputs.facts());
  return { ...run, changed: changed.length > 0, skipped: false };
}

export interface EmittedManifest {
  readonly manifest: ManifestFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** What `cloudg-mcp.schemas.json` would hold; nothing is written or compared. @throws EmitError as {@link emitSchemas}. */
export function emitManifest(options: EmitOptions): EmittedManifest {
  const { manifest, texts, diagnostics } = generateFor(options, new InputLog());
  return { manifest: JSON.parse(texts.get(manifest)!) as ManifestFile, diagnostics };
}

/** What was read before a failure is what has to change for the next run to fare better. */
function generateFor(options: EmitOptions, inputs: InputLog): Generated {
  try {
    return generate(options, inputs);
  } finally {
    options.memory?.remember(inputs.facts());
  }
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
