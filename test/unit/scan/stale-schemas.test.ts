/** Schemas that are older than their source, found at start by what the rules allow to be compared. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { defineSchemas, hidden, scan, tool } from "cloudg-mcp";
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

function withCi(ci: string | undefined, run: () => void): void {
  const before = process.env["CI"];
  if (ci === undefined) delete process.env["CI"];
  else process.env["CI"] = ci;
  try {
    run();
  } finally {
    if (before === undefined) delete process.env["CI"];
    else process.env["CI"] = before;
  }
}

function scanWith(ci: string | undefined, grownParams: string[]): Fault[] {
  const warnings: Fault[] = [];
  withCi(ci, () => scan([Tools], { schemas: schemas(grownParams), warn: (warning) => warnings.push(warning) }));
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

class Window {
  start = "";
}
class Wide extends Window {
  end = "";
}
class Typed {
  @tool() typed(_ctx: ToolContext, word: string, count: number, on: boolean, list: string[], window: Window, kind: "a" | "b", any: string | number): string {
    return [word, count, on, list, window, kind, any].join();
  }
}
const TYPES = {
  word: { type: "string" },
  count: { type: "integer" },
  on: { type: "boolean" },
  list: { type: "array" },
  window: { type: "object" },
  kind: { enum: ["a", "b"] },
  any: { anyOf: [{ type: "string" }, { type: "number" }] },
} as const;

describe("parameter types that the compiler kept", () => {
  const warningsOf = (properties: object, target: unknown = Window): string[] => {
    const warnings: Fault[] = [];
    const entry = { kind: "tool", params: ["@ctx", ...Object.keys(TYPES)], schema: { type: "object", properties, additionalProperties: false } } as const;
    const marks = [["/properties/window", target]] as never;
    const module = defineSchemas({ format: 1, generator: "test", sources: "" }, () => [[Typed, { typed: [entry as never, marks] }]]);
    withCi(undefined, () => scan([Typed], { schemas: module, warn: (warning) => warnings.push(warning) }));
    return warnings.map(({ problem }) => problem);
  };

  it("agree with a schema of the same types, and say nothing of unions", () => {
    expect(warningsOf(TYPES)).toEqual([]);
    expect(warningsOf({ ...TYPES, kind: { type: "integer" } }, Window)).toEqual([
      'the parameter "kind" is of type String, its emitted schema says integer: the schemas are older than the source',
    ]);
    expect(warningsOf({ ...TYPES, any: { type: "boolean" } })).toEqual([]);
    expect(warningsOf(TYPES, Wide)).toEqual([]);
  });

  it.each([
    ["word", { type: "integer" }, 'the parameter "word" is of type String, its emitted schema says integer'],
    ["count", { type: "string" }, 'the parameter "count" is of type Number, its emitted schema says string'],
    ["on", { type: "object" }, 'the parameter "on" is of type Boolean, its emitted schema says object'],
    ["list", { type: "string" }, 'the parameter "list" is of type Array, its emitted schema says string'],
  ])("differ in %s", (name, schema, problem) => {
    expect(warningsOf({ ...TYPES, [name]: schema })).toEqual([`${problem}: the schemas are older than the source`]);
  });

  it("differ in the class that is made", () => {
    class Other {}
    expect(warningsOf(TYPES, Other)).toEqual([
      'the parameter "window" is of type Window, its emitted schema makes Other: the schemas are older than the source',
    ]);
  });
});

describe("an entry without a method", () => {
  it("is a warning, under CI too, but not for what a subclass hides or inherits", () => {
    class Base {
      @tool() kept(_ctx: ToolContext): void {}
      @tool() dropped(_ctx: ToolContext): void {}
    }
    class Leaf extends Base {
      @hidden() override dropped(): void {}
    }
    const entry = [{ kind: "tool", params: ["@ctx"], schema: { type: "object", properties: {} }, source: "src/leaf.ts:3" }] as const;
    const module = defineSchemas({ format: 1, generator: "test", sources: "" }, () => [
      [Base, { kept: entry, dropped: entry }],
      [Leaf, { kept: entry, removed: entry }],
    ]);
    const warnings: Fault[] = [];
    withCi("true", () => scan([Leaf], { schemas: module, warn: (warning) => warnings.push(warning) }));
    expect(warnings).toEqual([
      {
        where: "Leaf.removed",
        problem: "there is an emitted schema for it, and no decorated method of that name",
        remedy: "run `npx cloudg-mcp schemas`, or put the decorator back",
        source: "src/leaf.ts:3",
      },
    ]);
  });
});

describe("sources beside the package", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), "cloudg-stale-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const SOURCES = { "src/a.ts": "export class A {}\n", "src/b.ts": "export class B {}\r\n" };
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), text);
  };
  /** As the emitter hashes them, written down once more. */
  const hash = createHash("sha256").update("src/a.ts\nexport class A {}\n\nsrc/b.ts\nexport class B {}\n\n").digest("hex").slice(0, 16);
  const module = (file: string): SchemaModule => {
    const entry = (source: string) => [{ kind: "tool", params: ["@ctx"], schema: { type: "object", properties: {} }, source }] as const;
    const made = {
      meta: { format: 1, generator: "test", sources: hash },
      rows: () => [[Quiet, { quiet: entry("src/b.ts:7"), other: entry("src/a.ts:3") }]],
      file,
    };
    return Object.defineProperty(made, Symbol.for("cloudg-mcp:schemas"), { value: true }) as unknown as SchemaModule;
  };
  class Quiet {
    @tool() quiet(_ctx: ToolContext): void {}
    @tool() other(_ctx: ToolContext): void {}
  }
  const warningsOf = (file: string, ci?: string): Fault[] => {
    const warnings: Fault[] = [];
    withCi(ci, () => scan([Quiet], { schemas: module(path.join(dir, file)), warn: (warning) => warnings.push(warning) }));
    return warnings;
  };

  it("are compared with those the schemas were emitted from, line ends aside", () => {
    write("package.json", "{}");
    for (const [name, text] of Object.entries(SOURCES)) write(name, text);
    expect(warningsOf("dist/schemas.generated.js")).toEqual([]);
    expect(warningsOf("src/schemas.generated.ts")).toEqual([]);
    write("src/b.ts", "export class B { edited = true }\n");
    const [warning, ...others] = warningsOf("dist/deep/schemas.generated.js");
    expect(warning).toMatchObject({ where: path.join(dir, "dist/deep/schemas.generated.js"), remedy: "run `npx cloudg-mcp schemas`" });
    expect(warning!.problem).toContain(`the sources in ${dir} (src/a.ts, src/b.ts) are not those`);
    expect(others).toEqual([]);
    expect(() => warningsOf("dist/schemas.generated.js", "true")).toThrow(/1 definition is wrong:\n.*are not those the schemas were emitted from/);
  });

  it("are not looked for above the package, in installed packages, or where one of them is gone", () => {
    write("src/a.ts", "edited");
    write("src/b.ts", "edited");
    write("package/package.json", "{}");
    expect(warningsOf("package/dist/schemas.generated.js", "true")).toEqual([]);
    expect(warningsOf("node_modules/plugin/schemas.generated.js", "true")).toEqual([]);
    write("package.json", "{}");
    rmSync(path.join(dir, "src/b.ts"));
    expect(warningsOf("dist/schemas.generated.js", "true")).toEqual([]);
    mkdirSync(path.join(dir, "src/b.ts"));
    expect(warningsOf("dist/schemas.generated.js", "true")).toEqual([]);
  });

  it("are found through the module that called defineSchemas", () => {
    expect((schemas([]) as { file?: string }).file).toBe(fileURLToPath(import.meta.url));
  });
});
