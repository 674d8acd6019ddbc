/** Which primitives a layer offers at all, whoever asks: category filters over every kind, name filters over tools. The registry is left as it is. */
import type { AnySpec } from "../registry/registry.js";
import { kindOf } from "../registry/registry.js";

export interface Filters {
  /** Only these categories. @default all */
  readonly includeCategories?: readonly string[] | undefined;
  readonly excludeCategories?: readonly string[] | undefined;
  /** Only these tools, by their own names, without the prefix. @default all */
  readonly includeTools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
}

export function compileFilters({ includeCategories, excludeCategories = [], includeTools, excludeTools = [] }: Filters): (spec: AnySpec) => boolean {
  const categories = includeCategories === undefined ? undefined : new Set(includeCategories);
  const notCategories = new Set(excludeCategories);
  const tools = includeTools === undefined ? undefined : new Set(includeTools);
  const notTools = new Set(excludeTools);
  return (spec) => {
    if (categories?.has(spec.category) === false || notCategories.has(spec.category)) return false;
    return kindOf(spec) !== "tool" || (tools?.has(spec.name) !== false && !notTools.has(spec.name));
  };
}
