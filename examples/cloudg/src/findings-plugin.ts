/** Findings of security scanners, over all assets and for one. */
import { IsInt, Max, Min } from "class-validator";
import { arg, plugin, tool } from "cloudg-mcp";
import type { ToolContext } from "cloudg-mcp";
import { CloudPlugin } from "./cloud-plugin.js";
import type { Finding, FindingStatus, Severity } from "./data/model.js";

export interface FindingPage {
  findings: Finding[];
  /** Findings that match, on all pages. */
  total: number;
  /** Pass it as `cursor` for the next page; absent on the last. */
  nextCursor?: string;
}

@plugin({ category: "findings" })
export class FindingsPlugin extends CloudPlugin {
  /**
   * Findings of the active dataset, the most severe first.
   *
   * @param framework - Only findings that belong to this framework, e.g. CIS-AWS.
   * @param checkId - Only findings of this check.
   * @param cursor - nextCursor of the page before.
   */
  @tool("list_findings", { title: "List findings", output: true })
  async listFindings(
    _ctx: ToolContext,
    @arg("Only this severity.") severity?: Severity,
    @arg("Only this status.") status?: FindingStatus,
    framework = "",
    checkId = "",
    @arg("Findings per page.", IsInt(), Min(1), Max(200)) limit: number = 25,
    cursor = "",
  ): Promise<FindingPage> {
    const { findings, total, nextCursor } = await this.ask(({ estate }) => estate.findings({ severity, status, framework, checkId, limit, cursor }));
    return { findings, total, ...(nextCursor === undefined ? {} : { nextCursor }) };
  }

  /**
   * All findings about one asset, the most severe first.
   *
   * @param ref - Id, ARN, Terraform address, or a name that is unique.
   */
  @tool("findings_for_asset", { title: "Findings for an asset" })
  findingsForAsset(_ctx: ToolContext, ref: string): Promise<Finding[]> {
    return this.ask(({ estate }) => estate.findingsForAsset(ref));
  }
}
