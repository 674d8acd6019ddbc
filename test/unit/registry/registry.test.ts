import { describe, expect, it } from "@jest/globals";
import { DefinitionError } from "../../../src/errors.js";
import { PromptSpec } from "../../../src/model/prompt-spec.js";
import { ResourceSpec, ResourceTemplateSpec } from "../../../src/model/resource-spec.js";
import { ToolSpec } from "../../../src/model/tool-spec.js";
import { Registry } from "../../../src/registry/registry.js";

const handler = (): null => null;
const tool = (name: string, origin?: string): ToolSpec => new ToolSpec({ name, handler, origin });
const template = (uriTemplate: string): ResourceTemplateSpec => new ResourceTemplateSpec({ name: "t", uriTemplate, handler });

describe("Registry", () => {
  it("keeps each kind by its own key, in order of registration", () => {
    const registry = new Registry()
      .add(tool("b"))
      .add(tool("a"))
      .add(new PromptSpec({ name: "a", handler }))
      .add(new ResourceSpec({ name: "a", uri: "x://a", handler }))
      .add(template("x://{id}"));
    expect([...registry.tools.keys()]).toEqual(["b", "a"]);
    expect([...registry.resources.keys(), ...registry.templates.keys(), ...registry.prompts.keys()]).toEqual(["x://a", "x://{id}", "a"]);
    expect(registry.size).toBe(5);
  });

  it("names both declarations of a duplicate, unless told to replace", () => {
    const registry = new Registry().add(tool("t", "A.t"));
    expect(() => registry.add(tool("t", "B.t"))).toThrow(DefinitionError);
    expect(() => registry.add(tool("t", "B.t"))).toThrow(/B\.t: the tool "t" is already declared by A\.t/);
    const other = tool("t", "B.t");
    expect(registry.add(other, { replace: true }).tools.get("t")).toBe(other);
  });

  it("merges all or nothing", () => {
    const registry = new Registry().add(tool("a")).add(tool("b"));
    const other = new Registry().add(tool("c")).add(tool("b")).add(tool("a"));
    expect(() => registry.merge(other)).toThrow(/2 definitions are wrong/);
    expect([...registry.tools.keys()]).toEqual(["a", "b"]);
    expect([...registry.merge(other, { replace: true }).tools.keys()]).toEqual(["a", "b", "c"]);
  });

  it("finds the longest template that fits", () => {
    const registry = new Registry().add(template("x://assets/{+ref}")).add(template("x://assets/{+ref}/neighbors"));
    expect(registry.findTemplate("x://assets/a/b/neighbors")).toMatchObject({
      spec: { uriTemplate: "x://assets/{+ref}/neighbors" },
      variables: { ref: "a/b" },
    });
    expect(registry.findTemplate("x://assets/a/b")).toMatchObject({ variables: { ref: "a/b" } });
    expect(registry.findTemplate("y://")).toBeUndefined();
    registry.add(template("x://assets/{+ref}/neighbors/all"));
    expect(registry.findTemplate("x://assets/a/neighbors/all")).toMatchObject({ spec: { uriTemplate: "x://assets/{+ref}/neighbors/all" } });
  });

  it("says that it changed", () => {
    const registry = new Registry().add(tool("a"));
    const before = registry.version;
    expect(registry.remove("tool", "a")).toBe(true);
    expect(registry.remove("tool", "a")).toBe(false);
    expect(registry.version).toBeGreaterThan(before);
    expect(registry.tools.size).toBe(0);
  });
});
