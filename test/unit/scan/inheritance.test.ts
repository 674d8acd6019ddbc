import { describe, expect, it } from "@jest/globals";
import { arg, defineSchemas, hidden, plugin, Plugin, prompt, resource, resourceTemplate, scan, Sensitivity, tool } from "cloudg-mcp";
import type { SchemaModule, ToolContext } from "cloudg-mcp";

class Base extends Plugin {
  constructor(readonly label = "base") {
    super();
  }
  /** Says who answers. */
  @tool({ title: "Who", tags: ["base"], sensitivity: Sensitivity.Restricted, capabilities: ["exec"], timeoutSeconds: 5 })
  who(): string {
    return this.label;
  }
}
class Left extends Base {
  constructor() {
    super("left");
  }
  @tool("left_only") leftOnly(): number {
    return 1;
  }
}
class Right extends Base {
  @tool.inherit({ title: "Right who" }) override who(): string {
    return `right ${super.who()}`;
  }
}
class Undecorated extends Base {
  override who(): string {
    return "silent";
  }
}
class Hidden extends Base {
  @hidden() override who(): string {
    return super.who();
  }
  @tool() other(): number {
    return 2;
  }
}
class Grandchild extends Left {
  @tool("grand_who", { sensitivity: Sensitivity.Public }) override who(): string {
    return "grand";
  }
}
class Revived extends Hidden {
  @tool() override who(): string {
    return "revived";
  }
}
@plugin({ sensitivity: Sensitivity.Public, capabilities: ["cloud_access"], category: "loose", tags: ["loose"] })
class Loosening extends Base {
  @tool.inherit() override who(): string {
    return "loose";
  }
  @tool() fresh(): string {
    return "fresh";
  }
}

/** One entry per class and method, as the emitter would write them. */
function schemasFor(classes: (abstract new (...args: never[]) => object)[], kind = "tool", params: string[] = []): SchemaModule {
  const entry = { kind, params, schema: { type: "object", properties: {}, additionalProperties: false } } as const;
  const rows = classes.map((cls) => {
    const names = Object.getOwnPropertyNames(cls.prototype).filter((name) => name !== "constructor");
    return [cls, Object.fromEntries(names.map((name) => [name, [entry]]))];
  });
  return defineSchemas({ format: 1, generator: "test", sources: "" }, () => rows as never);
}
const schemas = schemasFor([Base, Left, Right, Hidden, Grandchild, Revived, Loosening]);
const toolsOf = (...classes: (new () => object)[]) => scan(classes, { schemas }).registry.tools;
const call = (tools: ReturnType<typeof toolsOf>, name: string): unknown => tools.get(name)!.handler({} as ToolContext, {});

describe("an inherited tool", () => {
  it("belongs to each subclass whole, policy marks included, and runs on its instance", () => {
    const who = toolsOf(Left).get("who")!;
    expect(who).toMatchObject({ title: "Who", sensitivity: "restricted", timeoutSeconds: 5, origin: "Left.who (inherited from Base)" });
    expect([...who.capabilities]).toEqual(["exec"]);
    expect(call(toolsOf(Left), "who")).toBe("left");
    expect([...toolsOf(Left).keys()]).toEqual(["who", "left_only"]);
  });

  it.each([
    ["one order", [Grandchild, Right]],
    ["the other", [Right, Grandchild]],
  ])("of two branches loaded together in %s is each one's own", (_, classes) => {
    const tools = toolsOf(...classes);
    expect(new Set(tools.keys())).toEqual(new Set(["grand_who", "left_only", "who"]));
    expect(call(tools, "who")).toBe("right base");
    expect(call(tools, "grand_who")).toBe("grand");
  });

  it.each([
    ["Left first", [Left, Right], "Right.who", "Left.who"],
    ["Right first", [Right, Left], "Left.who", "Right.who"],
  ])("that two siblings offer under one name is refused, naming both: %s", (_, classes, second, first) => {
    expect(() => toolsOf(...classes)).toThrow(new RegExp(`${second}.*: the tool "who" is already declared by ${first}`));
  });

  it("leaves the parent as it was, whatever the children declare", () => {
    toolsOf(Right);
    toolsOf(Grandchild);
    toolsOf(Hidden);
    const tools = toolsOf(Base);
    expect([...tools.keys()]).toEqual(["who"]);
    expect(tools.get("who")).toMatchObject({ title: "Who", sensitivity: "restricted", origin: "Base.who" });
    expect(call(tools, "who")).toBe("base");
  });
});

