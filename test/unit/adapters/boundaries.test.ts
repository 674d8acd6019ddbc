/** The vendors' packages are optional: nothing that a consumer without them imports or compiles may need one. Works on the build. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const VENDORS = /^(?:openai|ai|@anthropic-ai|@google|@langchain|langchain|@ai-sdk)$/;
const ADAPTERS = ["export", "openai", "anthropic", "gemini", "vercel", "langchain", "json-schema-list", "run-tool-calls"];
const NEEDS_A_VENDOR: Readonly<Record<string, string>> = { vercel: "ai", langchain: "@langchain/core" };

let dir = "";
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "cloudg-consumer-"));
  mkdirSync(path.join(dir, "node_modules/cloudg-mcp"), { recursive: true });
  // A copy by links, since a link to the whole would find the vendors in this repository's node_modules.
  for (const name of ["dist", "package.json"]) execFileSync("cp", ["-r", path.join(root, name), path.join(dir, "node_modules/cloudg-mcp", name)]);
  for (const name of readdirSync(path.join(root, "node_modules"))) {
    if (!name.startsWith(".") && !VENDORS.test(name)) symlinkSync(path.join(root, "node_modules", name), path.join(dir, "node_modules", name));
  }
  writeFileSync(path.join(dir, "package.json"), '{"type":"module"}');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("a consumer with none of the vendors' packages", () => {
  it("compiles, library declarations checked, with every adapter imported", () => {
    const imports = ADAPTERS.map((name, i) => `import * as adapter${i} from "cloudg-mcp/adapters/${name}";`);
    const uses = `import { Layer } from "cloudg-mcp";\nexport const used = [${ADAPTERS.map((_, i) => `adapter${i}`).join(", ")}];`;
    const tools =
      "export const tools = [adapter1.toOpenAITools(new Layer()), adapter4.toVercelAITools(new Layer()), adapter5.toLangChainTools(new Layer())] as const;";
    writeFileSync(path.join(dir, "consumer.ts"), [...imports, uses, tools, ""].join("\n"));
    const compilerOptions = { target: "ES2022", module: "NodeNext", strict: true, skipLibCheck: false, noEmit: true, types: ["node"], lib: ["ES2023"] };
    writeFileSync(path.join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
    let output = "";
    try {
      execFileSync(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", dir], { cwd: dir, encoding: "utf8", stdio: "pipe" });
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    expect(output).toBe("");
  });

  it.each(["", ...ADAPTERS.map((name) => `/adapters/${name}`)])("cloudg-mcp%s", (entry) => {
    const vendor = NEEDS_A_VENDOR[entry.split("/").at(-1)!];
    const load = (): string => execFileSync(process.execPath, ["-e", `import("cloudg-mcp${entry}")`], { cwd: dir, encoding: "utf8", stdio: "pipe" });
    if (vendor === undefined) expect(load()).toBe("");
    else expect(load).toThrow(`Cannot find package '${vendor}'`);
  });

  it("no declaration names a vendor's package", () => {
    const folder = path.join(root, "dist/adapters");
    const declarations = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".d.ts") && !file.startsWith("mcp-sdk"));
    expect(declarations.length).toBeGreaterThan(10);
    for (const file of declarations)
      expect(readFileSync(path.join(folder, file), "utf8")).not.toMatch(/(?:from|import\() ?"(?:openai|ai|@anthropic-ai|@google|@langchain)/);
  });
});
