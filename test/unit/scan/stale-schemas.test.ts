import { describe, expect, it } from "@jest/globals";
import { defineSchemas, scan, tool } from "cloudg-mcp";
import type { Fault, SchemaModule, ToolContext } from "cloudg-mcp";

class Tools {
  @tool() grown(_ctx: ToolContext, a: string, b: string): string {
    return a + b;
  }
  @tool() rest(_ctx: ToolContext, a: string, ...more: string[]): string {
    return a + more.join("");
  }
  @tool({ inputSchema: { type: "object" } }) own(): number {
    return 1;
  }
}

function schemas(grownParams: string[]): SchemaModule {
  const schema = { type: "object", properties: {}, additionalProperties: false } as const;
  return defineSchemas({ format: 1, generator: "test", sources: "" }, () => [
    [Tools, { grown: [{ kind: "tool", params: grownParams, schema }], rest: [{ kind: "tool", params: ["@ctx", "a"], hasRest: true, schema }] }],
  ]);
}

function scanWith(ci: string | undefined, grownParams: string[]): Fault[] {
  const before = process.env["CI"];
  const warnings: Fault[] = [];
  if (ci === undefined) delete process.env["CI"];
  else process.env["CI"] = ci;
  try {
    scan([Tools], { schemas: schemas(grownParams), warn: (warning) => warnings.push(warning) });
  } finally {
    if (before === undefined) delete process.env["CI"];
    else process.env["CI"] = before;
  }
  return warnings;
}

describe("schemas older than the class", () => {
  it("are a warning at home and a fault under CI, naming the method and the command", () => {
    const [warning, ...others] = scanWith(undefined, ["@ctx", "a"]);
    expect(warning).toMatchObject({ where: "Tools.grown", remedy: "run `npx cloudg-mcp schemas`" });
    expect(others).toEqual([]);
    expect(() => scanWith("true", ["@ctx", "a"])).toThrow(/1 definition is wrong:\n {2}Tools\.grown: the method has 3 parameters, its emitted schema 2/);
  });

  it("are not suspected of a rest parameter, or of a tool that brings its own schema", () => {
    expect(scanWith("true", ["@ctx", "a", "b"])).toEqual([]);
  });
});
