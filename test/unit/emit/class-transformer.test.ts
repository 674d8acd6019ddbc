import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { EmittedFiles } from "./emit-files.js";
import { emitFiles, entriesOf, removeProjects } from "./emit-files.js";

afterAll(removeProjects);

const HEAD = `import { tool } from "cloudg-mcp"; import type { ToolContext } from "cloudg-mcp";
import { Exclude, Expose, Transform, Type } from "class-transformer"; import * as ct from "class-transformer"; import { Min } from "class-validator";\n`;

describe("class-transformer's decorators", () => {
  let emitted: EmittedFiles;
  beforeAll(() => {
    emitted = emitFiles({
      "a.ts": `${HEAD}
export class Inner { code = "a" }
export class Typed { @Type(() => Inner) inner!: Inner; @Expose() n = 1; @Exclude({ toPlainOnly: true }) out = 2; @ct.Transform(({ value }) => value, { toPlainOnly: true }) way = 3 }
export class Active {
  @Expose({ name: "wire" }) name!: string;
  @ct.Exclude() secret!: string;
  @Transform(({ value }) => value) @Min(2) word = 3;
  @Type(() => Inner) typed!: Inner;
  own!: Inner;
  when?: Date;
}
@Exclude() export class Shy { @Expose() seen!: string; hidden!: string }
export class Sub extends Active { more = true }
export class Outer { active = new Active(); list: Active[] = []; map!: Map<string, Active> }
export abstract class NotMade { @Expose({ name: "wire" }) name!: string; @Exclude() secret!: string }
export class A {
  @tool() typed(ctx: ToolContext, v: Typed) {}
  @tool() active(ctx: ToolContext, v: Active) {}
  @tool() shy(ctx: ToolContext, v: Shy) {}
  @tool() sub(ctx: ToolContext, v: Sub) {}
  @tool() outer(ctx: ToolContext, v: Outer) {}
  @tool() whole(ctx: ToolContext, { word }: Active) {}
  @tool() notMade(ctx: ToolContext, v: NotMade, picked: Pick<Active, "name">) {}
  @tool({ output: true }) back(ctx: ToolContext): Active { return new Active(); }
}`,
    });
  });

  const entry = (name: string) => entriesOf(emitted, "a.ts#A")[name]!;
  const INNER = { properties: { code: { default: "a", type: "string" } }, type: "object" };
  const ACTIVE = {
    wire: { type: "string" },
    word: { default: 3, minimum: 2, type: "number" },
    typed: INNER,
    own: INNER,
    when: { format: "date-time", type: "string" },
  };
  const PLAN = { renamed: { wire: "name" }, plain: ["word", "typed"] };

  it("have no fault", () => {
    expect(emitted.diagnostics.filter((text) => !text.startsWith("CG2006"))).toEqual([]);
  });

  it("change nothing where they are about the way out, or say what the type says", () => {
    const { schema, hydrate } = entry("typed");
    expect(Object.keys(schema.properties!.v!.properties!)).toEqual(["inner", "n", "out", "way"]);
    expect(hydrate).toEqual([
      ["/properties/v", "a.ts#Typed"],
      ["/properties/v/properties/inner", "a.ts#Inner"],
    ]);
  });

  it("rename, exclude and leave class-transformer what is its own", () => {
    const { schema, hydrate } = entry("active");
    expect(schema.properties!.v).toEqual({ properties: ACTIVE, required: ["wire", "typed", "own"], type: "object" });
    expect(hydrate).toEqual([
      ["/properties/v", "a.ts#Active", PLAN],
      ["/properties/v/properties/own", "a.ts#Inner"],
      ["/properties/v/properties/when", "Date"],
    ]);
  });

  it("count in subclasses, inside other classes and for the whole arguments object", () => {
    expect(entry("sub").hydrate?.[0]).toEqual(["/properties/v", "a.ts#Sub", PLAN]);
    expect(entry("outer").hydrate).toEqual(
      expect.arrayContaining([
        ["/properties/v/properties/active", "a.ts#Active", PLAN],
        ["/properties/v/properties/list/items", "a.ts#Active", PLAN],
        ["/properties/v/properties/map/additionalProperties", "a.ts#Active", PLAN],
      ]),
    );
    expect(entry("whole").schema).toMatchObject({ additionalProperties: false, properties: ACTIVE });
    expect(entry("whole").hydrate?.[0]).toEqual(["", "a.ts#Active", PLAN]);
  });

  it("take only what is exposed where the class excludes", () => {
    expect(entry("shy").schema.properties!.v!.properties).toEqual({ seen: { type: "string" } });
    expect(entry("shy").hydrate).toEqual([["/properties/v", "a.ts#Shy", { renamed: {}, plain: [] }]]);
  });

  it("mean nothing where no instance is made, nor in results", () => {
    expect(Object.keys(entry("notMade").schema.properties!.v!.properties!)).toEqual(["name", "secret"]);
    expect(Object.keys(entry("notMade").schema.properties!.picked!.properties!)).toEqual(["name"]);
    expect(Object.keys(entry("back").output!.properties!)).toContain("secret");
  });

  it("hand the module's own plainToInstance over", () => {
    expect(emitted.module.match(/from "class-transformer"/g)).toHaveLength(1);
    expect(emitFiles({ "b.ts": `${HEAD}export class B { @tool() b(ctx: ToolContext, n = 1) {} }` }).module).not.toContain("class-transformer");
  });
});
