import { spawnSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";

const EMIT = JSON.stringify(new URL("../../../src/emit/emit.ts", import.meta.url).href);

/** Emits in a process whose engine is another one, or none: the loaded compiler cannot be unloaded from this one. */
function emitWithEngine(patch: string): string {
  const script = `
    import Module from "node:module";
    ${patch}
    const { emitSchemas } = await import(${EMIT});
    try { emitSchemas({ project: "/nowhere/tsconfig.json" }); } catch (error) { console.log(error.name, error.message); }`;
  return spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], { encoding: "utf8" }).stdout.trim();
}

describe("the engine", () => {
  it("is asked for by the command that installs it when it is missing", () => {
    const output = emitWithEngine(`
      const resolve = Module._resolveFilename;
      Module._resolveFilename = (request, ...rest) => { if (request.startsWith("typescript-json-schema")) throw new Error("Cannot find module"); return resolve(request, ...rest); };`);
    expect(output).toBe(
      "EmitError error CG9001: typescript-json-schema is not installed; it turns TypeScript types into JSON Schemas at build time. " +
        "Run: npm install --save-dev --save-exact typescript-json-schema@0.68.0",
    );
  });

  it.each([
    [
      "another version of it",
      `request === "typescript-json-schema/package.json" ? { version: "0.1.0" } : load(request, ...rest)`,
      "typescript-json-schema 0.1.0 is installed, and only 0.68.0",
    ],
    [
      "a TypeScript without the compiler's API",
      `request === "typescript-json-schema" ? { ts: { version: "7.0.2" } } : load(request, ...rest)`,
      "typescript-json-schema loads TypeScript 7.0.2, and the emitter needs 5.x",
    ],
  ])("refuses %s", (_, expression, says) => {
    const output = emitWithEngine(`const load = Module._load; Module._load = (request, ...rest) => ${expression};`);
    expect(output).toContain("EmitError error CG9002: ");
    expect(output).toContain(says);
    expect(output).toContain("npm install --save-dev --save-exact typescript-json-schema@0.68.0");
  });
});
