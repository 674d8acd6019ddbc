/** A layer with the middleware under test around hand-made primitives, and what its tests share. */
import { Layer, Registry, ResourceSpec, ResourceTemplateSpec, ToolSpec } from "cloudg-mcp";
import type { AnySpec, LayerOptions, Middleware, ToolHandler, ToolSpecInit } from "cloudg-mcp";

export function tool(name: string, handler: ToolHandler, init: Partial<ToolSpecInit> = {}): ToolSpec {
  return new ToolSpec({ name, handler, inputSchema: { type: "object", properties: {} }, ...init });
}

/** A tool that is not read-only. */
export function writer(name: string, handler: ToolHandler, init: Partial<ToolSpecInit> = {}): ToolSpec {
  return tool(name, handler, { capabilities: ["write_state"], ...init });
}

export function resource(uri: string, handler: () => unknown): ResourceSpec {
  return new ResourceSpec({ name: uri, uri, handler });
}

export function template(uriTemplate: string, handler: (variables: Record<string, string>) => unknown): ResourceTemplateSpec {
  return new ResourceTemplateSpec({ name: uriTemplate, uriTemplate, handler: (_ctx, variables: Record<string, string>) => handler(variables) });
}

export interface TestLayer extends Layer {
  readonly reported: unknown[];
}

export function layerOf(specs: readonly AnySpec[], middleware: readonly Middleware[], options: LayerOptions = {}): TestLayer {
  const registry = new Registry();
  for (const spec of specs) registry.add(spec);
  const reported: unknown[] = [];
  return Object.assign(new Layer({ registry, middleware, onError: (error) => void reported.push(error), ...options }), { reported });
}

/** A promise and what settles it. */
export function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((give) => (resolve = give));
  return { promise, resolve };
}

/** Lets everything run that is ready to. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

export const ERROR_CODE = "cloudg/error_code";
