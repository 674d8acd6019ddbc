import { describe, expect, it } from "@jest/globals";
import { QUIET_TOOLS, runInProcess } from "./run-in-process.js";

describe("export", () => {
  it.each([
    [
      "openai",
      {
        type: "function",
        function: { name: "p-greet", description: expect.stringContaining("Greets"), parameters: expect.objectContaining({ type: "object" }) },
      },
    ],
    ["anthropic", { name: "p-greet", description: expect.stringContaining("Greets"), input_schema: expect.objectContaining({ type: "object" }) }],
    ["gemini", { functionDeclarations: expect.arrayContaining([expect.objectContaining({ name: "p-greet" })]) }],
    [
      "langchain",
      {
        name: "p-greet",
        description: expect.stringContaining("Greets"),
        schema: expect.objectContaining({ type: "object" }),
        responseFormat: "content_and_artifact",
      },
    ],
    ["json", { name: "p-greet", title: "Greet", description: expect.stringContaining("Greets"), inputSchema: expect.objectContaining({ type: "object" }) }],
  ])("--format %s prints one JSON document", async (format, first) => {
    const { stdout, stderr, code } = await runInProcess(["export", "--format", format, "--prefix", "p-", "--plugin", QUIET_TOOLS]);
    expect([stderr, code]).toEqual(["", 0]);
    expect((JSON.parse(stdout) as unknown[])[0]).toEqual(first);
  });

  it("--role is the role of the caller whose view is printed", async () => {
    const [local, reader] = await Promise.all([
      runInProcess(["export", "--format", "json", "--plugin", QUIET_TOOLS]),
      runInProcess(["export", "--format", "json", "--role", "reader", "--role", "auditor", "--plugin", QUIET_TOOLS]),
    ]);
    // Nothing here is beyond the policy `standard`.
    expect([reader.code, reader.stdout]).toEqual([0, local.stdout]);
  });

  it.each([
    [["export"], "required option '--format <format>' not specified"],
    [["export", "--format", "yaml"], "Allowed choices are openai, anthropic, gemini, langchain, json."],
  ])("%j is a usage error", async (args, message) => {
    const { stdout, stderr, code } = await runInProcess([...args, "--plugin", QUIET_TOOLS]);
    expect([stdout, code]).toEqual(["", 2]);
    expect(stderr).toContain(message);
  });
});
