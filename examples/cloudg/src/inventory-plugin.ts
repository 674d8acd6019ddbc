/** Assets: finding, reading, counting, and following their references. */
import { IsInt, Max, Min } from "class-validator";
import { arg, plugin, resourceTemplate, tool, UriTemplate } from "cloudg-mcp";
import type { ToolContext } from "cloudg-mcp";
import { CloudPlugin } from "./cloud-plugin.js";
import type { CountRow } from "./data/asset-filter.js";
import type { Neighbors } from "./data/neighbors.js";
import type { Asset, Provider } from "./data/model.js";
import { assetSummary } from "./summaries.js";
import type { AssetSummary } from "./summaries.js";

const ASSET_URI = new UriTemplate("cloudg://assets/{+ref}");

export interface AssetPage {
  assets: AssetSummary[];
  /** Assets that match, on all pages. */
  total: number;
  /** Pass it as `cursor` for the next page; absent on the last. */
  nextCursor?: string;
}

@plugin({ category: "inventory" })
export class InventoryPlugin extends CloudPlugin {
  /**
   * Find assets of the active dataset. All given filters must match; without any, everything is listed.
   *
   * @param query - Words to look for in name, id, address, ARN, type and tags; all must occur.
   * @param type - Asset type, e.g. aws_s3_bucket.
   * @param region - Region, e.g. eu-west-1.
   * @param tag - A tag key, or key=value.
   * @param cursor - nextCursor of the page before.
   */
  @tool("find_assets", { title: "Find assets", tags: ["start-here"], output: true })
  async findAssets(
    ctx: ToolContext,
    query = "",
    type = "",
    @arg("Cloud provider.") provider?: Provider,
    region = "",
    tag = "",
    @arg("Assets per page.", IsInt(), Min(1), Max(200)) limit: number = 25,
    cursor = "",
  ): Promise<AssetPage> {
    const { assets, total, nextCursor } = await this.ask(({ estate }) => estate.find({ query, type, provider, region, tag, limit, cursor }));
    for (const asset of assets.slice(0, 5)) ctx.link(ASSET_URI.expand({ ref: asset.id }), asset.name, { mimeType: "application/json" });
    return { assets: assets.map(assetSummary), total, ...(nextCursor === undefined ? {} : { nextCursor }) };
  }

  /**
   * One asset with all its attributes.
   *
   * @param ref - Id, ARN, Terraform address, or a name that is unique.
   */
  @tool("get_asset", { title: "Get asset" })
  getAsset(_ctx: ToolContext, ref: string): Promise<Asset> {
    return this.ask(({ estate }) => estate.get(ref));
  }

  /**
   * Count the assets of the active dataset in groups, largest first.
   *
   * @param by - What to group by.
   */
  @tool("count_assets", { title: "Count assets", output: true })
  countAssets(_ctx: ToolContext, by: "type" | "provider" | "region" | "account" = "type"): Promise<CountRow[]> {
    return this.ask(({ estate }) => estate.count(by));
  }

  /** One asset of the active dataset (ref = id, ARN, address or unique name, URL-encoded). */
  @resourceTemplate("cloudg://assets/{+ref}", { name: "asset_resource", title: "Asset", completions: { ref: "completeRef" } })
  assetResource(_ctx: ToolContext, ref: string): Promise<Asset> {
    return this.ask(({ estate }) => estate.get(ref));
  }

  /** What one asset refers to, and what refers to it. */
  @resourceTemplate("cloudg://assets/{+ref}/neighbors", { name: "asset_neighbors", title: "Neighbors of an asset", completions: { ref: "completeRef" } })
  assetNeighbors(_ctx: ToolContext, ref: string): Promise<Neighbors> {
    return this.ask(({ estate }) => estate.neighbors(ref));
  }

  completeRef(_ctx: ToolContext, partial: string): string[] {
    return this.workspace.estate.completeRef(partial);
  }
}
