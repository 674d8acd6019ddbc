/** Which primitives a layer offers at all, whoever asks: category filters over every kind, name filters over tools. The registry is left as it is. */
import type { AnySpec } from "../registry/registry.js";
import type { Capability } from "../model/capability.js";
import type { ToolSpec } from "../model/tool-spec.js";
import { kindOf } from "../registry/registry.js";

export interface Filters {
  /** Only these categories. @default all */
  readonly includeCategories?: readonly string[] | undefined;
  readonly excludeCategories?: readonly string[] | undefined;
  /** Only these tools, by their own names, without the prefix. @default all */
  readonly includeTools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
  /** No tools that reach beyond the server's own state (write_fs, cloud_access, exec) or are annotated destructive. @default false */
  readonly readOnly?: boolean | undefined;
}

const REACHING: readonly Capability[] = ["write_fs", "cloud_access", "exec"];

export function compileFilters({
  includeCategories,
  excludeCategories = [],
  includeTools,
  excludeTools = [],
  readOnly = false,
}: Filters): (spec: AnySpec) => boolean {
  const categories = includeCategories === undefined ? undefined : new Set(includeCategories);
  const notCategories = new Set(excludeCategories);
  const tools = includeTools === undefined ? undefined : new Set(includeTools);
  const notTools = new Set(excludeTools);
  return (spec) => {
    if (categories?.has(spec.category) === false || notCategories.has(spec.category)) return false;
    if (kindOf(spec) !== "tool") return true;
    if (readOnly && reaches(spec as ToolSpec)) return false;
    return tools?.has(spec.name) !== false && !notTools.has(spec.name);
  };
}

function reaches({ capabilities, annotations }: ToolSpec): boolean {
  return annotations.destructiveHint === true || REACHING.some((capability) => capabilities.has(capability));
}
