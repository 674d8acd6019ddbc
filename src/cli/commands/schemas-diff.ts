/** `cloudg-mcp schemas --diff OLD.json`: what callers notice of the changes since an earlier manifest. Exits 1 on a breaking one, 2 when OLD.json is none. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ManifestFile } from "../../emit/manifest-file.js";
import type { Change, ChangeLevel } from "../../emit/surface-diff.js";
import { MANIFEST_FORMAT } from "../../schema/manifest.js";
import type { CommandContext } from "../command-context.js";
import type { SourceOptions } from "../emit-options.js";
import { toEmitOptions } from "../emit-options.js";
import { CliFailure, ExitCode } from "../failure.js";
import type { Terminal } from "../terminal.js";
import { printable } from "../terminal.js";
import { asRecord } from "../wire-text.js";

const HEADS: Readonly<Record<ChangeLevel, string>> = { breaking: "Breaking", compatible: "Compatible", note: "Notes" };

/** @throws CliFailure for a file that is no manifest. */
export async function runSchemasDiff({ globals, terminal, cwd }: CommandContext, options: SourceOptions, oldFile: string): Promise<number> {
  const old = readManifest(path.resolve(cwd, oldFile), oldFile);
  const { emitManifest } = await import("../../emit/emit.js");
  const { formatDiagnostic } = await import("../../emit/diagnostics.js");
  const { readSurface } = await import("../../emit/surface.js");
  const { diffSurfaces } = await import("../../emit/surface-diff.js");
  const { manifest, diagnostics } = emitManifest(await toEmitOptions(cwd, { ...options, lint: false }));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  for (const error of errors) terminal.note(formatDiagnostic(error));
  if (errors.length > 0) throw new CliFailure("nothing was compared: mend the errors above");
  const [before, after] = [readSurface(old), readSurface(manifest)];
  const changes = diffSurfaces(before, after);
  const isBreaking = changes.some(({ level }) => level === "breaking");
  const unnamed = [...new Set([...before.unnamed, ...after.unnamed])];
  if (globals.json === true) terminal.printJson({ breaking: isBreaking, changes, notCompared: unnamed });
  else {
    await printChanges(terminal, changes);
    for (const member of unnamed) terminal.note(`not compared: the name of ${member} is known only when it runs`);
  }
  return isBreaking ? ExitCode.Failed : ExitCode.Ok;
}

async function printChanges(terminal: Terminal, changes: readonly Change[]): Promise<void> {
  const { formatChange } = await import("../../emit/surface-diff.js");
  if (changes.length === 0) terminal.print("Nothing changed that a caller could see.");
  for (const level of ["breaking", "compatible", "note"] as const) {
    const lines = changes.filter((change) => change.level === level).map((change) => `  ${printable(formatChange(change))}`);
    if (lines.length > 0) terminal.print([terminal.colours.bold(HEADS[level]), ...lines].join("\n"));
  }
}

function readManifest(file: string, given: string): ManifestFile {
  const fail = (problem: string): never => {
    throw new CliFailure(`--diff ${given}: ${problem}`, ExitCode.Usage);
  };
  const manifest = asRecord(parse(readText(file, fail), fail));
  const { classes, format } = manifest;
  if (typeof classes !== "object" || classes === null) return fail("it is no cloudg-mcp.schemas.json; pass one that an earlier `cloudg-mcp schemas` wrote");
  if (format !== MANIFEST_FORMAT)
    return fail(`it has the format ${String(format)}, this version reads ${MANIFEST_FORMAT}; write it again from the old sources with this version`);
  const members = Object.values(classes as Record<string, unknown>).flatMap((members) => Object.values(asRecord(members)));
  for (const member of members) {
    const { kind, schema, wire } = asRecord(member);
    if (typeof kind !== "string" || typeof schema !== "object" || schema === null) return fail("it is damaged: an entry has no kind or no schema");
    if (typeof wire !== "object" || wire === null)
      return fail("it does not say the names of its entries, so it comes from a version before --diff; write it again from the old sources with this version");
  }
  return manifest as unknown as ManifestFile;
}

function readText(file: string, fail: (problem: string) => never): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return fail(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

function parse(text: string, fail: (problem: string) => never): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail(`it is not JSON: ${(error as Error).message}`);
  }
}
