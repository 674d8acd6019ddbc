/** Which decorators of this package are on a node. Serves discovery. */
import type TS from "typescript";
import type { PrimitiveKind } from "../model/kinds.js";
import { ts } from "./compiler.js";
import { originOf, OWN_PACKAGE } from "./origin.js";

const KIND_DECORATORS: Readonly<Record<string, { readonly kind: PrimitiveKind; readonly inherit: boolean }>> = {
  tool: { kind: "tool", inherit: false },
  "tool.inherit": { kind: "tool", inherit: true },
  resource: { kind: "resource", inherit: false },
  "resource.inherit": { kind: "resource", inherit: true },
  resourceTemplate: { kind: "resourceTemplate", inherit: false },
  "resourceTemplate.inherit": { kind: "resourceTemplate", inherit: true },
  prompt: { kind: "prompt", inherit: false },
  "prompt.inherit": { kind: "prompt", inherit: true },
};

export interface OwnDecorator {
  /** `tool`, `tool.inherit`, `hidden`, … */
  readonly name: string;
  readonly expression: TS.Expression;
  /** Set for the decorators that make a primitive. */
  readonly kind: PrimitiveKind | undefined;
  readonly inherit: boolean;
}

/** This package's decorators on a class element or parameter, by symbol, whatever they are imported as. */
export function readOwnDecorators(checker: TS.TypeChecker, node: TS.Node): OwnDecorator[] {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return decorators.flatMap(({ expression }) => {
    const origin = originOf(checker, expression);
    if (origin?.package !== OWN_PACKAGE) return [];
    const known = Object.hasOwn(KIND_DECORATORS, origin.name) ? KIND_DECORATORS[origin.name] : undefined;
    return [{ name: origin.name, expression, kind: known?.kind, inherit: known?.inherit ?? false }];
  });
}

/** The decorator that makes a primitive of the method, and whether it is hidden. */
export function readMethodDecorator(checker: TS.TypeChecker, node: TS.Node): { readonly maker: OwnDecorator | undefined; readonly hidden: boolean } {
  const own = readOwnDecorators(checker, node);
  return { maker: own.find((decorator) => decorator.kind !== undefined), hidden: own.some((decorator) => decorator.name === "hidden") };
}
