/** How much of a model's context each tool of a project takes. Serves `cloudg-mcp schemas --stats`. */
import { estimateTokenCount } from "tokenx";
import { compare } from "./diagnostics.js";
import { toolDefinition } from "./surface.js";
import type { Primitive, Surface } from "./surface.js";

/** Tokens are estimates: what a tokeniser of the usual kind makes of the JSON. */
export interface ToolSize {
  readonly name: string;
  /** `file#Export`. */
  readonly cls: string;
  /** Of name, description and input schema, which every model is told. */
  readonly tokens: number;
  /** Of the output schema, which few clients pass on. 0 without one. */
  readonly outputTokens: number;
}

/** Largest first. Of several entries of one name (a generic class and those that extend it) the largest counts: a server offers one. */
export function measureTools({ primitives }: Surface): ToolSize[] {
  const sizes = new Map<string, ToolSize>();
  for (const tool of primitives.filter(({ kind }) => kind === "tool")) {
    const size = measureTool(tool);
    const known = sizes.get(size.name);
    if (known === undefined || known.tokens < size.tokens) sizes.set(size.name, size);
  }
  return [...sizes.values()].sort((a, b) => b.tokens - a.tokens || compare(a.name, b.name));
}

function measureTool(tool: Primitive): ToolSize {
  return {
    name: tool.key,
    cls: tool.cls,
    tokens: estimateTokenCount(JSON.stringify(toolDefinition(tool))),
    outputTokens: tool.output === undefined ? 0 : estimateTokenCount(JSON.stringify(tool.output)),
  };
}
