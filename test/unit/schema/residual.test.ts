import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { Type } from "class-transformer";
import {
  ArrayContains,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
} from "class-validator";
import type { ValidatorConstraintInterface } from "class-validator";
import { validateArguments } from "../../../src/schema/argument-validator.js";
import { compileResidual } from "../../../src/schema/residual.js";

function IsEven(message = "$property must be even"): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: "isEven",
      target: target.constructor,
      propertyName: property as string,
      options: { message },
      validator: { validate: (value: number) => value % 2 === 0 },
    });
}

class Inner {
  @IsEven()
  n = 2;
}

class Outer {
  @IsEven()
  n = 2;
  @ValidateNested()
  @Type(() => Inner)
  inner = new Inner();
  @Matches(/^x/)
  optional?: string;
  @IsEven()
  nothing: number | null = null;
}

const outer = (n: number, inner: number): Outer => Object.assign(new Outer(), { n, inner: Object.assign(new Inner(), { n: inner }) });

describe("compileResidual", () => {
  it("says nothing about arguments that are right, nor about what is absent", async () => {
    const check = compileResidual(new Map([["limit", [IsEven(), Min(1)]]]));
    expect(await check({ limit: 2, dto: outer(2, 4), plain: { n: 3 } })).toEqual([]);
    expect(await check({})).toEqual([]);
  });

  it("reports arguments by their parameter's validators", async () => {
    const check = compileResidual(new Map([["limit", [IsEven(), IsInt()]]]));
    expect(await check({ limit: 3, other: 3 })).toEqual([{ loc: "limit", msg: "Value error, limit must be even", type: "value_error" }]);
  });

  it("reports instances wherever they are, once", async () => {
    const issues = await compileResidual()({ dto: outer(1, 3), list: [outer(2, 5)], map: new Map([["k", outer(7, 2)]]), set: new Set([outer(9, 2)]) });
    expect(issues.map(({ loc }) => loc).sort()).toEqual(["dto.inner.n", "dto.n", "list.0.inner.n", "map.k.n", "set.0.n"]);
  });

  it("does not repeat the value, whatever the message says", async () => {
    class Quoting {
      @IsEven("$value is odd")
      n = 12345;
      @Matches(/^a/, { message: "no: $value" })
      text = "S3cr3t (*";
    }
    const issues = await compileResidual()({ dto: new Quoting() });
    expect(issues).toHaveLength(2);
    expect(JSON.stringify(issues)).not.toMatch(/12345|S3cr3t/);
  });

  it("bears cycles and foreign objects", async () => {
    const dto = outer(2, 2) as Outer & { self?: unknown };
    dto.self = { dto, date: new Date(), url: new URL("a:b"), bytes: new Uint8Array(3) };
    expect(await compileResidual()({ dto })).toEqual([]);
  });

  it("sees what the validator built", async () => {
    const contract = {
      schema: { properties: { dto: { type: "object", properties: { n: { type: "integer" } } } } } as const,
      hydrate: [["/properties/dto", Inner]] as const,
    };
    const args = validateArguments(contract, { dto: { n: "3" } });
    expect((await compileResidual()(args)).map(({ loc }) => loc)).toEqual(["dto.n"]);
  });

  it("waits for validators that take their time", async () => {
    @ValidatorConstraint({ async: true })
    class IsFree implements ValidatorConstraintInterface {
      async validate(name: string): Promise<boolean> {
        await Promise.resolve();
        return name !== "taken";
      }
      defaultMessage(): string {
        return "the name is in use";
      }
    }
    class Account {
      @Validate(IsFree)
      name!: string;
    }
    const check = compileResidual(new Map([["nick", [Validate(IsFree)]]]));
    const issues = await check({ nick: "taken", account: Object.assign(new Account(), { name: "taken" }) });
    expect(issues.map(({ loc, msg }) => `${loc}: ${msg}`)).toEqual(["nick: Value error, the name is in use", "account.name: Value error, the name is in use"]);
    expect(await check({ nick: "free", account: Object.assign(new Account(), { name: "free" }) })).toEqual([]);
  });

  it("lets a validator that fails itself fail the call, not pass it", async () => {
    @ValidatorConstraint()
    class Broken implements ValidatorConstraintInterface {
      validate(): boolean {
        throw new Error("no database");
      }
    }
    await expect(compileResidual(new Map([["x", [Validate(Broken)]]]))({ x: 1 })).rejects.toThrow("no database");
  });

  it("judges every element under each, in lists and maps", async () => {
    class Tags {
      @Matches(/^[a-z]+$/i, { each: true })
      tags: string[] = [];
      @ArrayContains(["x"])
      letters = ["x"];
    }
    const check = compileResidual();
    expect(await check({ dto: Object.assign(new Tags(), { tags: ["A", "b"] }) })).toEqual([]);
    expect((await check({ dto: Object.assign(new Tags(), { tags: ["A", "1"], letters: ["y"] }) })).map(({ loc }) => loc).sort()).toEqual([
      "dto.letters",
      "dto.tags",
    ]);
  });

  it("asks @ValidateIf of the whole object, and @IsOptional of absent values only", async () => {
    class Choice {
      kind = "a";
      @ValidateIf((choice: Choice) => choice.kind === "b")
      @Min(5)
      size = 1;
      @IsOptional()
      @Max(3)
      most?: number;
    }
    const check = compileResidual();
    expect(await check({ c: new Choice() })).toEqual([]);
    expect((await check({ c: Object.assign(new Choice(), { kind: "b", most: 4 }) })).map(({ loc }) => loc).sort()).toEqual(["c.most", "c.size"]);
  });

  it("leaves out validators for groups, as the schema does, but not those that hold always", async () => {
    class Grouped {
      @Min(5, { groups: ["create"] })
      n = 1;
      @Max(0, { groups: ["create"], always: true })
      m = 1;
    }
    expect((await compileResidual()({ g: new Grouped() })).map(({ loc }) => loc)).toEqual(["g.m"]);
  });

  it("minds the flags of @Matches", async () => {
    class Text {
      @Matches(/^abc$/i)
      text = "ABC";
    }
    expect(await compileResidual()({ t: new Text() })).toEqual([]);
    expect(await compileResidual()({ t: Object.assign(new Text(), { text: "ABCD" }) })).toHaveLength(1);
  });
});
