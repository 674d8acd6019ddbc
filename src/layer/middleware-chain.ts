/** Folds middleware around the inside of a call, and holds it to its contract. */
import type { Call } from "./call.js";
import type { Middleware, MiddlewareFunction, MiddlewareObject } from "./call-info.js";

export type CallCore = (call: Call) => Promise<unknown>;

/** The first middleware is outermost. */
export function composeMiddleware(middleware: readonly Middleware[], core: CallCore): CallCore {
  return middleware.reduceRight<CallCore>((inner, outer) => wrapOne(outer, inner), core);
}

function wrapOne(outer: Middleware, inner: CallCore): CallCore {
  const handle = typeof outer === "function" ? outer : outer.handle.bind(outer);
  return isRepeating(outer) ? repeatedly(outer, handle, inner) : once(nameOf(outer), handle, inner);
}

function once(name: string, handle: MiddlewareFunction, inner: CallCore): CallCore {
  return async (call) => {
    let isCalled = false;
    return handle(call, async () => {
      if (isCalled) throw new Error(`the middleware ${name} called next() twice for ${call.kind} "${call.name}"`);
      isCalled = true;
      return inner(call);
    });
  };
}

function repeatedly(outer: MiddlewareObject, handle: MiddlewareFunction, inner: CallCore): CallCore {
  return async (call) => {
    let isRunning = false;
    return handle(call, async () => {
      if (isRunning) throw new Error(`the middleware ${nameOf(outer)} called next() again before it had ended, for ${call.kind} "${call.name}"`);
      isRunning = true;
      try {
        // The first attempt too: what ends it must not look like the end of the call to whoever may try again.
        return await inner(call.again());
      } finally {
        isRunning = false;
      }
    });
  };
}

function isRepeating(middleware: Middleware): middleware is MiddlewareObject {
  return typeof middleware === "object" && middleware.repeats === true;
}

function nameOf(middleware: Middleware): string {
  const name = typeof middleware === "function" ? middleware.name : (middleware.name ?? middleware.constructor.name);
  return name === "" ? "(anonymous)" : name;
}
