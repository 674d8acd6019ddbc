/** The eight methods of MCP that ask something of the catalogue, as a table: wire parameters in, wire result out. One table for every adapter. */
import type { CallOptions, Layer } from "../layer/layer.js";
import { Principal } from "../model/principal.js";
import type { Params } from "./params.js";
import { completionParams, objectParam, stringParam } from "./params.js";

export type WireResult = Record<string, unknown>;

export interface MethodCall {
  readonly layer: Layer;
  readonly params: Params;
  readonly options: CallOptions;
}

export type Method = (call: MethodCall) => WireResult | Promise<WireResult>;

export const METHOD_NAMES = [
  "completion/complete",
  "prompts/get",
  "prompts/list",
  "resources/list",
  "resources/read",
  "resources/templates/list",
  "tools/call",
  "tools/list",
] as const;
export type MethodName = (typeof METHOD_NAMES)[number];

export function principalOf({ options }: MethodCall): Principal {
  return options.principal ?? Principal.local();
}

export const METHODS: Readonly<Record<MethodName, Method>> = {
  "tools/list": (call) => ({ tools: call.layer.toolsWire(principalOf(call)) }),
  "resources/list": (call) => ({ resources: call.layer.resourcesWire(principalOf(call)) }),
  "resources/templates/list": (call) => ({ resourceTemplates: call.layer.resourceTemplatesWire(principalOf(call)) }),
  "prompts/list": (call) => ({ prompts: call.layer.promptsWire(principalOf(call)) }),
  "tools/call": async ({ layer, params, options }) => {
    const name = stringParam("tools/call", params, "name");
    return (await layer.callTool(name, objectParam("tools/call", params, "arguments"), options)).toWire();
  },
  "resources/read": async ({ layer, params, options }) => {
    const contents = await layer.readResource(stringParam("resources/read", params, "uri"), options);
    return { contents: contents.map((one) => one.toWire()) };
  },
  "prompts/get": async ({ layer, params, options }) => {
    const name = stringParam("prompts/get", params, "name");
    return (await layer.getPrompt(name, objectParam("prompts/get", params, "arguments"), options)).toWire();
  },
  "completion/complete": async ({ layer, params, options }) => {
    const { ref, argument } = completionParams("completion/complete", params);
    return { completion: await layer.complete(ref, argument, options) };
  },
};
