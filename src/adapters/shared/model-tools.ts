/** The tools that one principal may call, ready for a provider: names it takes, schemas it takes, descriptions within the budget. Serves the model formats. */
import type { Layer } from "../../layer/layer.js";
import type { WireList } from "../../layer/view.js";
import type { JsonSchema } from "../../model/json-schema.js";
import type { Principal } from "../../model/principal.js";
import type { DescriptionBudget } from "./description-budget.js";
import { fitDescriptions } from "./description-budget.js";
import type { NameRule } from "./name-map.js";
import { NameMap } from "./name-map.js";

/** Options of every model format. */
export type ModelToolOptions = DescriptionBudget;

export interface Dialect {
  readonly names: NameRule;
  /** @default the schema as it is */
  readonly convertSchema?: ((schema: JsonSchema) => JsonSchema) | undefined;
}

export interface ModelTool {
  /** As the provider is told. */
  readonly name: string;
  /** As the layer knows it. */
  readonly exposedName: string;
  readonly title: string | undefined;
  readonly description: string;
  /** Of the arguments, as the provider is told. */
  readonly schema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
}

/** @throws TypeError when two tools would have one name; RangeError for a budget that is no number. */
export function listModelTools(layer: Layer, principal: Principal | undefined, dialect: Dialect, options: ModelToolOptions): readonly ModelTool[] {
  const wire = layer.toolsWire(principal);
  const names = nameMapOf(wire, dialect.names);
  const tools = wire.map((tool): ModelTool => {
    const schema = tool["inputSchema"] as JsonSchema;
    return {
      name: names.toProvider(tool["name"] as string),
      exposedName: tool["name"] as string,
      title: tool["title"] as string | undefined,
      description: tool["description"] as string,
      schema: dialect.convertSchema === undefined ? schema : dialect.convertSchema(schema),
      outputSchema: tool["outputSchema"] as JsonSchema | undefined,
    };
  });
  return fitDescriptions(tools, options);
}

const maps = new WeakMap<WireList, Map<NameRule, NameMap>>();

/** One map per list and provider: the layer gives the same list until something changes. */
export function nameMapOf(wire: WireList, rule: NameRule): NameMap {
  let byRule = maps.get(wire);
  if (byRule === undefined) maps.set(wire, (byRule = new Map<NameRule, NameMap>()));
  let map = byRule.get(rule);
  if (map === undefined)
    byRule.set(
      rule,
      (map = new NameMap(
        wire.map((tool) => tool["name"] as string),
        rule,
      )),
    );
  return map;
}
