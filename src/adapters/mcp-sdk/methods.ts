/** The methods a connection answers: those every adapter shares, and the two that need something to push to. */
import type { Method, MethodCall, WireResult } from "../methods.js";
import { METHODS, principalOf } from "../methods.js";
import { stringParam } from "../params.js";

export type { WireResult };

/** What a serving unit keeps of `resources/subscribe`; absent where nothing can be pushed. */
export interface Subscriptions {
  add(uri: string): void;
  delete(uri: string): void;
}

export interface ConnectionCall extends MethodCall {
  readonly subscriptions: Subscriptions | undefined;
}

type ConnectionMethod = (call: ConnectionCall) => WireResult | Promise<WireResult>;

const TABLE: Readonly<Record<string, Method | ConnectionMethod>> = {
  ...METHODS,
  "resources/subscribe": (call: ConnectionCall) => {
    const uri = stringParam("resources/subscribe", call.params, "uri");
    call.layer.checkResource(uri, principalOf(call));
    call.subscriptions?.add(uri);
    return {};
  },
  "resources/unsubscribe": ({ params, subscriptions }: ConnectionCall) => {
    subscriptions?.delete(stringParam("resources/unsubscribe", params, "uri"));
    return {};
  },
};

export function findMethod(name: string): ConnectionMethod | undefined {
  return Object.hasOwn(TABLE, name) ? TABLE[name] : undefined;
}
