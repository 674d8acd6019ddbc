/** The README is code: its tables are those of the sources, and every snippet in it is emitted, compiled and run as its reader would. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startFake } from "../../examples/agents/fakes/fake-server.js";
import { readmeFiles } from "../../scripts/lib/readme-files.js";
import { withTables } from "../../scripts/readme-tables.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(path.join(root, "README.md"), "utf8");

let dir = "";
function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: dir, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "cloudg-readme-"));
  mkdirSync(path.join(dir, "node_modules"));
  for (const name of ["typescript", "typescript-json-schema", "class-validator", "class-transformer", "reflect-metadata", "@types", "@anthropic-ai", "jose"]) {
    symlinkSync(path.join(root, "node_modules", name), path.join(dir, "node_modules", name));
  }
  symlinkSync(root, path.join(dir, "node_modules", "cloudg-mcp"));
  writeFileSync(path.join(dir, "package.json"), '{"type":"module"}');
  for (const { file, text } of readmeFiles(readme)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), text);
  }
  run(path.join(root, "dist/cli/main.js"), "schemas");
  run(path.join(root, "node_modules/typescript/bin/tsc"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("README", () => {
  it("has the tables of the sources", () => {
    expect(readme).toBe(withTables(readme));
  });

  it("has a first plugin of about 30 lines that answers from the command line", () => {
    const text = run(path.join(root, "dist/cli/main.js"), "call", "search", "--args", '{"filter":{"word":"milk"},"limit":"5"}', "--plugin", "./dist/index.js");
    expect(text).toContain("Buy milk");
    expect(readFileSync(path.join(dir, "src/index.ts"), "utf8").split("\n").length).toBeLessThan(36);
  });

  it.each(["by-hand", "host", "serve", "no-mcp", "governed", "middleware", "count"])("%s.ts prints what its comments say", (name) => {
    expectPromised(name, run(`dist/${name}.js`));
  });

  it("team.yaml is a policy that can be used", () => {
    expect(run(path.join(root, "dist/cli/main.js"), "policy", "check", "policies/team.yaml", "--plugin", "./dist/index.js")).toContain(
      "reader: 2 of 2 visible",
    );
  });

  it("callers.ts believes what callers cannot write", () => {
    writeFileSync(
      path.join(dir, "ask-callers.mjs"),
      `import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import { fromCertificate, fromGateway, fromToken } from "./dist/callers.js";
const show = (who) => (who === undefined ? "nobody" : who.id + ": " + [...who.roles].join(","));
const own = await generateKeyPair("ES256");
const foreign = await generateKeyPair("ES256");
const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(own.publicKey)), alg: "ES256" }] });
const token = (key, audience = "notes") => new SignJWT({ roles: ["reader"] }).setProtectedHeader({ alg: "ES256" }).setSubject("ann").setIssuer("https://id.example.com").setAudience(audience).setExpirationTime("1m").sign(key);
const bearer = async (...args) => ({ headers: { authorization: "Bearer " + (await token(...args)) } });
const header = { headers: { "x-user": "ann", "x-roles": "reader,ops" } };
console.log(show(fromGateway({ ...header, remoteAddress: "10.0.0.7" })), show(fromGateway({ ...header, remoteAddress: "10.0.0.8" })));
const read = fromToken(keys);
console.log(show(await read(await bearer(own.privateKey))), show(await read(await bearer(foreign.privateKey))), show(await read(await bearer(own.privateKey, "other"))), show(await read({ headers: {} })));
console.log(show(fromCertificate({ clientCertificate: { subject: { CN: "ann", OU: "reader" } } })), show(fromCertificate({})));
`,
    );
    expect(run("ask-callers.mjs").split("\n")).toEqual(["ann: reader,ops nobody", "ann: reader nobody nobody nobody", "ann: reader nobody", ""]);
  });

  it("agent.ts is a whole agent, against a fake of the API", async () => {
    const fake = await startFake(({ body }) => {
      const last = (body["messages"] as { role: string; content: unknown }[]).at(-1)!;
      const asked = { type: "tool_use", id: "t1", name: "search", input: { filter: { word: "milk" } } };
      const isAnswered = JSON.stringify(last.content).includes("Buy milk");
      return {
        json: {
          type: "message",
          role: "assistant",
          content: [isAnswered ? { type: "text", text: "You have to buy milk." } : asked],
          stop_reason: isAnswered ? "end_turn" : "tool_use",
        },
      };
    });
    try {
      const env = { ...process.env, ANTHROPIC_API_KEY: "test", ANTHROPIC_BASE_URL: fake.url };
      const { stdout } = await promisify(execFile)(process.execPath, ["dist/agent.js"], { cwd: dir, env });
      expectPromised("agent", stdout);
      expect(fake.requests).toHaveLength(2);
    } finally {
      await fake.close();
    }
  });
});

/** Every `console.log(…); // …` of a snippet prints what its comment says. */
function expectPromised(name: string, output: string): void {
  const source = readFileSync(path.join(dir, `src/${name}.ts`), "utf8");
  const promised = [...source.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment!);
  const lines = output.trimEnd().split("\n");
  expect(lines).toHaveLength(promised.length);
  promised.forEach((comment, i) => {
    // "…" stands for what differs from run to run or would be too long for a comment.
    const pattern = comment
      .split("…")
      .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*");
    expect(lines[i]).toMatch(new RegExp(`^${pattern}$`));
  });
}
