/** Which exports of a module are plugins, and what is said when none is. */
import { describe, expect, it } from "@jest/globals";
import { definePlugin, defineSchemas, Plugin, tool } from "cloudg-mcp";
import { pickPlugins } from "../../../src/cli/plugin-exports.js";

class Decorated extends Plugin {
  @tool({ inputSchema: { type: "object" } })
  run(): string {
    return "ran";
  }
}
class Plain {}
const definition = definePlugin({ classes: [Decorated] });
const other = definePlugin({ classes: [Decorated] });
const schemas = defineSchemas({ format: 1, generator: "test", sources: "none" }, () => []);
const instance = new Decorated();

describe("pickPlugins", () => {
  it.each([
    ["a definition", { default: definition }, [definition]],
    ["a class", { default: Decorated }, [Decorated]],
    ["a class without decorators, which the scan explains better", { default: Plain }, [Plain]],
    ["an instance", { default: instance }, [instance]],
    ["an array of all of them", { default: [definition, Decorated, instance] }, [definition, Decorated, instance]],
    ["the default export before named ones", { default: definition, other }, [definition]],
    ["every named definition", { one: definition, two: other, helper: () => 1, Decorated }, [definition, other]],
    ["named definitions beside a default export that is none", { default: { port: 1 }, other }, [other]],
    ["compiled CommonJS", { default: { __esModule: true, default: definition }, __esModule: true }, [definition]],
  ])("takes %s", (_what, namespace, expected) => {
    expect(pickPlugins("./p.js", namespace).sources).toEqual(expected);
  });

  it("takes emitted schemas that are exported beside a class", () => {
    expect(pickPlugins("./p.js", { default: Decorated, schemas }).schemas).toEqual([schemas]);
  });

  it.each([
    ["nothing", {}, "nothing at all"],
    ["a function", { default: () => 1 }, "default (function)"],
    ["a plain object", { default: { name: "x" } }, "default (object)"],
    ["an instance without decorators", { default: new Plain() }, "default (object)"],
    ["an array that is half usable", { default: [definition, 3] }, "default (array of object, number)"],
    ["an empty array", { default: [] }, "default (empty array)"],
    ["null", { default: null }, "default (null)"],
    ["an undecorated named class", { Decorated, schemas }, "Decorated (class), schemas (emitted schemas)"],
  ])("refuses %s and lists the exports", (_what, namespace, listed) => {
    expect(() => pickPlugins("./p.js", namespace)).toThrow(`plugin ./p.js: it exports nothing to serve; it exports ${listed}\n`);
  });
});
