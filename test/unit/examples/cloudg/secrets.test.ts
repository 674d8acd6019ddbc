import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { cleanAttributes, cleanText } from "../../../../examples/cloudg/src/data/clean.js";
import type { JsonValue } from "../../../../examples/cloudg/src/data/json.js";
import { maskValue } from "../../../../examples/cloudg/src/data/mask.js";
import { isSecretName } from "../../../../examples/cloudg/src/data/secret-names.js";
import { SecretSet } from "../../../../examples/cloudg/src/data/secret-set.js";

describe("isSecretName", () => {
  it.each(
    "password master_password adminPassword DB_PASSWORD passwords secret client_secret clientSecret secret_string private_key private_key_pem token auth_token access_key secret_access_key api_key apiKey primary_access_key secondary_key primary_connection_string sas_url kube_config_raw credentials ses_smtp_password_v4 user_data custom_data x-api-key".split(
      " ",
    ),
  )("%s", (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each(
    "name id secret_arn secret_id access_key_id key_name kms_key_id password_length password_reset_required http_tokens token_ttl public_key secretary tokenizer user_data_replace_on_change primary key_vault_id partition_key policy".split(
      " ",
    ),
  )("not %s", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe("cleanAttributes", () => {
  it("hides by name, in pairs, in lists, by type, by look", () => {
    expect(
      cleanAttributes({
        password: "x",
        passwords: ["x", "y"],
        secret: { inner: "shown", token: "x" },
        token: "",
        api_key: 5,
        secret_key: "arn:aws:secretsmanager:us-east-1:1:secret:x",
        environment: [
          { name: "API_TOKEN", value: "x" },
          { name: "HOME", value: "/" },
        ],
        key: "-----BEGIN RSA PRIVATE KEY-----\nabc",
        url: "see https://user:pw@example.com/a and http://example.com:80/x@y",
      }),
    ).toEqual({
      password: "(sensitive)",
      passwords: ["(sensitive)", "(sensitive)"],
      secret: { inner: "shown", token: "(sensitive)" },
      token: "",
      api_key: 5,
      secret_key: "arn:aws:secretsmanager:us-east-1:1:secret:x",
      environment: [
        { name: "API_TOKEN", value: "(sensitive)" },
        { name: "HOME", value: "/" },
      ],
      key: "(sensitive)",
      url: "see https://user:(sensitive)@example.com/a and http://example.com:80/x@y",
    });
    expect(cleanAttributes({ result: "x", length: 9 }, "random_password")).toEqual({ result: "(sensitive)", length: 9 });
  });

  it("looks into JSON in a string, leaves the rest of it as written, and gives up on nests of it", () => {
    const policy = '{ "Statement": [ { "Action": "kms:*", "Key": "a" } ] }';
    expect(cleanAttributes({ policy, broken: '{"password": "x' })).toEqual({ policy, broken: '{"password": "x' });
    const nest = (depth: number): string => JSON.stringify({ password: "x", inner: depth === 0 ? 1 : nest(depth - 1) });
    expect(JSON.stringify(cleanAttributes({ nest: nest(6) }))).not.toContain('"x');
  });
});

describe("cleanAttributes with remembered values", () => {
  it("finds them where JSON spells them with escapes", () => {
    const secrets = new SecretSet();
    secrets.add('line one\n"two"');
    expect(cleanAttributes({ a: JSON.stringify({ b: 'line one\n"two"' }), c: 'x line one\n"two" y' }, "", secrets)).toEqual({
      a: '{"b":"(sensitive)"}',
      c: "x (sensitive) y",
    });
  });
});

describe("SecretSet", () => {
  const secrets = new SecretSet();
  secrets.add(["abc", "true", "xy", "long-secret-1", "long-secret-1-and-more", { k: "another-one" }]);

  it.each([
    ["abc", "(sensitive)"],
    ["abcd", "abcd"],
    ["xy", "xy"],
    ["true", "true"],
    ["a long-secret-1 b another-one", "a (sensitive) b (sensitive)"],
    ["long-secret-1-and-more", "(sensitive)"],
    ["<long-secret-1-and-more>", "<(sensitive)>"],
    ["long-secret-1long-secret-1", "(sensitive)(sensitive)"],
    ["long-secret-", "long-secret-"],
  ])("%j → %j", (text, expected) => {
    expect(secrets.hide(text)).toBe(expected);
    expect(cleanText(text, secrets)).toBe(expected);
  });

  it("lets no long secret through, wherever it stands", () => {
    const secret = fc.string({ minLength: 8, maxLength: 30 }).filter((text) => !"(sensitive)".includes(text) && text.trim() !== "");
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 5 }), fc.string(), fc.string(), (texts, before, after) => {
        const set = new SecretSet();
        set.add(texts);
        for (const text of texts) expect(set.hide(`${before}${text}${after}`)).not.toBe(`${before}${text}${after}`);
      }),
    );
  });

  it("forgets what is taken back", () => {
    const set = new SecretSet();
    set.add(["vpc-0123456", "vpc-0123456-x"]);
    set.forget("vpc-0123456");
    expect([set.hide("vpc-0123456"), set.hide("in vpc-0123456-x"), set.hide("on vpc-0123456")]).toEqual(["vpc-0123456", "in (sensitive)", "on vpc-0123456"]);
  });
});

describe("maskValue", () => {
  const hidden: JsonValue[] = [];

  it("tells what it hid, and copies the rest without unsafe keys", () => {
    const value = JSON.parse('{"a": 1, "b": [1, {"c": "x"}], "__proto__": {"d": 1}}') as JsonValue;
    expect(maskValue(value, { b: [false, { c: true }] }, (item) => hidden.push(item))).toEqual({ a: 1, b: [1, { c: "(sensitive)" }] });
    expect(hidden).toEqual(["x"]);
  });

  it("hides every marked text, whatever the shapes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (value, mask) => {
        expect(maskValue(value as JsonValue, true, () => undefined)).toBe(value === null ? null : "(sensitive)");
        expect(() => maskValue(value as JsonValue, mask as JsonValue, () => undefined)).not.toThrow();
      }),
    );
  });
});
