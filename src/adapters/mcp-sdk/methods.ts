/** The methods of MCP that the layer answers, as a table: wire parameters in, wire result out. */
import type { CallOptions, Layer } from "../../layer/layer.js";
import { Principal } from "../../model/principal.js";
import type { Params } from "./params.js";
import { completionParams, objectParam, stringParam } from "./params.js";

export type WireResult = Record<string, unknown>;

/** What a serving unit keeps of `resources/subscribe`; absent where nothing can be pushed. */
export interface Subscriptions {
  add(uri: string): void;
  delete(uri: string): void;
}

export interface MethodCall {
  readonly layer: Layer;
  readonly params: Params;
  readonly options: CallOptions;
  readonly subscriptions: Subscriptions | undefined;
}

type Method = (call: MethodCall) => WireResult | Promise<WireResult>;

const principalOf = ({ options }: MethodCall): Principal => options.principal ?? Principal.local();

const TABLE: Readonly<Record<string, Method>> = {
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
  "resources/subscribe": (call) => {
    const uri = stringParam("resources/subscribe", call.params, "uri");
    call.layer.checkResource(uri, principalOf(call));
    call.subscriptions?.add(uri);
    return {};
  },
  "resources/unsubscribe": ({ params, subscriptions }) => {
    subscriptions?.delete(stringParam("resources/unsubscribe", params, "uri"));
    return {};
  },
};

export function findMethod(name: string): Method | undefined {
  return Object.hasOwn(TABLE, name) ? TABLE[name] : undefined;
}
