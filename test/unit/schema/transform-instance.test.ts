import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { Exclude, Expose, plainToInstance, Transform, Type } from "class-transformer";
import { IsInt, Max } from "class-validator";
import { InvalidArgumentsError } from "../../../src/errors.js";
import type { HydrationMark } from "../../../src/model/hydration.js";
import type { JsonSchema } from "../../../src/model/json-schema.js";
import { validateArguments } from "../../../src/schema/argument-validator.js";
import { compileResidual } from "../../../src/schema/residual.js";

class Inner {
  code = "none";
  extra = 1;
}
class Plain {
  n = 1;
}
class Dto {
  @Expose({ name: "wire_name" })
  name!: string;
  @Exclude()
  secret = "mine";
  @Transform(({ value }: { value: string }) => value.trim().toUpperCase())
  word = "initial";
  @Type(() => Inner)
  inner = new Inner();
  @Type(() => Inner)
  list: Inner[] = [];
  @Expose()
  exposed = 7;
  /** Not class-transformer's: the marks make them. */
  own?: Plain;
  when?: Date;
  address?: URL;
  size?: number;
  method(): string {
    return "method";
  }
}

const INNER: JsonSchema = { type: "object", properties: { code: { type: "string" }, extra: { type: "integer" } } };
const DTO: JsonSchema = {
  type: "object",
  properties: {
    wire_name: { type: "string" },
    word: { type: "string", default: "initial", maxLength: 12 },
    inner: INNER,
    list: { type: "array", items: INNER, default: [] },
    exposed: { type: "integer", default: 7 },
    own: { type: "object", properties: { n: { type: "integer" } } },
    when: { type: "string", format: "date-time" },
    address: { type: "string", format: "uri" },
    size: { type: "integer", default: 5 },
  },
  required: ["wire_name"],
};
const transform = { plainToInstance, renamed: { wire_name: "name" }, plain: ["word", "inner", "list"] };
const marksAt = (pointer: string): HydrationMark[] => [
  [pointer, Dto, transform],
  [`${pointer}/properties/own`, Plain],
  [`${pointer}/properties/when`, "Date"],
  [`${pointer}/properties/address`, "URL"],
];
const contract = { schema: { type: "object", properties: { dto: DTO } } as JsonSchema, hydrate: marksAt("/properties/dto") };
const build = (dto: unknown): Dto => validateArguments(contract, { dto })["dto"] as Dto;
const refusal = (run: () => unknown): InvalidArgumentsError => {
  try {
    run();
  } catch (error) {
    return error as InvalidArgumentsError;
  }
  throw new Error("it was not refused");
};

