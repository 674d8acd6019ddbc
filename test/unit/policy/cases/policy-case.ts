/** One row of the policy suite: a policy, a caller, a primitive, and the decision with its exact reason. */
import type { Capability } from "../../../../src/model/capability.js";
import type { PrimitiveKind } from "../../../../src/model/kinds.js";
import { Principal } from "../../../../src/model/principal.js";
import { PromptSpec } from "../../../../src/model/prompt-spec.js";
import { ResourceSpec, ResourceTemplateSpec } from "../../../../src/model/resource-spec.js";
import type { Sensitivity } from "../../../../src/model/sensitivity.js";
import { ToolSpec } from "../../../../src/model/tool-spec.js";
import type { PolicyInput } from "../../../../src/policy/document.js";
import type { AnySpec } from "../../../../src/registry/registry.js";

export interface Thing {
  /** @default "tool" */
  readonly kind?: PrimitiveKind;
  /** Name, URI or template. @default "t" */
  readonly name?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly sensitivity?: Sensitivity;
  readonly capabilities?: readonly Capability[];
  /** A read of this concrete URI, decoded. */
  readonly read?: string;
}

export interface Caller {
  readonly id?: string;
  /** @default ["default"] */
  readonly roles?: readonly string[];
}

export interface PolicyCase {
  readonly about: string;
  readonly policy: PolicyInput | string;
  readonly thing?: Thing;
  readonly caller?: Caller;
  readonly allowed: boolean;
  readonly reason: string;
}

/** A row that ends in yes. */
export function yes(about: string, policy: PolicyInput | string, reason: string, thing: Thing = {}, caller: Caller = {}): PolicyCase {
  return { about, policy, reason, thing, caller, allowed: true };
}

/** A row that ends in no. */
export function no(about: string, policy: PolicyInput | string, reason: string, thing: Thing = {}, caller: Caller = {}): PolicyCase {
  return { about, policy, reason, thing, caller, allowed: false };
}

export function toSpec({ kind = "tool", name = "t", ...marks }: Thing): AnySpec {
  const init = { category: marks.category, tags: marks.tags, sensitivity: marks.sensitivity, capabilities: marks.capabilities };
  switch (kind) {
    case "tool":
      return new ToolSpec({ name, handler: () => "ok", ...init });
    case "prompt":
      return new PromptSpec({ name, handler: () => "ok", ...init });
    case "resource":
      return new ResourceSpec({ name: "display", uri: name, handler: () => "ok", ...init });
    case "resourceTemplate":
      return new ResourceTemplateSpec({ name: "display", uriTemplate: name, handler: () => "ok", ...init });
  }
}

export function toPrincipal({ id = "somebody", roles = ["default"] }: Caller): Principal {
  return new Principal({ id, roles });
}
