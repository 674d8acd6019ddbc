/** What a call is of, without its arguments: the URI of a template's resource is made of them, so the template's text stands for it. */
import type { CallInfo } from "../layer/call-info.js";
import type { CallKind } from "../model/tool-context.js";
import { ResourceTemplateSpec } from "../model/resource-spec.js";

/** The MCP request behind a call of each kind. */
export const METHODS: Readonly<Record<CallKind, string>> = {
  tool: "tools/call",
  resource: "resources/read",
  resourceTemplate: "resources/read",
  prompt: "prompts/get",
  completion: "completion/complete",
};

/** Exposed name of a tool or prompt; URI of a resource; text of a template. */
export function targetOf({ spec, name }: CallInfo): string {
  return spec instanceof ResourceTemplateSpec ? spec.uriTemplate : name;
}
