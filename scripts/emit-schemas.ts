/** This repository's schema step: emits the schemas of every test project that has decorated classes of its own. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { emitSchemas } from "../src/emit/emit.js";
import { formatDiagnostic } from "../src/emit/diagnostics.js";

const PROJECTS = ["test/golden"];
const root = fileURLToPath(new URL("..", import.meta.url));

let failed = false;
for (const project of PROJECTS) {
  const dir = path.join(root, project);
  const { diagnostics, members } = emitSchemas({ project: path.join(dir, "tsconfig.json"), out: path.join(dir, "schemas.generated.ts") });
  for (const diagnostic of diagnostics) {
    failed ||= diagnostic.severity === "error";
    process.stderr.write(`${project}: ${formatDiagnostic(diagnostic)}\n`);
  }
  process.stderr.write(`${project}: ${members} members\n`);
}
if (failed) process.exitCode = 1;