describe("DTOs with class-transformer's decorators", () => {
  it("are made by class-transformer, nested ones too", () => {
    const dto = build({ wire_name: "n", word: " abc ", inner: { code: "c" }, list: [{ code: "a" }, {}], exposed: "8" });
    expect(dto).toBeInstanceOf(Dto);
    expect(dto).toMatchObject({ name: "n", word: "ABC", secret: "mine", exposed: 8 });
    expect(dto.inner).toBeInstanceOf(Inner);
    expect(dto.inner).toEqual({ code: "c", extra: 1 });
    expect(dto.list.map((inner) => [inner instanceof Inner, inner.code])).toEqual([
      [true, "a"],
      [true, "none"],
    ]);
    expect(dto).not.toHaveProperty("wire_name");
  });

  it("keep their initialisers for what is absent, and get a default of the schema that no initialiser says", () => {
    const [first, second] = [build({ wire_name: "n" }), build({ wire_name: "n" })];
    expect(first).toMatchObject({ word: "initial", exposed: 7, size: 5, inner: { code: "none" } });
    expect(first.inner).not.toBe(second.inner);
  });

  it("get what the marks make as it is, for class-transformer would take it apart", () => {
    const dto = build({ wire_name: "n", own: { n: "3" }, when: "2026-01-02T00:00:00Z", address: "https://x.test/" });
    expect(dto.own).toBeInstanceOf(Plain);
    expect(dto.own?.n).toBe(3);
    expect(dto.when).toEqual(new Date("2026-01-02T00:00:00Z"));
    expect(dto.address?.host).toBe("x.test");
  });

  it("take nothing the schema does not name: excluded, renamed and strange entries, methods, prototypes", () => {
    const dto = build({ wire_name: "n", secret: "theirs", name: "other", strange: 1, method: "x" });
    expect(dto).toMatchObject({ name: "n", secret: "mine" });
    expect(dto).not.toHaveProperty("strange");
    expect(dto.method()).toBe("method");
    expect(() => build(JSON.parse('{"wire_name":"n","__proto__":{"word":"x"}}'))).toThrow(InvalidArgumentsError);
  });

  it("are checked as callers send them, before anything is transformed", () => {
    const error = refusal(() => build({ word: "x".repeat(13), inner: { extra: "much" } }));
    expect(error.data.map(({ loc }) => loc).sort()).toEqual(["dto.inner.extra", "dto.wire_name", "dto.word"]);
  });

  it("stay as they are when the caller brings an instance", () => {
    const dto = new Dto();
    expect(build(dto)).toBe(dto);
  });

  it("are made in lists, unions and recursive types as well", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { list: { type: "array", items: DTO }, one: { anyOf: [DTO, { type: "null" }] }, node: { $ref: "#/$defs/Node" } },
      $defs: { Node: { type: "object", properties: { word: { type: "string" }, next: { $ref: "#/$defs/Node" }, typed: { $ref: "#/$defs/Node" } } } },
    };
    class Node {
      @Transform(({ value }: { value: string }) => `<${value}>`)
      word = "";
      next?: Node;
      @Type(() => Node)
      typed?: Node;
    }
    const hydrate: HydrationMark[] = [
      ...marksAt("/properties/list/items"),
      ...marksAt("/properties/one/anyOf/0"),
      ["/$defs/Node", Node, { plainToInstance, renamed: {}, plain: ["word", "typed"] }],
    ];
    const args = validateArguments(
      { schema, hydrate },
      { list: [{ wire_name: "a" }, { wire_name: "b" }], one: { wire_name: "c", word: "w" }, node: { word: "x", next: { word: "y" }, typed: { word: "z" } } },
    );
    expect((args["list"] as Dto[]).map((dto) => [dto instanceof Dto, dto.name])).toEqual([
      [true, "a"],
      [true, "b"],
    ]);
    expect(args["one"]).toMatchObject({ name: "c", word: "W" });
    expect(args["node"]).toBeInstanceOf(Node);
    expect(args["node"]).toMatchObject({ word: "<x>", next: { word: "<y>" }, typed: { word: "<z>" } });
    expect((args["node"] as Node).next).toBeInstanceOf(Node);
    expect((args["node"] as Node).typed).toBeInstanceOf(Node);
    expect(validateArguments({ schema, hydrate }, { one: null })).toEqual({ one: null });
  });

  it("turn what a transformation throws into an argument error that does not repeat the value", () => {
    class Throwing {
      @Transform(({ value }: { value: string }) => {
        throw new RangeError(`cannot use ${value}`);
      })
      text!: string;
    }
    const error = refusal(() =>
      validateArguments(
        {
          schema: { type: "object", properties: { dto: { type: "object", properties: { text: { type: "string" } } } } },
          hydrate: [["/properties/dto", Throwing, { plainToInstance, renamed: {}, plain: [] }]],
        },
        { dto: { text: "S3cr3t" } },
      ),
    );
    expect(error).toBeInstanceOf(InvalidArgumentsError);
    expect(error.data).toEqual([{ loc: "dto", msg: "Value error, the transformation of the class refuses this value", type: "value_error" }]);
    expect(JSON.stringify([error.message, error.data, error.stack])).not.toContain("S3cr3t");
  });

  it("are judged by class-validator after the transformation, where it runs at all", async () => {
    class Doubled {
      @IsInt()
      @Max(10)
      @Transform(({ value }: { value: number }) => value * 2)
      n = 1;
    }
    const args = validateArguments(
      {
        schema: { type: "object", properties: { dto: { type: "object", properties: { n: { type: "integer", maximum: 10 } } } } },
        hydrate: [["/properties/dto", Doubled, { plainToInstance, renamed: {}, plain: [] }]],
      },
      { dto: { n: 9 } },
    );
    expect(args["dto"]).toEqual({ n: 18 });
    expect((await compileResidual()(args)).map(({ loc }) => loc)).toEqual(["dto.n"]);
  });
});
