/** The options of the command line that say what a layer offers: categories, tools, nothing that writes. */
import type { Command } from "commander";
import type { Filters } from "../layer/filters.js";
import type { Registry } from "../registry/registry.js";
import { CliFailure, ExitCode } from "./failure.js";
import { unknownName } from "./suggest.js";

/** As commander reads them. */
export interface FilterFlags {
  readonly includeCategory?: readonly string[];
  readonly excludeCategory?: readonly string[];
  readonly includeTool?: readonly string[];
  readonly excludeTool?: readonly string[];
  readonly readOnly?: boolean;
}

export function addFilterFlags(program: Command): Command {
  return program
    .option("--include-category <name>", "offer only this category; repeatable", collect)
    .option("--exclude-category <name>", "offer nothing of this category; repeatable", collect)
    .option("--include-tool <name>", "offer only this tool, by its name without the prefix; repeatable", collect)
    .option("--exclude-tool <name>", "do not offer this tool; repeatable", collect)
    .option("--read-only", "offer no tool that writes files, reaches the cloud, runs programs or is annotated destructive");
}

export function toFilters({ includeCategory, excludeCategory, includeTool, excludeTool, readOnly }: FilterFlags): Filters {
  return { includeCategories: includeCategory, excludeCategories: excludeCategory, includeTools: includeTool, excludeTools: excludeTool, readOnly };
}

/** A filter that names nothing would hide everything, or nothing, without a word. @throws CliFailure with what there is. */
export function checkFilters({ includeCategory = [], excludeCategory = [], includeTool = [], excludeTool = [] }: FilterFlags, registry: Registry): void {
  const categories = [...new Set([...registry].map(({ category }) => category))];
  const tools = [...registry.tools.keys()];
  for (const name of [...includeCategory, ...excludeCategory])
    if (!categories.includes(name)) throw new CliFailure(unknownName("category", name, categories), ExitCode.Usage);
  for (const name of [...includeTool, ...excludeTool]) if (!tools.includes(name)) throw new CliFailure(unknownName("tool", name, tools), ExitCode.Usage);
}

/** For options that may be given several times. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