describe("an override", () => {
  it("keeps the parent's options under its own", () => {
    expect(toolsOf(Right).get("who")).toMatchObject({ title: "Right who", sensitivity: "restricted", timeoutSeconds: 5 });
    expect([...toolsOf(Right).get("who")!.tags]).toEqual(["base"]);
  });

  it("may loosen only by saying so", () => {
    expect(toolsOf(Grandchild).get("grand_who")!.sensitivity).toBe("public");
    const { who, fresh } = Object.fromEntries(toolsOf(Loosening));
    expect(who!.sensitivity).toBe("restricted");
    expect([...who!.capabilities].sort()).toEqual(["cloud_access", "exec"]);
    expect(who!.category).toBe("loose");
    expect([...who!.tags]).toEqual(["base"]);
    expect(fresh).toMatchObject({ sensitivity: "public", category: "loose" });
  });

  it("without a decorator is an error that names both classes and the way out", () => {
    expect(() => toolsOf(Undecorated)).toThrow(/Undecorated\.who: it overrides Base\.who, a @tool, without a decorator\n.*@tool\.inherit\(\).*@hidden\(\)/);
  });

  it("marked hidden drops the tool; a grandchild may offer it afresh", () => {
    expect([...toolsOf(Hidden).keys()]).toEqual(["other"]);
    expect(toolsOf(Revived).get("who")).toMatchObject({ title: undefined, sensitivity: "confidential" });
  });
});

describe("faults", () => {
  class Wrong extends Base {
    @tool.inherit() nothing(): number {
      return 1;
    }
    @hidden() nothingEither(): number {
      return 1;
    }
    @prompt() override who(): string {
      return "";
    }
    @tool("bad name") bad(): number {
      return 1;
    }
    @tool() @tool() twice(): number {
      return 1;
    }
    @resource("no uri") res(): number {
      return 1;
    }
    @resourceTemplate("x://{id}") unbound(): number {
      return 1;
    }
    @resourceTemplate("x://{b}", { completions: { b: "missing" } }) completed(): number {
      return 1;
    }
    // @ts-expect-error a decorator of ours does not fit an accessor
    @tool() get accessor(): number {
      return 1;
    }
    @tool() static fixed(): number {
      return 1;
    }
    // @ts-expect-error nor a property
    @tool() arrow = (): number => 1;
  }
  class NoSchemas {
    @tool() one(@arg("x") x: string): string {
      return x;
    }
    @tool() two(): number {
      return 2;
    }
    @tool({ inputSchema: { type: "object" } }) own(_ctx: ToolContext, args: unknown): unknown {
      return args;
    }
  }
  class NeedsArguments extends Base {
    constructor(readonly store: object) {
      super();
    }
  }
  class Throws extends Base {
    constructor() {
      super();
      throw new Error("no database");
    }
  }

  it("are reported all at once, each with its remedy", () => {
    const all = schemasFor([Base, Wrong]);
    let message = "";
    try {
      scan([Wrong, NoSchemas, NeedsArguments, Throws, class Empty {}, undefined as never], { schemas: all });
    } catch (error) {
      message = (error as Error).message;
    }
    for (const part of [
      "Wrong.nothing: @tool.inherit() has nothing to inherit",
      "Wrong.nothingEither: @hidden() has nothing to hide",
      "Wrong.who: it is a @prompt, but overrides Base.who, a @tool",
      'Wrong.bad: tool name "bad name" is not valid',
      "@tool on Wrong.twice: the method has two decorators",
      'Wrong.res: "no uri" is not a resource URI',
      'Wrong.unbound: x://{id}: the variable "id" is no parameter of the method (none)',
      'Wrong.completed: the completion "missing" is no method of the class',
      "@tool on Wrong.accessor: it is on an accessor",
      "@tool on Wrong.fixed: it is on a static member",
      "@tool on Wrong.arrow: it is on a property",
      "NoSchemas.one: there is no emitted schema for this @tool",
      "NoSchemas.two: there is no emitted schema",
      "npx cloudg-mcp schemas",
      "NeedsArguments: its constructor takes 1 argument",
      "Throws: its constructor threw Error: no database",
      "Empty: it has no decorated method",
      "plugins: undefined is not a plugin",
    ]) {
      expect(message).toContain(part);
    }
    expect(message).not.toContain("NoSchemas.own");
  });

  it("name the compiler option when a decorator is called the TC39 way", () => {
    const context = { kind: "method", name: "changes", static: false, private: false };
    for (const decorator of [tool(), resource("x://r"), hidden()]) {
      expect(() => (decorator as (...args: unknown[]) => void)(() => 1, context)).toThrow(/on changes[^]*"experimentalDecorators": true/);
    }
    expect(() => (plugin({}) as (...args: unknown[]) => void)(class {}, { kind: "class", name: "X" })).toThrow(/experimentalDecorators/);
  });

  it("include a class whose constructor needs a container, unless one is given", () => {
    const store = {};
    const { instances, registry } = scan([NeedsArguments], { schemas, instantiate: (cls) => (cls === NeedsArguments ? new NeedsArguments(store) : undefined) });
    expect((instances[0] as NeedsArguments).store).toBe(store);
    expect(registry.tools.has("who")).toBe(true);
    expect(scan([new NeedsArguments(store)], { schemas }).registry.tools.get("who")!.origin).toBe("NeedsArguments.who (inherited from Base)");
  });
});
