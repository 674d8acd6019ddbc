import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { UriTemplate, UriTemplateError } from "../../../src/uri/template.js";

const asset = new UriTemplate("cloudg://assets/{+ref}");

describe("parsing", () => {
  it.each([
    ["no scheme", "assets/{id}", /begin with a scheme/],
    ["unclosed", "a://{id", /never closed/],
    ["stray brace", "a://x}", /without a "\{"/],
    ["unknown operator", "a://{?q}", /not a form/],
    ["bad name", "a://{1x}", /not a form/],
    ["empty", "a://{}", /not a form/],
    ["twice", "a://{x}/{x}", /appears twice/],
    ["nested", "a://{a{b}}", /not a form/],
  ])("refuses %s", (_, text, message) => {
    expect(() => new UriTemplate(text)).toThrow(message);
    expect(() => new UriTemplate(text)).toThrow(UriTemplateError);
  });

  it("lists variables in order, with the legacy spelling", () => {
    expect(new UriTemplate("x://{a}/{+b}/y/{c*}").variables).toEqual(["a", "b", "c"]);
  });
});

describe("matching", () => {
  it.each<[string, string, Record<string, string> | undefined]>([
    ["x://{id}", "x://7", { id: "7" }],
    ["x://{id}", "x://", undefined],
    ["x://{id}", "x://a/b", undefined],
    ["x://{id}", "x://a?b", undefined],
    ["x://{+id}", "x://a/b?c#d", { id: "a/b?c#d" }],
    ["x://{id*}", "x://a/b", { id: "a/b" }],
    ["x://{+id}/n", "x://a/b/n", { id: "a/b" }],
    ["x://{+id}/n", "x:///n", undefined],
    ["x://{a}/{b}", "x://1/2", { a: "1", b: "2" }],
    ["x://{a}/{b}", "x://1/2/3", undefined],
    ["x://{a}-{b}", "x://1-2-3", { a: "1-2", b: "3" }],
    ["x://{+a}/{b}", "x://1/2/3", { a: "1/2", b: "3" }],
    ["x://{a}/{+b}", "x://1/2/3", { a: "1", b: "2/3" }],
    ["x://{a}{b}", "x://123", { a: "12", b: "3" }],
    ["x://{a}{b}", "x://1", undefined],
    ["x://list", "x://list", {}],
    ["x://list", "x://list2", undefined],
    ["x://{id}", "x://a%2Fb", { id: "a/b" }],
    ["x://{id}", "x://%zz", undefined],
    ["x://{id}", "x://%C3%28", undefined],
    ["x://{id}", "y://7", undefined],
  ])("%s against %s", (template, uri, expected) => {
    expect(new UriTemplate(template).match(uri)).toEqual(expected);
  });

  it("does not reach a prototype through a variable's name", () => {
    const values = new UriTemplate("x://{__proto__}").match("x://polluted");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });

  it("answers for adversarial templates and long URIs without backtracking", () => {
    const template = new UriTemplate("x://{+a}/{+b}/{+c}/{+d}/{+e}/{+f}!");
    expect(template.match(`x://${"/".repeat(100_000)}`)).toBeUndefined();
    expect(template.match(`x://${"a/".repeat(50_000)}b!`)).toMatchObject({ f: "b" });
  });

  /** The same forms as a backtracking expression, which is right and only slow. */
  it("agrees with the regular expression that defines it", () => {
    const part = fc.constantFrom("/", "a", "b/", "{v}", "{+v}", "?", "-");
    const uri = fc.string({ unit: fc.constantFrom("/", "a", "b", "?", "-"), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), uri, (parts, rest) => {
        const text = `x:${parts.map((one, i) => one.replace("v", `v${i}`)).join("")}`;
        const source = text
          .replace(/[?]/g, "\\?")
          .replace(/\{\+(\w+)\}/g, "(?<$1>.+)")
          .replace(/\{(\w+)\}/g, "(?<$1>[^/?]+)");
        const expected = new RegExp(`^${source}$`).exec(`x:${rest}`);
        expect(new UriTemplate(text).match(`x:${rest}`)).toEqual(expected === null ? undefined : { ...expected.groups });
      }),
    );
  });
});

describe("expanding", () => {
  const golden = { ref: "arn:aws:ec2:us-east-1:111111111111:instance/i-0bast" };

  it("leaves reserved characters alone in {+var} and escapes everything in {var}", () => {
    expect(asset.expand(golden)).toBe("cloudg://assets/arn:aws:ec2:us-east-1:111111111111:instance/i-0bast");
    expect(new UriTemplate("x://{+v}").expand({ v: "/:@!$&'()*+,;= %é" })).toBe("x:///:@!$&'()*+,;=%20%25%C3%A9");
    expect(new UriTemplate("x://{v}").expand({ v: "/:@!$&'()*+,;= %" })).toBe("x://%2F%3A%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%20%25");
  });

  it("round-trips every string a form can carry", () => {
    const template = new UriTemplate("x://{one}/y/{+many}");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.string({ unit: "binary", minLength: 1 }), (one, many) => {
        fc.pre(one.isWellFormed() && many.isWellFormed() && !many.includes("/y/"));
        expect(template.match(template.expand({ one, many }))).toEqual({ one, many });
      }),
    );
  });

  it("says which value is missing or cannot be carried", () => {
    expect(() => asset.expand({})).toThrow(/"ref" needs a value/);
    expect(() => asset.expand({ ref: "" })).toThrow(/"ref" needs a value/);
    expect(() => asset.expand({ ref: "\ud800" })).toThrow(/lone surrogate/);
    expect(() => asset.expand(Object.create({ ref: "inherited" }) as Record<string, string>)).toThrow(/"ref" needs a value/);
  });

  it("gives policies the decoded form", () => {
    const variables = asset.match("cloudg://assets/%64b-1")!;
    expect(asset.canonical(variables)).toBe("cloudg://assets/db-1");
  });
});
