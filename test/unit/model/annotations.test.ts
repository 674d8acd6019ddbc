import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { deriveHints } from "../../../src/model/annotations.js";
import type { Capability } from "../../../src/model/capability.js";

interface Row {
  capabilities: Capability[];
  annotations: object;
}
const golden = JSON.parse(readFileSync(new URL("../../golden/annotation-hints.json", import.meta.url), "utf8")) as Row[];

describe("deriveHints", () => {
  it.each(golden)("$capabilities", ({ capabilities, annotations }) => {
    expect(JSON.stringify(deriveHints({}, new Set(capabilities)))).toBe(JSON.stringify(annotations));
  });

  it("leaves what the author said", () => {
    const said = { title: "T", readOnlyHint: true, destructiveHint: true, idempotentHint: false, openWorldHint: false };
    expect(deriveHints(said, new Set<Capability>(["exec"]))).toEqual(said);
  });

  it("calls a tool declared read-only idempotent only while its world is closed", () => {
    expect(deriveHints({ readOnlyHint: true }, new Set<Capability>(["write_state"])).idempotentHint).toBe(true);
    expect(deriveHints({ readOnlyHint: true }, new Set<Capability>(["cloud_access"]))).not.toHaveProperty("idempotentHint");
    expect(deriveHints({ readOnlyHint: false }, new Set<Capability>(["read_state"]))).not.toHaveProperty("idempotentHint");
  });
});
